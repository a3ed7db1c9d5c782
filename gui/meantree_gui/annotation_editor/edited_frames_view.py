"""The editable list of frames: each linked pair with its parts as chips and the links between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import methodcaller

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPen

from meantree.alignment.linked_frames import Block, frames_of
from meantree.analysis.frames import Frame, Part, Span
from meantree.annotation.annotation_scores import marks_of
from meantree.annotation.contested_frames import differs
from meantree.annotation.frame_annotation import Annotation, State
from meantree.comparison.comparison import ComparedFrames, part_probabilities
from meantree.corpus.corpus import SIDES, Side
from meantree.escaping import escaped, is_right_to_left
from meantree.numbers import percent
from meantree.phenomena.search import Finding
from meantree.picture.frame_picture import BLOCK_GAP, TOP, BlockPicture, CommentedBlock, commented_blocks
from meantree_gui import theme
from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor
from meantree_gui.annotation_editor.frame_editor import FrameEditor
from meantree_gui.trees.painter import GroupItem, first_key_of, font, frame_item, measure
from meantree_gui.trees.picture_canvas import FlowCanvas

EXCHANGED = "role.swapped"
NO_FRAMES = "No frames in either text. F makes one of the words under the cursor; E: nothing to annotate."
NONE_DECIDED = "The gold standard has no frames yet. Decide the rows above, or press E to edit."


def frames_named(words: set[int], frames: Sequence[Frame]) -> list[int]:
    """Return the places of the frames whose predicates are among words; without any, of those with most of them."""
    named = [place for place, frame in enumerate(frames) if not words.isdisjoint(range(*frame.predicate))]
    shared = [len(words & frame.tokens) for frame in frames]
    return named or [place for place, count in enumerate(shared) if 0 < count == max(shared)]


class EditedFramesView(FlowCanvas):
    """Draws the frames of the open annotation, with those of the compared one at the right.

    A click chooses a part or turns a link, and dragging from chip to chip links.
    """

    def __init__(self, editor: AnnotationEditor) -> None:
        super().__init__("Frames of hypothesis and reference")
        self.editor = editor
        editor.changed.connect(self.follow)
        editor.selection.comparison_changed.connect(self.follow)
        self.verticalScrollBar().rangeChanged.connect(lambda *_: self._scroll_to_active())  # as help takes room below
        self.chips: dict[tuple[Side, Part], GroupItem] = {}
        self.links: dict[tuple[Part, Part], GroupItem] = {}
        self._rows: list[FrameRow] = []
        self._drawn: tuple[object, ...] | None = None
        self._laid_out: list[tuple[float, FrameColumn]] = []
        self._pressed: tuple[Side, Part] | None = None

    def follow(self, _view: object = None) -> None:
        """Draw again if the picture changed; most keys only move the cursor."""
        if self._picture_state() != self._drawn:
            self.refresh()

    def _picture_state(self) -> tuple[object, ...]:
        """Return everything that the picture depends on."""
        frame_editor = self.editor.frame_editor
        if frame_editor is None:
            return (self.editor.key,)
        drawn = frame_editor.annotation, frame_editor.compared, self.room, self._role_findings
        cursors = frame_editor.side, frame_editor.block, *map(frame_editor.part, SIDES)
        unsure = frame_editor.unsure if self.editor.selection.doubts else None
        return self.editor.key, *drawn, *cursors, unsure

    def refresh(self) -> None:
        """Draw again."""
        self._drawn = self._picture_state()
        scene = self.scene()
        scene.clear()
        self.chips, self.links, self._rows = {}, {}, []
        self.setBackgroundBrush(QColor(theme.current().surface))
        frame_editor = self.editor.frame_editor
        height = 4.0 if frame_editor is None else self._draw(frame_editor)
        scene.setSceneRect(QRectF(0, 0, self.room, height))
        self._scroll_to_active()

    def _scroll_to_active(self) -> None:
        """Scroll to the active frame, and to the chip under the cursor if the frame is higher than the view."""
        frame_editor = self.editor.frame_editor
        if frame_editor is None or frame_editor.block is None or frame_editor.block >= len(self._rows):
            return
        row = self._rows[frame_editor.block]
        self.ensureVisible(QRectF(0, row.top, 10, row.height), 0, 4)
        current = frame_editor.part(frame_editor.side)
        if current is not None and (chip := self.chips.get((frame_editor.side, current))) is not None:
            self.ensureVisible(chip, 0, 4)

    def _draw(self, frame_editor: FrameEditor) -> float:
        """Draw both annotations and return the height in pixels."""
        room = self.room if frame_editor.compared is None else self.room / 2
        own, compared = self._layout(frame_editor, frame_editor.annotation, room), None
        if frame_editor.compared is not None:
            compared = self._layout(frame_editor, frame_editor.compared, room)
        self._rows = aligned_rows(own, compared)
        for row in self._rows:
            for x, column, block in ((0, own, row.own), (room, compared, row.compared)):
                if block is not None and column is not None:
                    by = QPointF(x, row.top - block.picture.top)
                    self._draw_block(frame_editor, column, block, by, own=column is own)
        if not self._rows:
            is_adjudicating = self.editor.workspace.is_adjudicating
            hint = self.scene().addSimpleText(NONE_DECIDED if is_adjudicating else NO_FRAMES, font("note"))
            hint.setBrush(QColor(theme.current().muted))
            hint.setPos(12, 8)
        height = self._rows[-1].top + self._rows[-1].height if self._rows else 4.0
        if compared is not None:
            self.scene().addLine(room, 4, room, height, QPen(QColor(theme.current().line), 1))
        return height

    def _layout(self, frame_editor: FrameEditor, annotation: Annotation, room: float) -> FrameColumn:
        """Lay out an annotation in a width; the last two layouts are cached, as cursors move more often than frames."""
        is_own = annotation is frame_editor.annotation
        doubts = self.editor.selection.doubts and is_own and annotation.state is State.OPEN  # until it is finished
        for width, column in self._laid_out:
            content = column.content
            if content.linked is annotation and width == room and content.with_doubts == doubts:
                return column
        # It imports file readers, which are not needed at start-up.
        leftwards = is_right_to_left(" ".join(frame_editor.words["hypothesis"]))
        marks = marks_of(annotation, frame_editor.words)
        sure = part_probabilities(annotation) if is_own else {}
        content = ComparedFrames(
            annotation, frame_editor.words, marks, right_to_left=leftwards, probabilities=sure, with_doubts=doubts
        )
        comments = {place: escaped(" ".join(text.split())) for place, text in annotation.part_comments.items()}
        column = FrameColumn(content, commented_blocks(content, room, measure, comments))
        self._laid_out = [(room, column), *self._laid_out[:1]]
        return column

    def _draw_block(
        self, frame_editor: FrameEditor, column: FrameColumn, commented: CommentedBlock, by: QPointF, *, own: bool
    ) -> None:
        """Draw a block moved by an offset from its layout."""
        block = commented.picture
        self._draw_title(frame_editor, column, block, by, own=own)
        links = {(link.hypothesis, link.reference): frame_item(column.content, link) for link in block.links}
        chips = {(chip.side, chip.part): frame_item(column.content, chip) for chip in block.chips}
        for item in (*links.values(), *chips.values()):
            item.moveBy(by.x(), by.y())
            self.scene().addItem(item)
        for line in commented.comments:
            text = self.scene().addSimpleText(line.text, font("note"))
            text.setBrush(QColor(theme.current().accent))
            text.setPos(by + QPointF(line.x, line.y))
        if not own:
            return
        for (side, part), item in chips.items():
            is_active = block.number - 1 == frame_editor.block
            item.set_state(focused=is_active and frame_editor.part(side) == part)
            if sense := self.editor.senses.tip(frame_editor, side, part):
                item.setToolTip(f"{item.toolTip()}\n{sense}")
        self.links |= links
        self.chips |= chips

    def _draw_title(
        self, frame_editor: FrameEditor, column: FrameColumn, block: BlockPicture, by: QPointF, *, own: bool
    ) -> None:
        palette, active = theme.current(), own and block.number - 1 == frame_editor.block
        text = f"{block.number}  {block.title}"
        mine, theirs = frame_editor.annotation, frame_editor.compared
        if theirs and any(differs(mine, theirs, *place) for place in column.predicates(block.block)):
            text += "   ≠"
        if own:
            text += self._origin(frame_editor, block.block) + self._contradiction(frame_editor, block.block)
        if own and self.editor.selection.doubts:
            unsure = sum(block.block.place(side) == part[0] for side, part in frame_editor.unsure)
            text += f"   {unsure} unsure" if unsure else ""
        title = self.scene().addSimpleText(("▸ " if active else "") + text, font("note"))
        title.setBrush(QColor(palette.accent if active else palette.text if own else palette.muted))
        title.setPos(by + QPointF(12, block.top + 3))

    def _origin(self, frame_editor: FrameEditor, block: Block) -> str:
        """Return where a suggested frame of an open annotation comes from, as long as it is untouched."""
        place, suggested, annotation = block.hypothesis, frame_editor.suggested, frame_editor.annotation
        if suggested is None or place is None or annotation.state is not State.OPEN:
            return ""
        origin = suggested.untouched(annotation).get(annotation.hypothesis[place], "")
        return f"   from {escaped(origin)}" if origin else ""

    def _contradiction(self, frame_editor: FrameEditor, block: Block) -> str:
        """Return the shown finding that fillers exchanged places in a frame, or with another one; empty without one."""
        place, frames = block.hypothesis, frame_editor.annotation.hypothesis
        if place is None or block.reference is None:
            return ""
        found = (each for each in self._role_findings if place in frames_named({*each.hypothesis}, frames))
        return next((f"   ⇄ {each.kind.title.lower()} ({percent(each.probability)})" for each in found), "")

    @property
    def _role_findings(self) -> tuple[Finding, ...]:
        """The shown findings of exchanged roles in the open translation, if it is compared already."""
        comparison, frame_editor = self.editor.selection.comparison, self.editor.frame_editor
        if comparison is None or frame_editor is None:
            return ()
        texts = comparison.hypothesis.analysis.words, comparison.pair.references[comparison.closest].words
        if texts != tuple(frame_editor.words[side] for side in SIDES):
            return ()
        return tuple(finding for finding in comparison.shown_findings if finding.kind.name == EXCHANGED)

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mousePressEvent: choose a part, or turn a link from correct to partial and back."""
        self.setFocus()
        chip, link = self._at(event.position().toPoint())
        if chip is not None:
            self._pressed = chip
            self.editor.edit(methodcaller("choose_part", *chip))
        elif link is not None and event.button() == Qt.MouseButton.LeftButton:
            self.editor.edit(methodcaller("turn_link", *link))
        if event.button() == Qt.MouseButton.RightButton:
            self.menu_wanted.emit(event.globalPosition().toPoint())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseMoveEvent: the view does not move."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseReleaseEvent: link the two chips between which the mouse was dragged."""
        pressed, self._pressed = self._pressed, None
        chip, _ = self._at(event.position().toPoint())
        if pressed is None or chip is None or chip[0] == pressed[0]:
            return
        ends = dict((pressed, chip))
        self.editor.edit(methodcaller("link_parts", *(ends[side] for side in SIDES)))

    def _at(self, point: QPoint) -> tuple[tuple[Side, Part] | None, tuple[Part, Part] | None]:
        items = self.items(point)
        return first_key_of(self.chips, items), first_key_of(self.links, items)


@dataclass(frozen=True, slots=True)
class FrameColumn:
    """The frames of one annotation, laid out."""

    content: ComparedFrames
    blocks: Sequence[CommentedBlock]

    def predicates(self, block: Block) -> set[tuple[Side, Span]]:
        """Return the predicates of a block, with their sides."""
        places = [(side, block.place(side)) for side in SIDES]
        return {
            (side, frames_of(self.content.linked, side)[place].predicate) for side, place in places if place is not None
        }


@dataclass(frozen=True, slots=True)
class FrameRow:
    """Blocks of the same predicate side by side, from ``top`` on; one of the two may be missing."""

    own: CommentedBlock | None
    compared: CommentedBlock | None
    top: float

    @property
    def height(self) -> float:
        """The height of the higher block."""
        return max(block.height for block in (self.own, self.compared) if block is not None)


def aligned_rows(own: FrameColumn, compared: FrameColumn | None) -> list[FrameRow]:
    """Return a row per block: own blocks with compared ones of the same predicate, then compared blocks alone."""
    others = compared or FrameColumn(own.content, ())
    unmatched = list(others.blocks)
    pairs: list[tuple[CommentedBlock | None, CommentedBlock | None]] = []
    for block in own.blocks:
        here = own.predicates(block.picture.block)
        same = next((each for each in unmatched if here & others.predicates(each.picture.block)), None)
        if same is not None:
            unmatched.remove(same)
        pairs.append((block, same))
    rows: list[FrameRow] = []
    top = TOP
    for own_block, compared_block in (*pairs, *((None, block) for block in unmatched)):
        rows.append(FrameRow(own_block, compared_block, top))
        top += rows[-1].height + BLOCK_GAP
    return rows
