"""What two systems get and miss, unit by unit or bucket by bucket: counted where somebody looks. No widgets."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QObject

from meantree.analysis.store import SMALL
from meantree_gui.background import LatestResult
from meantree_gui.state.contrast import WAIT, Contrast

if TYPE_CHECKING:
    from meantree.evaluation.buckets import SegmentKey, WordKey
    from meantree.evaluation.unit_counts import DifferenceKind
    from meantree.evaluation.unit_differences import UnitDifferences
    from meantree.work import Work

Answer = TypeVar("Answer")
MOST_UNITS = 5_000
"""So many can be listed at once; of more those are left out that tell the systems apart in the fewest segments."""


@dataclass(frozen=True, slots=True, eq=False)
class Same:
    """The very same thing, not one that is equal: texts that were edited make another corpus."""

    thing: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.thing is other.thing

    def __hash__(self) -> int:
        return id(self.thing)


class Detail(QObject, Generic[Answer]):
    """One sort of question about the two systems, of which there are several; one of them is chosen.

    Attributes:
        chosen: the name of the question.
        answers: what came of it.
    """

    def __init__(self, contrast: Contrast, chosen: str) -> None:
        super().__init__()
        self.contrast, self.chosen = contrast, chosen
        self.answers: LatestResult[Answer] = LatestResult(contrast.workspace.background, wait=WAIT, tells_progress=True)
        self._is_looked_at = False
        self._edition = 0
        contrast.changed.connect(self._count_anew)

    @property
    def titles(self) -> Mapping[str, str]:
        """What can be asked: names, with what people read."""
        raise NotImplementedError

    def choose(self, name: str) -> None:
        """Ask something else."""
        if name != self.chosen:
            self.chosen = name
            self._count()

    def look(self, is_looked_at: bool) -> None:
        """Somebody begins to look at it, or looks elsewhere."""
        self._is_looked_at = is_looked_at
        self._count()

    def _operation(self) -> tuple[Hashable, Callable[[Work], Answer]]:
        """What tells questions apart, with all that answers depend on, and what answers the chosen one."""
        raise NotImplementedError

    def _count_anew(self) -> None:
        self._edition += 1
        self._count()

    def _count(self) -> None:
        if not self._is_looked_at or self.contrast.lack is not None:
            return
        self.answers.request(*self._operation())

    @property
    def _of_texts(self) -> Hashable:
        """What answers depend on that look at texts alone: scores that arrive meanwhile change nothing."""
        table = self.contrast.scoring.table
        return Same(table.corpus if table else None), self.contrast.filtering.places.tobytes()

    @property
    def _jobs(self) -> int:
        """Processes for what must be analysed."""
        return (os.cpu_count() or 1) if 3 * len(self.contrast.filtering.places) > SMALL else 1


@dataclass(frozen=True, slots=True)
class ListedUnits:
    """Units to be listed.

    Attributes:
        found: with those beside which the systems differ in ``least`` segments or more.
        counted: how many differ at all; they are not kept, since several answers are.
        least: 1 unless there are too many to be listed.
    """

    found: UnitDifferences
    counted: int
    least: int

    @classmethod
    def of(cls, found: UnitDifferences, most: int = MOST_UNITS) -> ListedUnits:
        """As many as there may be."""
        units, least = found.units, 1
        while len(units) > most:
            least += 1
            units = tuple(one for one in units if len(one.first_only) + len(one.second_only) >= least)
        return cls(replace(found, units=units), len(found.units), least)


class UnitDetail(Detail[ListedUnits]):
    """Units of one kind: n-grams, labels, relations, roles, parts of speech, or those of a metric."""

    def __init__(self, contrast: Contrast) -> None:
        super().__init__(contrast, "n-grams")

    @property
    def kinds(self) -> Sequence[DifferenceKind]:
        """What can be counted; that of the metric in focus comes after those that need none."""
        from meantree.evaluation.unit_counts import kinds_of_difference

        table, spec = self.contrast.scoring.table, self.contrast.asked.spec
        return kinds_of_difference({spec: table.metrics[spec]} if table and spec in table.metrics else {})

    @property
    def titles(self) -> Mapping[str, str]:
        """Override Detail.titles."""
        return {kind.name: kind.title for kind in self.kinds}

    def _operation(self) -> tuple[Hashable, Callable[[Work], ListedUnits]]:
        from meantree.evaluation.unit_differences import feature_differences, unit_differences

        kinds = {kind.name: kind for kind in self.kinds}
        if self.chosen not in kinds:
            # The units of the metric that was in focus before become those of the one that is now.
            self.chosen = self.contrast.asked.spec if self.contrast.asked.spec in kinds else next(iter(kinds))
        kind, contrast, jobs = kinds[self.chosen], self.contrast, self._jobs
        asked, table, places = contrast.asked, contrast.scoring.table, contrast.filtering.places
        assert table is not None  # or there was a lack
        store = contrast.workspace.store

        both = asked.first, asked.second
        of_features = kind.metric is not None and kind.title.startswith("Features of")

        def count(work: Work) -> ListedUnits:
            if of_features:
                return ListedUnits.of(feature_differences(table, kind.name, *both, places=places))
            return ListedUnits.of(unit_differences(table.corpus, store, kind, *both, places=places, work=work.by(jobs)))

        about: Hashable = self._edition if of_features else self._of_texts
        metric = Same(table.metrics.get(asked.spec) if kind.name in (asked.spec, "roles") else None)
        return (about, kind.name, metric, asked.first, asked.second), count


@dataclass(frozen=True, slots=True)
class BucketRow:
    """One bucket, of segments or of words.

    Attributes:
        title: what is in it.
        size: how many segments, or words of the reference.
        first, second: scores, or shares of words that are got (F); None if undefined.
        places: of the segments, 0-based; empty for words.
    """

    title: str
    size: int
    first: float | None
    second: float | None
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BucketRows:
    """All buckets of one sort.

    Attributes:
        heading: what they have in common, as ``Words of the reference``.
        of_words: whether words are put together, not segments.
        rows: none is empty.
        segments, left_out: how many were counted, and how many others were asked for.
    """

    heading: str
    of_words: bool
    rows: tuple[BucketRow, ...]
    segments: int
    left_out: int


class BucketDetail(Detail[BucketRows]):
    """Segments by length, document or rating; words by frequency, part of speech or length."""

    def __init__(self, contrast: Contrast) -> None:
        super().__init__(contrast, "length")

    @property
    def titles(self) -> Mapping[str, str]:
        """Override Detail.titles: without those of which the corpus has nothing."""
        from meantree.evaluation.buckets import SEGMENT_KEYS, WORD_TITLES, bucket_title

        corpus = self.contrast.workspace.corpus
        named = {name: bucket_title(name, corpus) for name in SEGMENT_KEYS if corpus is not None and self._has(name)}
        segments = {str(name): f"Segments · {title.lower()}" for name, title in named.items()}
        return {**segments, **{name: f"Words · {title.lower()}" for name, title in WORD_TITLES.items()}}

    def _has(self, name: SegmentKey) -> bool:
        corpus = self.contrast.workspace.corpus
        if corpus is None:
            return False
        if name == "rating":
            return any(segment.ratings for segment in corpus.segments)
        if name == "source":
            return any(segment.source for segment in corpus.segments)
        return name != "document" or any(segment.document for segment in corpus.segments)

    def _operation(self) -> tuple[Hashable, Callable[[Work], BucketRows]]:
        if self.chosen not in self.titles:
            self.chosen = "length"
        from meantree.evaluation.buckets import SEGMENT_KEYS, WORD_KEYS

        of_words = {str(key): key for key in WORD_KEYS}
        of_segments = {str(key): key for key in SEGMENT_KEYS}
        asked = self.contrast.asked
        if self.chosen in of_words:
            return (self._of_texts, self.chosen, asked.first, asked.second), self._words(of_words[self.chosen])
        question = self._edition, self.chosen, asked.spec, asked.first, asked.second
        return question, self._segments(of_segments[self.chosen])

    def _segments(self, key: SegmentKey) -> Callable[[Work], BucketRows]:
        from meantree.evaluation.buckets import buckets

        asked, table, places = self.contrast.asked, self.contrast.scoring.table, self.contrast.filtering.places
        assert table is not None  # or there was a lack
        kinds = [rating.kind for segment in table.corpus.segments for rating in segment.ratings]
        rating = kinds[0] if key == "rating" and kinds else None

        def count(work: Work) -> BucketRows:
            both = asked.first, asked.second
            found = buckets(table, asked.spec, key, systems=both, places=places, rating=rating, work=work)
            rows = tuple(
                BucketRow(one.title, one.segments, one.scores[both[0]], one.scores[both[1]], one.places)
                for one in found.buckets
            )
            heading = found.title if rating is None else f"{found.title} ({rating})"
            return BucketRows(heading, False, rows, found.segments, found.left_out)

        return count

    def _words(self, key: WordKey) -> Callable[[Work], BucketRows]:
        from meantree.evaluation.buckets import WORD_TITLES, word_buckets

        asked, table, places = self.contrast.asked, self.contrast.scoring.table, self.contrast.filtering.places
        assert table is not None  # or there was a lack
        store, jobs = self.contrast.workspace.store, self._jobs

        def count(work: Work) -> BucketRows:
            both = asked.first, asked.second
            found = word_buckets(table.corpus, store, key, both, places=places, work=work.by(jobs))
            rows = []
            for one in found.buckets:
                first, second = (one.counts[system] for system in both)
                rows.append(BucketRow(one.title, round(first.reference), first.f, second.f))
            return BucketRows(WORD_TITLES[key], True, tuple(rows), found.segments, found.left_out)

        return count
