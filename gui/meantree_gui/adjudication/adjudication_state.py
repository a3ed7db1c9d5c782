"""What an adjudicator looks at: the translations, one of them, and in it one contested predicate. No widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Literal, TypeVar

from PySide6.QtCore import QObject, Signal

from meantree.errors import MeantreeError
from meantree.escaping import counted

if TYPE_CHECKING:
    from pathlib import Path

    from meantree.corpus.corpus import Side
    from meantree.project.annotation import Annotation, AnnotationKey
    from meantree.project.annotation_differences import ContestedRow
    from meantree.project.gold_standard import Adjudicated
    from meantree_gui.state.workspace import Workspace


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AdjudicationData:
    """All of it, as it was at one moment.

    Attributes:
        items: the translations, in the order of the segments.
        undecided: how many contested predicates of each nobody decided yet.
        ready: which of them nobody began, with nothing left to decide.
        people: whose work could be compared.
        compared: whose work is.
        left: how many translations who adjudicates has to annotate first, as the project is blind.
    """

    items: tuple[Adjudicated, ...] = ()
    undecided: tuple[int, ...] = ()
    ready: tuple[bool, ...] = ()
    people: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()
    left: int = 0

    def with_item(self, row: int, one: Adjudicated) -> AdjudicationData:
        """Return the same with one translation as it is now."""

        def put(values: tuple[T, ...], value: T) -> tuple[T, ...]:
            return (*values[:row], value, *values[row + 1 :])

        return replace(
            self,
            items=put(self.items, one),
            undecided=put(self.undecided, len(one.undecided)),
            ready=put(self.ready, one.is_ready),
        )


def read_adjudication(path: Path, who: str) -> AdjudicationData:
    """Open the file for it: a connection belongs to its thread.

    Raises:
        MeantreeError: if it cannot be read.
    """
    from meantree.project.file import Project
    from meantree.project.gold_standard import comparable_annotators, compared_annotators, to_adjudicate
    from meantree.project.workload import unfinished_if_blind

    with Project(path, passing=True) as project:
        items = to_adjudicate(project)
        undecided = tuple(len(one.undecided) for one in items)
        ready = tuple(not count and one.is_ready for one, count in zip(items, undecided, strict=True))
        left = unfinished_if_blind(project, who, project.corpus())
        return AdjudicationData(
            items, undecided, ready, comparable_annotators(project), compared_annotators(project), left
        )


def finalize_ready(path: Path, who: str) -> int:
    """Settle what is ready, by a connection of this thread's own; how many these were.

    Raises:
        MeantreeError: if the file cannot be written to.
    """
    from meantree.project.file import Project
    from meantree.project.gold_standard import settle_ready

    with Project(path, passing=True) as project:
        return settle_ready(project, who)


TranslationFilter = Literal["all", "open", "settled"]
GO_THROUGH_ALL = "Shift+PgDown goes through all"


class AdjudicationState(QObject):
    """One translation at a time, and in it one contested predicate.

    Signals:
        was_read: what there is was read from the project, or could not be.
        listed: which translations there are, or how far one of them is.
        changed: what is looked at, or the gold standard of it.
        reported: a short message; empty when the last one is settled.
    """

    was_read = Signal()
    listed = Signal()
    changed = Signal()
    reported = Signal(str)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.found = AdjudicationData()
        self.is_reading = False
        self.listed_states: TranslationFilter = "all"
        self.adjudicator = ""
        self.contested: tuple[ContestedRow, ...] = ()
        self.words: Mapping[Side, tuple[str, ...]] = {}
        self.row: int | None = None
        self.place = 0
        self.confirmed: AnnotationKey | None = None
        self._sought: AnnotationKey | None = None
        self._asked = self._decided = 0

    @property
    def items(self) -> tuple[Adjudicated, ...]:
        """All translations, in the order of the segments."""
        return self.found.items

    @property
    def current(self) -> Adjudicated | None:
        """The translation that is looked at."""
        return None if self.row is None else self.items[self.row]

    @property
    def chosen(self) -> ContestedRow | None:
        """The contested predicate that is looked at."""
        return self.contested[self.place] if self.place < len(self.contested) else None

    @property
    def names(self) -> list[str]:
        """Whose work it has, in the order of the keys that take it."""
        return list(self.current.work) if self.current is not None else []

    def has(self, number: int) -> bool:
        """Whether there is work of so many annotators, counted from 0."""
        return number < len(self.names)

    @property
    def rows(self) -> list[int]:
        """The places of the translations that the list has, of all or of those that are open or settled."""
        return [row for row, one in enumerate(self.items) if self.listed_states in ("all", _state(one))]

    @property
    def settled(self) -> int:
        """How many translations are settled."""
        return sum(bool(one.finalized_by) for one in self.items)

    def undecided(self, row: int) -> int:
        """How many contested predicates of a translation nobody decided yet."""
        return self.found.undecided[row]

    def row_of(self, key: AnnotationKey) -> int | None:
        """The place of a translation, None if it is not there."""
        return next((row for row, one in enumerate(self.items) if one.key == key), None)

    def score(self, annotation: Annotation) -> float | None:
        """HMEANT of an annotation of the translation that is looked at; None if undefined."""
        from meantree.project.annotation_scores import score_of

        try:
            return score_of(annotation, self.words)
        except ValueError:  # spans beyond the words, from elsewhere
            return None

    # Reading

    def forget(self) -> None:
        """Another project is open, of which nothing was read yet."""
        self._asked += 1
        self.is_reading = False
        self._show(AdjudicationData())

    def load(self) -> None:
        """Read from the project what there is, in the background; what was looked at still is."""
        project = self.workspace.project
        if project is None:
            self.forget()
            return
        self._asked += 1
        self.is_reading = True
        path, who = project.path, self.adjudicator
        take, fail = partial(self._take, self._asked, self._decided), partial(self._fail, self._asked)
        self.workspace.background.run(lambda _work: read_adjudication(path, who), take, fail)

    def reread(self, key: AnnotationKey) -> bool:
        """Read one translation again at once; whether it is still there.

        Raises:
            MeantreeError: if the file cannot be read.
        """
        row = self.read_item(key)
        if row is None:
            return False
        self.read_beside(key)
        place = self.place if row == self.row else 0
        self.open_row(row)
        self.place = place if place < len(self.contested) else 0
        return True

    def read_item(self, key: AnnotationKey) -> int | None:
        """Read one translation again without looking at it; its row, None if it is not there."""
        from meantree.project.gold_standard import adjudicated

        project = self.workspace.project
        row = self.row_of(key)
        one = adjudicated(project, key) if project is not None and row is not None else None
        if one is None or row is None:
            return None
        self.found = self.found.with_item(row, one)
        return row

    def read_beside(self, key: AnnotationKey) -> None:
        """Read the other translations over the same reference again; what is decided of that holds for all."""
        from meantree.project.reference_frames import reference_key

        for one in self.items:
            if one.key != key and reference_key(one.key) == reference_key(key):
                self.read_item(one.key)

    def _take(self, asked: int, decided: int, found: AdjudicationData) -> None:
        if asked != self._asked:
            return  # something else was asked for since
        if self._decided != decided:  # meanwhile
            self.load()
            return
        self.is_reading = False
        self._show(found)

    def _fail(self, asked: int, error: BaseException) -> None:
        if not isinstance(error, MeantreeError):
            self.workspace.background.failed.emit(error)
        if asked == self._asked:
            self.is_reading = False
            self._show(AdjudicationData())
            self.reported.emit(str(error))

    def _show(self, found: AdjudicationData) -> None:
        key, before = self.current.key if self.current is not None else None, self.chosen
        self.row = None
        self.found = found
        sought, self._sought = self._sought, None
        place = None if key is None else self.row_of(key)
        if sought is not None:
            alike = (row for row, one in enumerate(self.items) if replace(one.key, annotator="") == sought)
            place = next(alike, place)
        if place is None:
            place = self.next_row(0)
        self.open_row(place if place is not None or not self.items else 0)
        places = [one.contested.place for one in self.contested]
        if before is not None and before.contested.place in places:
            self.place = places.index(before.contested.place)
        self.listed.emit()
        self.changed.emit()
        self.was_read.emit()

    # Moving

    def list_only(self, wanted: TranslationFilter) -> None:
        """List all translations, or those that are open or settled."""
        self.listed_states = wanted
        if self.row not in self.rows:
            self.open_row(next(iter(self.rows), None))
        self.listed.emit()
        self.changed.emit()

    def look_at(self, row: int) -> None:
        """Look at another translation."""
        if row != self.row:
            self.reported.emit("")
            self.open_row(row)
            self.changed.emit()

    def look_for(self, key: AnnotationKey) -> None:
        """Look at the translation of somebody's annotation, if the list has it; as soon as it is read."""
        self._sought = replace(key, annotator="") if self.is_reading else None
        for row in self.rows:
            if replace(self.items[row].key, annotator="") == replace(key, annotator=""):
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

    def next_open(self, by: int = 1, told: str = "") -> None:
        """To the next translation that is not settled, or the one before; from the last one to the first.

        Args:
            by: 1, or -1 for the one before.
            told: what was done before.
        """
        start = (self.row or 0) + by
        row = self.next_row(start, by) if self.items else None
        if row is None or row == self.row:
            is_left = any(not one.finalized_by for one in self.items)
            note = f"{'no other translation is open' if is_left else 'everything is settled'}; {GO_THROUGH_ALL}"
        else:
            passed = (row - start) * by % len(self.items)
            note = f"passed over {counted(passed, 'settled translation')}; {GO_THROUGH_ALL}" if passed else ""
            self.look_at(row)
            self.listed.emit()
        self.reported.emit("; ".join(filter(None, (told, note))))

    def open_row(self, row: int | None) -> None:
        """Look at a translation, at its first contested predicate; the caller tells so."""
        self.row, self.place, self.confirmed = row, 0, None
        one, corpus = self.current, self.workspace.corpus
        self.words = {}
        if one is not None and corpus is not None:
            segment = corpus.segments[corpus.places[one.key.segment]]
            mine, theirs = segment.hypotheses[one.key.system], segment.references[one.key.reference]
            self.words = {"hypothesis": mine.tokens or (), "reference": theirs.tokens or ()}
        self.tell_contested()

    def tell_contested(self) -> None:
        """Say what is contested, and after it what the gold standard says otherwise than all."""
        from meantree.project.annotation_differences import contested_rows, overruled_rows

        one = self.current
        self.contested = contested_rows(one.work, self.words) if one is not None and self.words else ()
        if one is not None and one.gold is not None and self.words:
            self.contested += overruled_rows(one.work, one.gold, self.words)
        self.place = min(self.place, max(0, len(self.contested) - 1))

    @property
    def overruled(self) -> int:
        """Of how many predicates the gold standard says something else than all annotators."""
        return sum(bool(one.gold) for one in self.contested)

    def next_row(self, start: int, by: int = 1) -> int | None:
        """The first translation that is open from a place on, around the end; None if all are settled."""
        size = len(self.items)
        order = [(start + by * step) % size for step in range(size)]
        return next((row for row in order if not self.items[row].finalized_by), None)


def _state(one: Adjudicated) -> TranslationFilter:
    return "settled" if one.finalized_by else "open"
