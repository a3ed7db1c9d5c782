"""What ``meantree compare`` is asked for, and what it found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import listed, quoted, unknown_name
from meantree.evaluation.buckets import Buckets, WordBuckets
from meantree.evaluation.compared_systems import Outcomes, Ranking
from meantree.evaluation.significance import Resampling
from meantree.evaluation.unit_differences import UnitDifferences


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be compared, and how.

    Attributes:
        specs: the metrics.
        system, against: two systems, or nothing of either for all of them.
        how: test, resamples and seed.
        units: the name of a kind of unit, None for none.
        bucket: what segments or words are put together by, None for nothing; ``rating:KIND`` for one kind of rating.
        filter: a filter line, empty for all segments.
    """

    specs: Sequence[str]
    system: str | None = None
    against: str | None = None
    how: Resampling = field(default_factory=Resampling)
    units: str | None = None
    bucket: str | None = None
    filter: str = ""

    def pair(self, corpus: Corpus) -> tuple[str, str] | None:
        """The two systems, if there are two.

        Raises:
            UsageError: if there is no such system, or only one is named of more than two.
        """
        named = {"--system": self.system, "--against": self.against}
        for option, name in named.items():
            if name is not None and name not in corpus.systems:
                raise UsageError(f"{option}: found {unknown_name(name, corpus.systems)}")
        first, second = self.system, self.against
        if first is None and second is None:
            return None
        if first is None or second is None:
            others = [one for one in corpus.systems if one not in (first, second)]
            lacking = "--system" if first is None else "--against"
            if len(others) != 1:
                raise UsageError(f"{lacking}: found nothing, expected one of {listed(others) or 'several systems'}")
            first, second = first or others[0], second or others[0]
        if first == second:
            raise UsageError(f"--against: found {quoted(second)}, which is --system, too; expected another one")
        return first, second


@dataclass(frozen=True, slots=True)
class Compared:
    """What was found.

    Attributes:
        wanted, pair: what was asked for.
        segments: how many the filter accepts.
        keys: of the segments of the corpus, in order.
        signatures: of the metrics, by spec.
        rankings: one for each metric, none for a pair.
        outcomes: one for each metric, none without a pair.
        units: what one of a pair gets and the other misses; with the signature of what was counted.
        buckets: one for each metric.
        words: if words are put together.
    """

    wanted: Wanted
    pair: tuple[str, str] | None
    segments: int
    keys: tuple[str, ...]
    signatures: dict[str, str]
    rankings: tuple[Ranking, ...] = ()
    outcomes: tuple[Outcomes, ...] = ()
    units: tuple[UnitDifferences, str] | None = None
    buckets: tuple[Buckets, ...] = ()
    words: WordBuckets | None = None
