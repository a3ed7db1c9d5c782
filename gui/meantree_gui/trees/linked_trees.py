"""Two tree views that scroll and zoom together: each shows the words that belong to those visible in the other."""

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


def longest_rising(points: Points) -> list[tuple[float, float]]:
    """Return the longest sequence of points that rises in both coordinates; links that cross many others drop out."""
    candidates = sorted(set(points))
    ends: list[float] = []
    chosen: list[int] = []
    before = [-1] * len(candidates)
    for place, (_, y) in enumerate(candidates):
        length = bisect_left(ends, y)
        before[place] = chosen[length - 1] if length else -1
        ends[length : length + 1] = [y]
        chosen[length : length + 1] = [place]
    rising: list[tuple[float, float]] = []
    place = chosen[-1] if chosen else -1
    while place >= 0:
        rising.append(candidates[place])
        place = before[place]
    return rising[::-1]


def matching_position(points: Points, at: float) -> float:
    """Return the position in the second picture that corresponds to ``at`` in the first, by linear interpolation.

    Args:
        points: at least two rising pairs of positions: the ends of both pictures, and corresponding words.
        at: a position in the first picture.
    """
    after = min(max(1, bisect_left([first for first, _ in points], at)), len(points) - 1)
    (first, second), (next_first, next_second) = points[after - 1], points[after]
    share = (at - first) / (next_first - first) if next_first > first else 0.0
    return second + min(1.0, max(0.0, share)) * (next_second - second)


class LinkedTrees(QObject):
    """Lets each tree view follow the other while linking is ``on``.

    Attributes:
        links: pairs of 0-based words, hypothesis and reference, that belong together.
        on: whether the views are linked.
    """

    def __init__(self, hypothesis: TreeView, reference: TreeView) -> None:
        super().__init__(hypothesis)
        self.views = hypothesis, reference
        self.links: tuple[tuple[int, int], ...] = ()
        self._is_following = False
        self.set_on(True)
        for place, view in enumerate(self.views):
            view.scaled.connect(partial(self._follow_scale, place))
            for upright, bar in enumerate(_bars(view)):
                bar.valueChanged.connect(partial(self._follow, place, bool(upright)))

    def set_on(self, wanted: bool) -> None:
        """Link the views, or let them move independently."""
        self.on = wanted
        for view, other in (self.views, self.views[::-1]):
            view.partner = other if wanted else None

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Suspend following while both views are changed."""
        before, self._is_following = self._is_following, True
        try:
            yield
        finally:
            self._is_following = before

    def _follow_scale(self, place: int, scale: float) -> None:
        if self.on and not self._is_following:
            with self.suspended():
                self.views[1 - place].take_scale(scale)

    def _follow(self, place: int, upright: bool, value: int) -> None:
        view, follower = self.views[place], self.views[1 - place]
        if not self.on or self._is_following or follower.content is None or not follower.isVisible():
            return
        bar, other = _bars(view)[upright], _bars(follower)[upright]
        with self.suspended():
            if value in (bar.minimum(), bar.maximum()):  # a picture that is visible as a whole shows both ends
                other.setValue(other.minimum() if value == bar.minimum() else other.maximum())
            elif other.maximum() > other.minimum():
                self._centre(view, follower, place, upright)

    def _centre(self, view: Canvas, follower: Canvas, place: int, upright: bool) -> None:
        here, there = (canvas.mapToScene(canvas.viewport().rect().center()) for canvas in (view, follower))
        wanted = matching_position(self._points(place, upright), here.y() if upright else here.x())
        follower.centerOn(there.x() if upright else wanted, wanted if upright else there.y())

    def _points(self, place: int, upright: bool) -> list[tuple[float, float]]:
        views = self.views[place], self.views[1 - place]
        sizes = [(view.sceneRect().height() if upright else view.sceneRect().width()) for view in views]
        inside = []
        for link in self.links:
            word, partner = views[0].tokens.get(link[place]), views[1].tokens.get(link[1 - place])
            if word is not None and partner is not None:
                here, there = (item.sceneBoundingRect().center() for item in (word, partner))
                inside.append((here.y(), there.y()) if upright else (here.x(), there.x()))
        return [(0.0, 0.0), *longest_rising(inside), (sizes[0], sizes[1])]


def _bars(view: Canvas) -> tuple[QScrollBar, QScrollBar]:
    return view.horizontalScrollBar(), view.verticalScrollBar()


def fit_to_one_scale(views: Sequence[TreeView]) -> None:
    """Show every tree as a whole, all at one scale."""
    scale = min(view.fitting_scale() for view in views)
    for view in views:
        view.fit_at(scale)
