"""What an adjudicator looks at: the translations, one of them, and in it one contested predicate. No widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from meantree.corpus.model import Side
    from meantree.project.annotation import Annotation, AnnotationKey
    from meantree.project.contested_words import ToldContested
    from meantree.project.gold_standard import Adjudicated
    from meantree_gui.state.workspace import Workspace

Wanted = Literal["all", "open", "settled"]


class Looking(QObject):
    """One translation at a time, and in it one contested predicate.

    Signals:
        listed: which translations there are, or how far one of them is.
        changed: what is looked at, or the gold standard of it.
        told: a short message; empty when the last one is settled.
    """

    listed = Signal()
    changed = Signal()
    told = Signal(str)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.items: tuple[Adjudicated, ...] = ()
        self.wanted: Wanted = "all"
        self.who = ""
        self.contested: tuple[ToldContested, ...] = ()
        self.words: Mapping[Side, tuple[str, ...]] = {}
        self.row: int | None = None
        self.place = 0
        self._counts: tuple[int, ...] = ()
        self._alike: tuple[bool, ...] = ()
        self.confirmed: AnnotationKey | None = None

    @property
    def current(self) -> Adjudicated | None:
        """The translation that is looked at."""
        return None if self.row is None else self.items[self.row]

    @property
    def chosen(self) -> ToldContested | None:
        """The contested predicate that is looked at."""
        return self.contested[self.place] if self.place < len(self.contested) else None

    @property
    def rows(self) -> list[int]:
        """The places of the translations that the list has, of all or of those that are open or settled."""
        return [row for row, one in enumerate(self.items) if self.wanted in ("all", _state(one))]

    @property
    def settled(self) -> int:
        """How many translations are settled."""
        return sum(bool(one.settled_by) for one in self.items)

    def count(self, row: int) -> int:
        """How many predicates of a translation are contested."""
        return self._counts[row]

    def score(self, annotation: Annotation) -> float | None:
        """HMEANT of an annotation of the translation that is looked at; None if undefined."""
        from meantree.project.scored import score_of

        try:
            return score_of(annotation, self.words)
        except ValueError:  # spans beyond the words, from elsewhere
            return None

    def load(self) -> None:
        """Read from the project what there is; what was looked at still is.

        Raises:
            MeantreeError: if the file cannot be read.
        """
        from meantree.project.gold_standard import to_adjudicate

        key = self.current.key if self.current is not None else None
        project, before = self.workspace.project, self.chosen
        self.row = None
        self.items = to_adjudicate(project) if project is not None else ()
        self._counts = tuple(len(one.contested) for one in self.items)
        self._alike = tuple(not count and one.is_agreed for one, count in zip(self.items, self._counts, strict=True))
        place = {one.key: row for row, one in enumerate(self.items)}.get(key) if key is not None else None
        if place is None:
            place = self.next_row(0)
        self.open_row(place if place is not None or not self.items else 0)
        found = [(one.contested.side, one.contested.predicate) for one in self.contested]
        if before is not None and (there := (before.contested.side, before.contested.predicate)) in found:
            self.place = found.index(there)
        self.listed.emit()
        self.changed.emit()

    def list_only(self, wanted: Wanted) -> None:
        """List all translations, or those that are open or settled."""
        self.wanted = wanted
        if self.row not in self.rows:
            self.open_row(next(iter(self.rows), None))
        self.listed.emit()
        self.changed.emit()

    def look_at(self, row: int) -> None:
        """Look at another translation."""
        if row != self.row:
            self.told.emit("")
            self.open_row(row)
            self.changed.emit()

    def look_for(self, key: AnnotationKey) -> None:
        """Look at the translation of somebody's annotation, if the list has it."""
        sought = replace(key, annotator="")
        for row in self.rows:
            if replace(self.items[row].key, annotator="") == sought:
                self.look_at(row)

    def choose(self, place: int) -> None:
        """Look at another contested predicate of this translation."""
        if place != self.place and 0 <= place < len(self.contested):
            self.place = place
            self.changed.emit()

    def step(self, by: int) -> None:
        """To the next contested predicate, or the one before."""
        if self.contested:
            self.choose((self.place + by) % len(self.contested))

    def next_open(self, by: int = 1) -> None:
        """To the next translation that is not settled, or the one before; from the last one to the first."""
        row = self.next_row((self.row or 0) + by, by) if self.items else None
        if row is None or row == self.row:
            left = sum(not one.settled_by for one in self.items)
            self.told.emit("no other translation is open" if left else "everything is settled")
        else:
            self.look_at(row)
            self.listed.emit()

    def open_row(self, row: int | None) -> None:
        """Look at a translation, at its first contested predicate; the caller tells so."""
        from meantree.project.contested_words import told_contested

        self.row, self.place, self.confirmed = row, 0, None
        one, corpus = self.current, self.workspace.corpus
        self.words, self.contested = {}, ()
        if one is not None and corpus is not None:
            segment = corpus.segments[corpus.places[one.key.segment]]
            mine, theirs = segment.hypotheses[one.key.system], segment.references[one.key.reference]
            self.words = {"hypothesis": mine.tokens or (), "reference": theirs.tokens or ()}
            self.contested = told_contested(one.work, self.words)

    def next_row(self, start: int, by: int = 1) -> int | None:
        """The first translation that is open from a place on, around the end; None if all are settled."""
        size = len(self.items)
        order = [(start + by * step) % size for step in range(size)]
        return next((row for row in order if not self.items[row].settled_by), None)


def _state(one: Adjudicated) -> Wanted:
    return "settled" if one.settled_by else "open"
