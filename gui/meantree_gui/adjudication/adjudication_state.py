"""The translations to adjudicate, the selected one, and its selected contested predicate. No widgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Literal, TypeVar

from PySide6.QtCore import QObject, Signal

from meantree.errors import MeantreeError
from meantree.escaping import counted

if TYPE_CHECKING:
    from pathlib import Path

    from meantree.annotation.differences import ContestedRow
    from meantree.annotation.frame_annotation import Annotation, AnnotationKey
    from meantree.corpus.corpus import Side
    from meantree.project.gold_standard import Adjudicated
    from meantree_gui.state.workspace import Workspace


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AdjudicationData:
    """All there is to adjudicate, as read at one moment.

    Attributes:
        items: the translations, in the order of the segments.
        undecided: the number of decisions left in each translation.
        ready: whether each translation is not started yet and has nothing to decide.
        people: the annotators who can be compared.
        compared: the annotators who are compared.
        unfinished: the annotator who has to finish first, as the project is blind: the adjudicator, or the one whose
            name is chosen in the window; empty if nobody has to.
        left: the number of that annotator's unfinished translations.
    """

    items: tuple[Adjudicated, ...] = ()
    undecided: tuple[int, ...] = ()
    ready: tuple[bool, ...] = ()
    people: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()
    unfinished: str = ""
    left: int = 0

    def with_item(self, row: int, item: Adjudicated) -> AdjudicationData:
        """Return the data with one translation replaced."""

        def put(values: tuple[T, ...], value: T) -> tuple[T, ...]:
            return (*values[:row], value, *values[row + 1 :])

        return replace(
            self,
            items=put(self.items, item),
            undecided=put(self.undecided, undecided_count(item)),
            ready=put(self.ready, item.is_ready),
        )


def undecided_count(item: Adjudicated) -> int:
    """Return how many decisions are left: alternatives are decided at once."""
    from meantree.annotation.adjudication import alternatives

    return len(alternatives(item.undecided))


def read_adjudication(path: Path, viewers: Sequence[str]) -> AdjudicationData:
    """Read all there is to adjudicate, through a connection of this thread.

    Args:
        viewers: the names under which the user looks at it: the adjudicator and the annotator in the window.

    Raises:
        MeantreeError: if the file cannot be read.
    """
    from meantree.project.blindness import unfinished_if_blind
    from meantree.project.file import Project
    from meantree.project.gold_standard import comparable_annotators, compared_annotators, to_adjudicate

    with Project(path, passing=True) as project:
        items = to_adjudicate(project)
        undecided = tuple(map(undecided_count, items))
        ready = tuple(not count and item.is_ready for item, count in zip(items, undecided, strict=True))
        corpus = project.corpus()
        left = {name: unfinished_if_blind(project, name, corpus) for name in viewers}
        name = next(filter(left.__getitem__, viewers), "")
        people, compared = comparable_annotators(project), compared_annotators(project)
        return AdjudicationData(items, undecided, ready, people, compared, name, left.get(name, 0))


def finalize_ready(path: Path, adjudicator: str) -> int:
    """Finalize the translations that are ready, through a connection of this thread, and return their number.

    Raises:
        MeantreeError: if the file cannot be written to.
    """
    from meantree.project.file import Project
    from meantree.project.gold_standard import finalize_ready

    with Project(path, passing=True) as project:
        return finalize_ready(project, adjudicator)


TranslationFilter = Literal["all", "open", "finalized"]
GO_THROUGH_ALL = "Shift+PgDown goes through all"


class AdjudicationState(QObject):
    """Selects one translation and one of its contested predicates.

    Attributes:
        is_reading: whether it is being read in the background.
        listed_states: the translations that the list has.
        adjudicator: the name under which decisions are saved; empty if not chosen yet.
        contested: the contested predicates of the selected translation, and those that the gold standard overrules.
        words: the tokens of both texts of the selected translation.
        row: the 0-based place of the selected translation in ``items``; ``None`` if there is none.
        place: the 0-based place of the selected predicate in ``contested``.
        confirmed: the translation whose next attempt to finalize is not questioned.

    Signals:
        loaded: the data was read from the project, or could not be.
        list_changed: the list of translations, or the state of one, changed.
        changed: the selection, or the gold standard of the selected translation, changed.
        reported: a short message; empty to clear the last one.
    """

    loaded = Signal()
    list_changed = Signal()
    changed = Signal()
    reported = Signal(str)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.data = AdjudicationData()
        self.is_reading = False
        self.listed_states: TranslationFilter = "all"
        self.adjudicator = ""
        self.contested: tuple[ContestedRow, ...] = ()
        self.words: Mapping[Side, tuple[str, ...]] = {}
        self.row: int | None = None
        self.place = 0
        self.confirmed: AnnotationKey | None = None
        self._wanted_key: AnnotationKey | None = None
        self._requests = self._decisions = 0

    @property
    def items(self) -> tuple[Adjudicated, ...]:
        """All translations, in the order of the segments."""
        return self.data.items

    @property
    def current(self) -> Adjudicated | None:
        """The selected translation; ``None`` if there is none."""
        return None if self.row is None else self.items[self.row]

    @property
    def chosen(self) -> ContestedRow | None:
        """The selected contested predicate; ``None`` if there is none."""
        return self.contested[self.place] if self.place < len(self.contested) else None

    @property
    def names(self) -> list[str]:
        """The annotators of the selected translation, in the order of the keys 1–9."""
        return list(self.current.work) if self.current is not None else []

    def has_annotator(self, number: int) -> bool:
        """Whether the selected translation has an annotator of that 0-based number."""
        return number < len(self.names)

    @property
    def listed_rows(self) -> list[int]:
        """The 0-based places of the listed translations: of all, of the open or of the finalized ones."""
        return [row for row, item in enumerate(self.items) if self.listed_states in ("all", _state(item))]

    @property
    def finalized(self) -> int:
        """The number of finalized translations."""
        return sum(bool(item.finalized_by) for item in self.items)

    def undecided(self, row: int) -> int:
        """Return the number of undecided contested predicates of a translation."""
        return self.data.undecided[row]

    def row_of(self, key: AnnotationKey) -> int | None:
        """Return the place of a translation; ``None`` if it is not to be adjudicated."""
        return next((row for row, item in enumerate(self.items) if item.key == key), None)

    def score(self, annotation: Annotation) -> float | None:
        """Return the HMEANT of an annotation of the selected translation; ``None`` if undefined."""
        from meantree.annotation.annotation_scores import score_of

        try:
            return score_of(annotation, self.words)
        except ValueError:  # spans beyond the words, in a file from elsewhere
            return None

    # Reading

    def forget(self) -> None:
        """Clear everything, as another project is open."""
        self._requests += 1
        self.is_reading = False
        self._show(AdjudicationData())

    def load(self) -> None:
        """Read the project in the background; the selection stays."""
        project = self.workspace.project
        if project is None:
            self.forget()
            return
        self._requests += 1
        self.is_reading = True
        path, viewers = project.path, (self.adjudicator, self.workspace.annotator)
        show, fail = partial(self._show_read, self._requests, self._decisions), partial(self._fail, self._requests)
        self.workspace.background.run(lambda _work: read_adjudication(path, viewers), show, fail)

    def reread(self, key: AnnotationKey) -> bool:
        """Read one translation again now and select it; return whether it still exists.

        Raises:
            MeantreeError: if the file cannot be read.
        """
        row = self.read_item(key)
        if row is None:
            return False
        self.read_sharing(key)
        place = self.place if row == self.row else 0
        self.open_row(row)
        self.place = place if place < len(self.contested) else 0
        return True

    def read_item(self, key: AnnotationKey) -> int | None:
        """Read one translation again without selecting it; return its row, or ``None`` if it is gone."""
        from meantree.project.gold_standard import adjudicated

        project = self.workspace.project
        row = self.row_of(key)
        item = adjudicated(project, key) if project is not None and row is not None else None
        if item is None or row is None:
            return None
        self.data = self.data.with_item(row, item)
        return row

    def read_sharing(self, key: AnnotationKey) -> None:
        """Read the other translations of the same reference again, as its decisions apply to all of them."""
        from meantree.annotation.reference_frames import reference_key

        for item in self.items:
            if item.key != key and reference_key(item.key) == reference_key(key):
                self.read_item(item.key)

    def _show_read(self, request: int, decisions: int, data: AdjudicationData) -> None:
        if request != self._requests:
            return  # a newer request is running
        if self._decisions != decisions:  # a decision was made while reading
            self.load()
            return
        self.is_reading = False
        self._show(data)

    def _fail(self, request: int, error: BaseException) -> None:
        if not isinstance(error, MeantreeError):
            self.workspace.background.failed.emit(error)
        if request == self._requests:
            self.is_reading = False
            self._show(AdjudicationData())
            self.reported.emit(str(error))

    def _show(self, data: AdjudicationData) -> None:
        key, before = self.current.key if self.current is not None else None, self.chosen
        self.row = None
        self.data = data
        wanted, self._wanted_key = self._wanted_key, None
        place = None if key is None else self.row_of(key)
        if wanted is not None:
            same = (row for row, item in enumerate(self.items) if replace(item.key, annotator="") == wanted)
            place = next(same, place)
        if place is None:
            place = self.next_open_row(0)
        self.open_row(place if place is not None or not self.items else 0)
        places = [contested.contested.place for contested in self.contested]
        if before is not None and before.contested.place in places:
            self.place = places.index(before.contested.place)
        self.list_changed.emit()
        self.changed.emit()
        self.loaded.emit()

    # Moving

    def list_only(self, states: TranslationFilter) -> None:
        """List all translations, the open or the finalized ones."""
        self.listed_states = states
        if self.row not in self.listed_rows:
            self.open_row(next(iter(self.listed_rows), None))
        self.list_changed.emit()
        self.changed.emit()

    def select_row(self, row: int) -> None:
        """Select another translation, also if another one was wanted as soon as the data is read."""
        self._wanted_key = None
        if row != self.row:
            self.reported.emit("")
            self.open_row(row)
            self.changed.emit()

    def select_translation(self, key: AnnotationKey) -> None:
        """Select the translation of an annotation if it is listed, now or as soon as the data is read."""
        wanted = replace(key, annotator="")
        for row in self.listed_rows:
            if replace(self.items[row].key, annotator="") == wanted:
                self.select_row(row)
        self._wanted_key = wanted if self.is_reading else None

    def choose_contested(self, place: int) -> None:
        """Select another contested predicate of this translation."""
        if place != self.place and 0 <= place < len(self.contested):
            self.place = place
            self.changed.emit()

    def step_contested(self, by: int) -> None:
        """Go to the next contested predicate (1) or the previous one (−1), around the end."""
        if self.contested:
            self.choose_contested((self.place + by) % len(self.contested))

    def next_open(self, by: int = 1, message: str = "") -> None:
        """Go to the next translation that is not finalized, around the end.

        Args:
            by: 1, or -1 for the previous one.
            message: about the last decision, reported with the move.
        """
        start = (self.row or 0) + by
        row = self.next_open_row(start, by) if self.items else None
        if row is None or row == self.row:
            is_left = any(not item.finalized_by for item in self.items)
            note = f"{'no other translation is open' if is_left else 'everything is finalized'}; {GO_THROUGH_ALL}"
        else:
            skipped = (row - start) * by % len(self.items)
            note = f"skipped {counted(skipped, 'finalized translation')}; {GO_THROUGH_ALL}" if skipped else ""
            self.select_row(row)
            self.list_changed.emit()
        self.reported.emit("; ".join(filter(None, (message, note))))

    def open_row(self, row: int | None) -> None:
        """Select a translation and its first contested predicate; the caller emits the signals."""
        self.row, self.place, self.confirmed = row, 0, None
        item, corpus = self.current, self.workspace.corpus
        self.words = {}
        if item is not None and corpus is not None:
            segment = corpus.segments[corpus.places[item.key.segment]]
            hypothesis, reference = segment.hypotheses[item.key.system], segment.references[item.key.reference]
            self.words = {"hypothesis": hypothesis.tokens or (), "reference": reference.tokens or ()}
        self.list_contested()

    def list_contested(self) -> None:
        """List the contested predicates, then those on which the gold standard overrules all annotators."""
        from meantree.annotation.differences import contested_rows, joined_rows, overruled_rows

        item = self.current
        self.contested = joined_rows(contested_rows(item.work, self.words)) if item is not None and self.words else ()
        if item is not None and item.gold is not None and self.words:
            self.contested += overruled_rows(item.work, item.gold, self.words)
        self.place = min(self.place, max(0, len(self.contested) - 1))

    @property
    def overruled(self) -> int:
        """The number of predicates on which the gold standard overrules all annotators."""
        return sum(bool(contested.gold) for contested in self.contested)

    def next_open_row(self, start: int, by: int = 1) -> int | None:
        """Return the first open translation from a place on, around the end; ``None`` if all are finalized."""
        size = len(self.items)
        order = [(start + by * step) % size for step in range(size)]
        return next((row for row in order if not self.items[row].finalized_by), None)


def _state(item: Adjudicated) -> TranslationFilter:
    return "finalized" if item.finalized_by else "open"
