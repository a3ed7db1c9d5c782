"""The list of frames: each aligned pair with its parts as chips and the links between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPen
from PySide6.QtWidgets import QWidget

from meantree.alignment.linked_frames import Block, LinkedFrames, frames_of
from meantree.analysis.frames import Part, Span
from meantree.comparison.comparison import ComparedFrames, is_right_to_left
from meantree.corpus.corpus import SIDES, Side
from meantree.escaping import escaped
from meantree.picture.frame_picture import BLOCK_GAP, TOP, BlockPicture, CommentedBlock, CommentLine, commented_blocks
from meantree.project.adjudication import differs
from meantree.project.annotation import Annotation, State
from meantree_gui import theme
from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor
from meantree_gui.annotation_editor.frame_editor import FrameEditor
from meantree_gui.trees.graphics_items import GroupItem, first_key_of, frame_item
from meantree_gui.trees.painter import font, measure
from meantree_gui.trees.picture_canvas import FlowCanvas


@dataclass(frozen=True, slots=True)
class Column:
    """All frames of one annotator as they are drawn."""

    frames: LinkedFrames
    blocks: Sequence[CommentedBlock]

    def predicates(self, block: Block) -> set[tuple[Side, Span]]:
        """The words that the frames of a block are of."""
        places = [(side, block.place(side)) for side in SIDES]
        return {(side, frames_of(self.frames, side)[place].predicate) for side, place in places if place is not None}


@dataclass(frozen=True, slots=True)
class Row:
    """What stands beside each other from ``top`` on; one of the two may be missing."""

    own: CommentedBlock | None
    other: CommentedBlock | None
    top: float

    @property
    def height(self) -> float:
        """Of the higher one."""
        return max(block.height for block in (self.own, self.other) if block is not None)


def rows(own: Column, other: Column | None) -> list[Row]:
    """The own frames in their order, each beside the other's of the same predicate; then those of the other alone."""
    left = list(other.blocks) if other is not None else []
    pairs: list[tuple[CommentedBlock | None, CommentedBlock | None]] = []
    for block in own.blocks:
        wanted = own.predicates(block.picture.block)
        same = next((one for one in left if other and wanted & other.predicates(one.picture.block)), None)
        if same is not None:
            left.remove(same)
        pairs.append((block, same))
    found: list[Row] = []
    top = TOP
    for mine, theirs in (*pairs, *((None, one) for one in left)):
        found.append(Row(mine, theirs, top))
        top += found[-1].height + BLOCK_GAP
    return found


class EditedFramesView(FlowCanvas):
    """Clicks choose a part or turn a link, a drag from chip to chip links; a second annotator stands at the right."""

    def __init__(self, editor: AnnotationEditor, parent: QWidget | None = None) -> None:
        super().__init__("Frames of hypothesis and reference", parent)
        self.editor = editor
        editor.changed.connect(self.follow)
        editor.selection.comparison_changed.connect(self.follow)
        self.chips: dict[tuple[Side, Part], GroupItem] = {}
        self.links: dict[tuple[Part, Part], GroupItem] = {}
        self._rows: list[Row] = []
        self._drawn: tuple[object, ...] | None = None
        self._laid_out: list[tuple[Annotation, float, ComparedFrames, tuple[CommentedBlock, ...]]] = []
        self._pressed: tuple[Side, Part] | None = None

    def follow(self, _view: object = None) -> None:
        """Draw again where something of it changed: most keys move the cursor within what is drawn."""
        if self._looks() != self._drawn:
            self.refresh()

    def _looks(self) -> tuple[object, ...]:
        """What the picture depends on."""
        frame_editor = self.editor.frame_editor
        if frame_editor is None:
            return (self.editor.key,)
        parts = [frame_editor.part(side) for side in SIDES]
        doubts = self.editor.selection.doubts
        return (
            self.editor.key,
            frame_editor.annotation,
            frame_editor.compared,
            self.room,
            frame_editor.side,
            frame_editor.block,
            parts,
            doubts,
        )

    def refresh(self) -> None:
        """Draw again."""
        self._drawn = self._looks()
        scene = self.scene()
        scene.clear()
        self.chips, self.links, self._rows = {}, {}, []
        self.setBackgroundBrush(QColor(theme.current().surface))
        frame_editor, height = self.editor.frame_editor, 4.0
        if frame_editor is not None:
            height = self._draw(frame_editor)
        scene.setSceneRect(QRectF(0, 0, self.room, height))
        self._show_present()

    def _show_present(self) -> None:
        """Bring the present frame into sight, and the chip under the cursor where the frame is higher than the room."""
        frame_editor = self.editor.frame_editor
        if frame_editor is None or frame_editor.block is None or frame_editor.block >= len(self._rows):
            return
        row = self._rows[frame_editor.block]
        self.ensureVisible(QRectF(0, row.top, 10, row.height), 0, 4)
        present = frame_editor.part(frame_editor.side)
        if present is not None and (chip := self.chips.get((frame_editor.side, present))) is not None:
            self.ensureVisible(chip, 0, 4)

    def _draw(self, frame_editor: FrameEditor) -> float:
        """Draw the frames of the editor, those of another annotator beside; how high that is."""
        room = self.room if frame_editor.compared is None else self.room / 2
        (own, blocks), other, right = self._layout(frame_editor, frame_editor.annotation, room), None, None
        if frame_editor.compared is not None:
            other, others = self._layout(frame_editor, frame_editor.compared, room)
            right = Column(frame_editor.compared, others)
        self._rows = rows(Column(frame_editor.annotation, blocks), right)
        for row in self._rows:
            if row.own is not None:
                self._draw_block(frame_editor, own, row.own, QPointF(0, row.top - row.own.picture.top), own=True)
            if row.other is not None and other is not None:
                self._draw_block(
                    frame_editor, other, row.other, QPointF(room, row.top - row.other.picture.top), own=False
                )
        height = self._rows[-1].top + self._rows[-1].height if self._rows else 4.0
        if right is not None:
            self.scene().addLine(room, 4, room, height, QPen(QColor(theme.current().line), 1))
        return height

    def _layout(
        self, frame_editor: FrameEditor, annotation: Annotation, room: float
    ) -> tuple[ComparedFrames, tuple[CommentedBlock, ...]]:
        """An annotation in a room; the last two are remembered, as cursors move more often than frames change."""
        for known, width, content, blocks in self._laid_out:
            if (
                known is annotation
                and width == room
                and content.with_doubts == self._has_doubts(frame_editor, annotation)
            ):
                return content, blocks
        content = self._content(frame_editor, annotation)
        said = {place: escaped(" ".join(text.split())) for place, text in annotation.remarks.items()}
        blocks = commented_blocks(content, room, measure, said)
        self._laid_out = [(annotation, room, content, blocks), *self._laid_out[:1]]
        return content, blocks

    def _content(self, frame_editor: FrameEditor, annotation: Annotation) -> ComparedFrames:
        from meantree.project.scored import marks_of  # it brings readers of files, which the window starts without

        leftwards = is_right_to_left(" ".join(frame_editor.words["hypothesis"]))
        marks = marks_of(annotation, frame_editor.words)
        sure = self.editor.senses.probabilities(annotation) if annotation is frame_editor.annotation else {}
        doubts = self._has_doubts(frame_editor, annotation)
        return ComparedFrames(
            annotation, frame_editor.words, marks, right_to_left=leftwards, probabilities=sure, with_doubts=doubts
        )

    def _has_doubts(self, frame_editor: FrameEditor, annotation: Annotation) -> bool:
        """Whether improbable parts have a sign: until the annotator has finished."""
        return self.editor.selection.doubts and annotation is frame_editor.annotation and annotation.state is State.OPEN

    def _draw_block(
        self, frame_editor: FrameEditor, content: ComparedFrames, one: CommentedBlock, by: QPointF, *, own: bool
    ) -> None:
        """Draw a block so far from where it was laid out."""
        block = one.picture
        present = own and block.number - 1 == frame_editor.block
        self._draw_title(frame_editor, content.linked, block, by, own=own, present=present)
        links = {(link.hypothesis, link.reference): frame_item(content, link) for link in block.links}
        chips = {(chip.side, chip.part): frame_item(content, chip) for chip in block.chips}
        for item in (*links.values(), *chips.values()):
            item.moveBy(by.x(), by.y())
            self.scene().addItem(item)
        for line in one.remarks:
            self._draw_remark(line, by)
        if not own:
            return
        for (side, part), item in chips.items():
            item.set_state(focused=present and frame_editor.part(side) == part)
            if sense := self.editor.senses.tip(frame_editor, side, part):
                item.setToolTip(f"{item.toolTip()}\n{sense}")
        self.links |= links
        self.chips |= chips

    def _draw_remark(self, line: CommentLine, by: QPointF) -> None:
        text = self.scene().addSimpleText(line.text, font("note"))
        text.setBrush(QColor(theme.current().accent))
        text.setPos(by + QPointF(line.x, line.y))

    def _draw_title(
        self,
        frame_editor: FrameEditor,
        frames: LinkedFrames,
        block: BlockPicture,
        by: QPointF,
        *,
        own: bool,
        present: bool,
    ) -> None:
        palette = theme.current()
        text = f"{block.number}  {block.title}"
        if frame_editor.compared is not None and _differ(frame_editor, frames, block.block):
            text += "   ≠"
        title = self.scene().addSimpleText(("▸ " if present else "") + text, font("note"))
        title.setBrush(QColor(palette.accent if present else palette.text if own else palette.muted))
        title.setPos(by + QPointF(12, block.top + 3))

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mousePressEvent: choose a part, or turn a link from correct to partial and back."""
        self.setFocus()
        chip, link = self._at(event.position().toPoint())
        if chip is not None:
            self._pressed = side, part = chip
            self.editor.edit(lambda frame_editor: frame_editor.choose_part(side, part))
        elif link is not None and event.button() == Qt.MouseButton.LeftButton:
            one, two = link
            self.editor.edit(lambda frame_editor: frame_editor.turn_link(one, two))
        if event.button() == Qt.MouseButton.RightButton:
            self.menu_wanted.emit(event.globalPosition().toPoint())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseMoveEvent: nothing is dragged about."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseReleaseEvent: link what the mouse was dragged between."""
        pressed, self._pressed = self._pressed, None
        chip, _ = self._at(event.position().toPoint())
        if pressed is None or chip is None or chip[0] == pressed[0]:
            return
        (_, one), (_, two) = (pressed, chip) if pressed[0] == "hypothesis" else (chip, pressed)
        self.editor.edit(lambda frame_editor: frame_editor.link_parts(one, two))

    def _at(self, point: QPoint) -> tuple[tuple[Side, Part] | None, tuple[Part, Part] | None]:
        found = self.items(point)
        return first_key_of(self.chips, found), first_key_of(self.links, found)


def _differ(frame_editor: FrameEditor, frames: LinkedFrames, block: Block) -> bool:
    """Whether the two annotators differ in a frame of the block."""
    if frame_editor.compared is None:
        return False
    sides: tuple[Side, Side] = ("hypothesis", "reference")
    for side in sides:
        place = block.place(side)
        if place is not None:
            predicate = frames_of(frames, side)[place].predicate
            if differs(frame_editor.annotation, frame_editor.compared, side, predicate):
                return True
    return False
