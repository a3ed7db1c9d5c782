"""One dependency tree as an arc diagram that can be read, walked and zoomed by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView, QWidget

from meantree.metrics.evidence import Mark
from meantree.picture.arcs import lay_out
from meantree_gui import theme
from meantree_gui.trees.content import TextContent
from meantree_gui.trees.items import FADED, ArcItem, RootItem, TokenItem, measure, tooltip

SMALLEST, LARGEST = 0.2, 4.0
READABLE = 0.8
"""A wide tree is not shrunk below this when it is first shown; it scrolls instead."""

Arc = tuple[int, int]


class TreeView(QGraphicsView):
    """Draws a :class:`TextContent`; arrows left and right walk the words.

    Signals:
        token_pointed: the word under the mouse or cursor, -1 for none.
    """

    token_pointed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setScene(QGraphicsScene(self))
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.content: TextContent | None = None
        self.arcs: list[ArcItem] = []
        self.tokens: dict[int, TokenItem] = {}
        self._ghosts: tuple[tuple[int, int, str], ...] = ()
        self._asked: tuple[set[int], set[Arc]] = (set(), set())
        self._pointed = -1
        self._cursor = -1
        self._scale_chosen = False

    def show_content(self, content: TextContent | None) -> None:
        """Draw another text; zoom chosen by hand stays."""
        same_text = (
            content is not None and self.content is not None and content.analysis.text == self.content.analysis.text
        )
        self.content = content
        self._ghosts = ()
        self._asked = (set(), set())
        self._pointed = -1
        if not same_text:
            self._cursor = -1
        self._draw()
        if not same_text:
            self._start_scale()

    def highlight(self, tokens: Iterable[int], arcs: Iterable[Arc]) -> None:
        """Light up words and arcs and fade the other arcs; arcs outside the tree appear as ghosts."""
        self._asked = set(tokens), set(arcs)
        if self.content is None:
            return
        drawn = {(dependent, head) for dependent, head, _ in self.content.tree.arcs()}
        missing = self._asked[1] - drawn
        labels = {arc[:2]: arc[2] for arc in self.content.probabilities}
        ghosts = tuple((*arc, labels.get(arc, "")) for arc in sorted(missing))
        if ghosts != self._ghosts:
            self._ghosts = ghosts
            self._draw()
        self._light()
        self._scroll_to_asked()

    def point_at(self, token: int) -> None:
        """Light up one word and its arcs, as if the mouse were on it; -1 for none."""
        if token != self._pointed:
            self._pointed = token
            self._light()

    def zoom(self, factor: float) -> None:
        """Scale by ``factor`` within readable bounds."""
        scale = min(LARGEST, max(SMALLEST, self.transform().m11() * factor))
        self._scale_chosen = True
        self._set_scale(scale)

    def actual_size(self) -> None:
        """Scale 1."""
        self._scale_chosen = True
        self._set_scale(1.0)

    def fit(self) -> None:
        """Show the whole tree."""
        self._scale_chosen = False
        room, picture = self.viewport().rect(), self.sceneRect()
        if picture.width() > 0:
            wanted = min(room.width() / picture.width(), room.height() / picture.height())
            self._set_scale(min(1.6, max(SMALLEST, wanted)))

    def refresh(self) -> None:
        """Draw again, after the appearance changed."""
        self._draw()

    def _set_scale(self, scale: float) -> None:
        self.resetTransform()
        self.scale(scale, scale)

    def _start_scale(self) -> None:
        if self._scale_chosen:
            return
        room, picture = self.viewport().rect(), self.sceneRect()
        if picture.width() > 0 and room.width() > 50:
            wanted = min(room.width() / picture.width(), room.height() / picture.height(), 1.25)
            self._set_scale(max(READABLE, wanted))
            # A tree that does not fit begins where reading begins.
            bar = self.horizontalScrollBar()
            bar.setValue(bar.maximum() if self._right_to_left() else bar.minimum())
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def _right_to_left(self) -> bool:
        text = self.content.analysis.text if self.content else ""
        return _is_right_to_left(text)

    def _draw(self) -> None:
        scene = self.scene()
        scene.clear()
        self.arcs, self.tokens = [], {}
        self.setBackgroundBrush(QColor(theme.current().surface))
        content = self.content
        if content is None:
            scene.setSceneRect(QRectF())
            return
        tokens = content.analysis.tokens
        layout = lay_out(
            [token.text for token in tokens],
            [token.upos or token.xpos for token in tokens],
            content.tree,
            measure,
            ghosts=self._ghosts,
            right_to_left=self._right_to_left(),
        )
        for _, x in layout.roots:
            scene.addItem(RootItem(x, layout))
        for shape in layout.arcs:
            mark = content.marks.arcs.get((shape.dependent, shape.head))
            arc = ArcItem(shape, layout, mark, self._arc_tooltip(shape.dependent, shape.head, shape.label, mark))
            self.arcs.append(arc)
            scene.addItem(arc)
        for box in layout.tokens:
            mark = content.marks.tokens.get(box.index)
            item = TokenItem(box, layout, mark, self._token_tooltip(box.index, mark))
            self.tokens[box.index] = item
            scene.addItem(item)
        scene.setSceneRect(QRectF(0, -4, layout.width, layout.foot + 50))
        self._light()

    def _arc_tooltip(self, dependent: int, head: int, label: str, mark: Mark | None) -> str:
        if self.content is None:
            return ""
        tokens = self.content.analysis.tokens
        lines = {"label": label}
        for name, index in (("dependent", dependent), ("head", head)):
            token = tokens[index]
            lines[name] = " · ".join(part for part in (token.text, token.lemma, token.upos) if part)
        expected = self.content.probabilities.get((dependent, head, label))
        if expected is not None:
            lines["in the n-best list"] = f"{100 * expected:.0f} %"
        if mark is not None:
            lines[mark.status.value] = f"{mark.matched:.2f} of {mark.count:.2f}"
        return tooltip(lines)

    def _token_tooltip(self, index: int, mark: Mark | None) -> str:
        if self.content is None:
            return ""
        token = self.content.analysis.tokens[index]
        lines = {"word": f"{token.text} ({index})", "lemma": token.lemma, "part of speech": token.upos}
        lines |= {"tag": token.xpos, "features": token.feats}
        if mark is not None:
            lines[mark.status.value] = f"{mark.matched:.2f} of {mark.count:.2f}"
        return tooltip({name: value for name, value in lines.items() if value})

    def _light(self) -> None:
        asked_tokens, asked_arcs = self._asked
        pointed = {self._pointed} if self._pointed >= 0 else set()
        for index, token in self.tokens.items():
            token.set_lit(index in asked_tokens | pointed, focused=index == self._cursor and self.hasFocus())
        for arc in self.arcs:
            lit = arc.arc in asked_arcs or bool(pointed & set(arc.arc))
            arc.set_lit(lit)
            arc.setOpacity(FADED if asked_arcs and not lit else 1.0)

    def _scroll_to_asked(self) -> None:
        indices = self._asked[0] | {end for arc in self._asked[1] for end in arc}
        items: Sequence[TokenItem] = [self.tokens[index] for index in sorted(indices) if index in self.tokens]
        if items:
            self.ensureVisible(items[0].sceneBoundingRect(), 60, 10)

    def _move_cursor(self, step: int) -> None:
        if not self.tokens:
            return
        last = len(self.tokens) - 1
        start = self._cursor if self._cursor >= 0 else (-1 if step > 0 else last + 1)
        self._cursor = min(last, max(0, start + step))
        self.ensureVisible(self.tokens[self._cursor].sceneBoundingRect(), 60, 10)
        self.point_at(self._cursor)
        self._light()
        self.token_pointed.emit(self._cursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QGraphicsView.keyPressEvent: the word cursor."""
        forward = -1 if self._right_to_left() else 1
        size = len(self.tokens)
        steps = {
            Qt.Key.Key_Right: forward,
            Qt.Key.Key_Left: -forward,
            Qt.Key.Key_Home: -size,
            Qt.Key.Key_End: size,
        }
        step = steps.get(Qt.Key(event.key()))
        if step is not None and event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        ):
            self._move_cursor(step)
        elif event.key() == Qt.Key.Key_Escape:
            self._cursor = -1
            self.point_at(-1)
            self.token_pointed.emit(-1)
            self.highlight((), ())
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseMoveEvent: point at the word under the mouse."""
        super().mouseMoveEvent(event)
        found = next((item for item in self.items(event.position().toPoint()) if isinstance(item, TokenItem)), None)
        index = found.index if found else -1
        if index != self._pointed:
            self.point_at(index)
            self.token_pointed.emit(index)

    def leaveEvent(self, event: QEvent) -> None:
        """Override QWidget.leaveEvent."""
        super().leaveEvent(event)
        self.point_at(-1)
        self.token_pointed.emit(-1)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Override QWidget.focusInEvent: show the cursor."""
        super().focusInEvent(event)
        self._light()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Override QWidget.focusOutEvent: hide the cursor."""
        super().focusOutEvent(event)
        self._light()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Override QGraphicsView.wheelEvent: Ctrl zooms, a plain wheel scrolls sideways where height allows."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(1.15 if event.angleDelta().y() > 0 else 1 / 1.15)
            event.accept()
        elif self.verticalScrollBar().maximum() == 0 and event.angleDelta().y():
            bar = self.horizontalScrollBar()
            bar.setValue(bar.value() - event.angleDelta().y())
            event.accept()
        else:
            super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QGraphicsView.resizeEvent: keep the first scale right until the user chooses one."""
        super().resizeEvent(event)
        self._start_scale()


def _is_right_to_left(text: str) -> bool:
    import unicodedata

    strong = [kind for kind in map(unicodedata.bidirectional, text) if kind in ("L", "R", "AL")]
    return sum(kind != "L" for kind in strong) > len(strong) / 2
