"""Differences between two systems by unit and by bucket, counted while they are visible. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, TypeVar

from meantree_gui.background import LatestResult
from meantree_gui.state.contrast import WAIT, Contrast
from meantree_gui.state.visible_results import Unavailable, VisibleResults, jobs_for

if TYPE_CHECKING:
    from meantree.evaluation.buckets import Buckets, SegmentKey, WordKey
    from meantree.evaluation.unit_counts import DifferenceKind
    from meantree.evaluation.unit_differences import UnitDifferences
    from meantree.work import Work

Result = TypeVar("Result")
MAX_UNITS = 5_000
"""Units listed at most. If there are more, those that distinguish the systems in the fewest segments are left out."""


@dataclass(frozen=True, slots=True, eq=False)
class Identity:
    """A key that equals another one only for the very same object: an edited corpus is another one."""

    value: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


class Detail(VisibleResults, Generic[Result]):
    """One kind of difference between the two systems, in one of several chosen ways.

    Attributes:
        chosen: the name of the way in which differences are counted.
    """

    def __init__(self, contrast: Contrast, chosen: str) -> None:
        super().__init__(contrast.filtering)
        self.contrast, self.chosen = contrast, chosen
        self.latest: LatestResult[Result] = LatestResult(contrast.workspace.background, wait=WAIT, tells_progress=True)
        contrast.changed.connect(self._count)

    @property
    def unavailable(self) -> Unavailable | None:
        """Override VisibleResults.unavailable."""
        return self.contrast.unavailable

    def choose(self, name: str) -> None:
        """Count in another way, by name."""
        if name != self.chosen:
            self.chosen = name
            self._count()

    def _operation(self) -> tuple[Hashable, Callable[[Work], Result]]:
        """Return a key of all that the counts depend on, and the operation that counts."""
        raise NotImplementedError

    def _count(self) -> None:
        if self._is_visible and self.unavailable is None:
            self.latest.request(*self._operation())

    @property
    def _text_key(self) -> Hashable:
        """The key of counts that depend on texts alone, not on scores."""
        table = self.scoring.table
        return Identity(table.corpus if table else None), self.filtering.places.tobytes()

    @property
    def _jobs(self) -> int:
        """The number of processes for analyses."""
        return jobs_for(3 * len(self.filtering.places))


@dataclass(frozen=True, slots=True)
class ListedUnits:
    """Units that distinguish the two systems, as far as they are listed.

    Attributes:
        differences: the units in which the systems differ in ``min_segments`` segments or more.
        total: how many units differ at all.
        min_segments: 1 unless there are too many units to list.
    """

    differences: UnitDifferences
    total: int
    min_segments: int

    @classmethod
    def of(cls, differences: UnitDifferences, max_units: int = MAX_UNITS) -> ListedUnits:
        """List at most ``max_units`` units."""
        units, min_segments = differences.units, 1
        while len(units) > max_units:
            min_segments += 1
            units = tuple(unit for unit in units if len(unit.first_only) + len(unit.second_only) >= min_segments)
        return cls(replace(differences, units=units), len(differences.units), min_segments)


class UnitDetail(Detail[ListedUnits]):
    """Units of one kind: n-grams, labels, relations, roles, parts of speech, or those of a metric."""

    def __init__(self, contrast: Contrast) -> None:
        super().__init__(contrast, "n-grams")

    @property
    def kinds(self) -> Sequence[DifferenceKind]:
        """Facts about words, and the kinds of units, with those of the metric in focus last."""
        from meantree.evaluation.unit_counts import FINDINGS, kinds_of_difference

        table, spec = self.scoring.table, self.contrast.pairing.spec
        metrics = {spec: table.metrics[spec]} if table and spec in table.metrics else {}
        language = (table.corpus.language,) if table else ()
        kinds, parsed = kinds_of_difference(metrics, *language), self.workspace.is_parsed
        return [kind for kind in kinds if kind.name != FINDINGS and (parsed or not kind.needs)]

    def _operation(self) -> tuple[Hashable, Callable[[Work], ListedUnits]]:
        from meantree.evaluation.unit_differences import unit_differences

        kinds = {kind.name: kind for kind in self.kinds}
        if self.chosen not in kinds:
            # The units of the previous metric in focus are replaced by those of the new one.
            self.chosen = self.contrast.pairing.spec if self.contrast.pairing.spec in kinds else next(iter(kinds))
        kind, contrast, jobs = kinds[self.chosen], self.contrast, self._jobs
        pairing, table, places = contrast.pairing, contrast.scoring.table, contrast.filtering.places
        assert table is not None, "scores are available"
        store = contrast.workspace.store
        both = pairing.both

        def count(work: Work) -> ListedUnits:
            found = unit_differences(table.corpus, store, kind, *both, places=places, table=table, work=work.by(jobs))
            return ListedUnits.of(found)

        data: Hashable = self.contrast.basis if kind.of_features else self._text_key
        metric = Identity(table.metrics.get(pairing.spec) if kind.name in (pairing.spec, "roles") else None)
        return (data, kind.name, metric, *both), count


class BucketDetail(Detail["Buckets"]):
    """Segments by length, document or rating; words by frequency, part of speech or length."""

    def __init__(self, contrast: Contrast) -> None:
        super().__init__(contrast, "length")

    @property
    def titles(self) -> Mapping[str, str]:
        """What can be chosen: titles by name, without properties that the corpus lacks."""
        from meantree.evaluation.buckets import SEGMENT_KEYS, WORD_TITLES, bucket_title

        corpus = self.workspace.corpus
        named = {name: bucket_title(name, corpus) for name in SEGMENT_KEYS if corpus is not None and self._has(name)}
        segments = {str(name): f"Segments · {title.lower()}" for name, title in named.items()}
        words = {name: title for name, title in WORD_TITLES.items() if self._has(name)}
        return {**segments, **{name: f"Words · {title.lower()}" for name, title in words.items()}}

    def _has(self, name: SegmentKey | WordKey) -> bool:
        corpus = self.workspace.corpus
        if corpus is None or name == "pos":
            return self.workspace.is_parsed
        if name == "rating":
            return any(segment.ratings for segment in corpus.segments)
        if name == "source":
            return any(segment.source for segment in corpus.segments)
        return name != "document" or any(segment.document for segment in corpus.segments)

    def _operation(self) -> tuple[Hashable, Callable[[Work], Buckets]]:
        from meantree.evaluation.buckets import SEGMENT_KEYS, WORD_KEYS, buckets, word_buckets

        if self.chosen not in self.titles:
            self.chosen = "length"
        contrast, jobs = self.contrast, self._jobs
        pairing, table, places = contrast.pairing, contrast.scoring.table, contrast.filtering.places
        assert table is not None, "scores are available"
        both, store = pairing.both, contrast.workspace.store
        for word_key in WORD_KEYS:
            if self.chosen == word_key:
                return (self._text_key, word_key, *both), lambda work, key=word_key: word_buckets(
                    table.corpus, store, key, both, places=places, work=work.by(jobs)
                )
        key = next(key for key in SEGMENT_KEYS if self.chosen == key)
        kinds = [rating.kind for segment in table.corpus.segments for rating in segment.ratings]
        rating = kinds[0] if key == "rating" and kinds else None

        def count(work: Work) -> Buckets:
            found = buckets(table, pairing.spec, key, systems=both, places=places, rating=rating, work=work)
            return found if rating is None else replace(found, title=f"{found.title} ({rating})")

        return (contrast.basis, key, pairing.spec, *both), count
