"""Two trees that scroll and zoom as one: where one is looked at, the other shows the words that belong there."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QScrollBar

from meantree_gui.trees.picture_canvas import Canvas
from meantree_gui.trees.tree_view import TreeView

Points = Sequence[tuple[float, float]]


def ordered(points: Points) -> list[tuple[float, float]]:
    """The longest part of the points that rises on both sides: links that cross most others are left out."""
    found = sorted(set(points))
    ends: list[float] = []
    chosen: list[int] = []
    before = [-1] * len(found)
    for place, (_, y) in enumerate(found):
        length = bisect_left(ends, y)
        before[place] = chosen[length - 1] if length else -1
        ends[length : length + 1] = [y]
        chosen[length : length + 1] = [place]
    rising: list[tuple[float, float]] = []
    place = chosen[-1] if chosen else -1
    while place >= 0:
        rising.append(found[place])
        place = before[place]
    return rising[::-1]


def followed(points: Points, at: float) -> float:
    """Where the other picture is to be looked at: between the points on both sides of ``at``, in proportion.

    Args:
        points: rising, two at least: the ends of both pictures and what belongs together between them.
        at: a place in the first picture.
    """
    after = min(max(1, bisect_left([one for one, _ in points], at)), len(points) - 1)
    (one, other), (next_one, next_other) = points[after - 1], points[after]
    share = (at - one) / (next_one - one) if next_one > one else 0.0
    return other + min(1.0, max(0.0, share)) * (next_other - other)


class LinkedTrees(QObject):
    """Lets one tree follow the other as long as it is ``on``.

    Attributes:
        links: which words of the two belong together.
        on: whether they are linked.
    """

    def __init__(self, one: TreeView, two: TreeView) -> None:
        super().__init__(one)
        self.views = one, two
        self.links: tuple[tuple[int, int], ...] = ()
        self._is_following = False
        self.set_on(True)
        for place, view in enumerate(self.views):
            view.scaled.connect(partial(self._follow_scale, place))
            for upright, bar in enumerate(_bars(view)):
                bar.valueChanged.connect(partial(self._follow, place, bool(upright)))

    def set_on(self, wanted: bool) -> None:
        """Link them, or let each be by itself."""
        self.on = wanted
        for view, other in (self.views, self.views[::-1]):
            view.beside = other if wanted else None

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Nobody follows meanwhile: both are moved."""
        before, self._is_following = self._is_following, True
        try:
            yield
        finally:
            self._is_following = before

    def _follow_scale(self, place: int, scale: float) -> None:
        if self.on and not self._is_following:
            with self.apart():
                self.views[1 - place].take_scale(scale)

    def _follow(self, place: int, upright: bool, value: int) -> None:
        mine, theirs = self.views[place], self.views[1 - place]
        if not self.on or self._is_following or theirs.content is None or not theirs.isVisible():
            return
        bar, other = _bars(mine)[upright], _bars(theirs)[upright]
        with self.apart():
            if value in (bar.minimum(), bar.maximum()):  # whole pictures have both ends in sight
                other.setValue(other.minimum() if value == bar.minimum() else other.maximum())
            elif other.maximum() > other.minimum():
                self._centre(mine, theirs, place, upright)

    def _centre(self, mine: Canvas, theirs: Canvas, place: int, upright: bool) -> None:
        here, there = (view.mapToScene(view.viewport().rect().center()) for view in (mine, theirs))
        wanted = followed(self._points(place, upright), here.y() if upright else here.x())
        theirs.centerOn(there.x() if upright else wanted, wanted if upright else there.y())

    def _points(self, place: int, upright: bool) -> list[tuple[float, float]]:
        mine, theirs = self.views[place], self.views[1 - place]
        sizes = [(view.sceneRect().height() if upright else view.sceneRect().width()) for view in (mine, theirs)]
        inside = []
        for link in self.links:
            one, two = mine.tokens.get(link[place]), theirs.tokens.get(link[1 - place])
            if one is not None and two is not None:
                here, there = (word.sceneBoundingRect().center() for word in (one, two))
                inside.append((here.y(), there.y()) if upright else (here.x(), there.x()))
        return [(0.0, 0.0), *ordered(inside), (sizes[0], sizes[1])]


def _bars(view: Canvas) -> tuple[QScrollBar, QScrollBar]:
    return view.horizontalScrollBar(), view.verticalScrollBar()


def fit_as_one(views: Sequence[TreeView]) -> None:
    """Show all of every tree, at one scale."""
    scale = min(view.fitting_scale() for view in views)
    for view in views:
        view.fit_at(scale)
