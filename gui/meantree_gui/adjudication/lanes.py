"""Both texts with the contested frame under their words: a lane of bars for all who say the same, and one for gold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from meantree.alignment.linked_frames import frames_of, partner_of
from meantree.analysis.frames import Role, Span
from meantree.comparison.comparison import is_right_to_left
from meantree.corpus.corpus import SIDES, Side
from meantree.escaping import escaped
from meantree.picture.frame_text import Bar, TextPicture, text_picture
from meantree.project.adjudication import frame_at, other_side
from meantree.project.annotation import Annotation
from meantree_gui import theme
from meantree_gui.adjudication.adjudicating import Adjudicating
from meantree_gui.annotation_editor.side_text import BarItem, WordItem
from meantree_gui.trees.flow_canvas import NARROWEST, FlowCanvas
from meantree_gui.trees.painter import font, measure

TITLE_HEIGHT = 20.0
Parts = tuple[tuple[Span, Role | None], ...]
"""Predicate and fillers: their tokens and roles, None for the predicate."""
GOLD = "gold"
"""Stands in the lane of the gold standard; those of the annotators have the keys that take their frames."""


@dataclass(frozen=True, slots=True)
class LaneBar(Bar):
    """A bar that says whose it is."""

    whose: str = ""

    @property
    def label(self) -> str:
        """Whose it is, and its role."""
        return f"{self.whose} {'pred.' if self.role is None else self.role.value}"


class Lanes(FlowCanvas):
    """The frame of the chosen predicate in one text, and what each links it with in the other."""

    def __init__(self, adjudicating: Adjudicating, parent: QWidget | None = None) -> None:
        super().__init__("Both texts with the contested frame", parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.adjudicating = adjudicating
        self.bars: list[BarItem] = []
        adjudicating.changed.connect(self.refresh)

    def height_at(self, width: int) -> int:
        """How many pixels all of it needs in a viewport of that width."""
        room = max(NARROWEST, float(width))
        return round(sum(TITLE_HEIGHT + self._picture(side, room).height for side in SIDES)) + 4

    def refresh(self) -> None:
        """Draw again."""
        scene = self.scene()
        scene.clear()
        self.bars = []
        self.setBackgroundBrush(QColor(theme.current().surface))
        top = 0.0
        if self.adjudicating.current is not None:
            for side in SIDES:
                top = self._draw(side, top)
        scene.setSceneRect(QRectF(0, 0, self.room, top))
        lit = next((bar for bar in self.bars if bar.bar.role is None), None)
        if lit is not None:
            self.ensureVisible(lit, 0, 40)

    def _draw(self, side: Side, top: float) -> float:
        one, chosen = self.adjudicating.current, self.adjudicating.chosen
        words, picture = self.adjudicating.words[side], self._picture(side, self.room)
        name = "" if one is None else one.key.system if side == "hypothesis" else one.key.reference
        title = self.scene().addSimpleText(f"{side.capitalize()} · {escaped(name)}", font("note"))
        title.setBrush(QColor(theme.current().muted))
        title.setPos(12, top + 3)
        is_here = chosen is not None and chosen.contested.side == side
        lit = range(*chosen.contested.predicate) if chosen is not None and is_here else range(0)
        for box in picture.words:
            here = box.index in lit
            item = WordItem(box, words[box.index], selected=here, cursor=here, active=True, marked=False)
            item.moveBy(0, top + TITLE_HEIGHT)
            self.scene().addItem(item)
        for piece in picture.bars:
            bar = BarItem(piece, current=getattr(piece.bar, "whose", "") == GOLD, own=True)
            bar.moveBy(0, top + TITLE_HEIGHT)
            self.scene().addItem(bar)
            self.bars.append(bar)
        return top + TITLE_HEIGHT + picture.height

    def _picture(self, side: Side, room: float) -> TextPicture:
        words = self.adjudicating.words.get(side, ())
        leftwards = is_right_to_left(" ".join(words))
        return text_picture(words, list(self._bars(side)), room, measure, right_to_left=leftwards)

    def _bars(self, side: Side) -> Iterator[Bar]:
        one = self.adjudicating.current
        if one is None:
            return
        lanes: dict[Parts, list[str]] = {}
        for number, annotation in enumerate(one.work.values(), start=1):
            if (parts := self._parts(annotation, side)) is not None:
                lanes.setdefault(parts, []).append(str(number))
        rows = [(",".join(numbers), parts) for parts, numbers in lanes.items()]
        gold = self._parts(one.begun, side)
        for lane, (whose, parts) in enumerate([*rows, (GOLD, gold)] if gold is not None else rows):
            for span, role in parts:
                yield LaneBar(span, role, lane, whose)

    def _parts(self, annotation: Annotation, side: Side) -> Parts | None:
        """The predicate and the fillers of the frame in question; None if there is none."""
        place = self._place(annotation, side)
        if place is None:
            return None
        frame = frames_of(annotation, side)[place]
        return ((frame.predicate, None), *sorted((filler.span, filler.role) for filler in frame.fillers))

    def _place(self, annotation: Annotation, side: Side) -> int | None:
        """The frame of the chosen predicate, or on the other side the one that it is linked with."""
        chosen = self.adjudicating.chosen
        if chosen is None:
            return None
        what = chosen.contested
        place = frame_at(annotation, what.side, what.predicate)
        if place is None or what.side == side:
            return place
        found = partner_of(annotation, other_side(side), (place, None))
        return None if found is None else found[0][0]
