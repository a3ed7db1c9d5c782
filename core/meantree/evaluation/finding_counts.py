"""Kinds of findings in every translation, for the counts of systematic errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

import numpy as np

from meantree.comparison.pair_findings import SegmentFindings
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem
from meantree.evaluation.measured import Flags, Floats
from meantree.findings.kinds import KINDS, FindingKind
from meantree.findings.search import Finding

FINDING: Final = "finding"


@dataclass(frozen=True, slots=True)
class CountedKind:
    """A kind of findings, counted as features are: it fires in segments in which such a finding is shown."""

    kind: FindingKind
    is_in_most_translations: ClassVar = False

    @property
    def name(self) -> str:
        """Its stable name."""
        return self.kind.name

    @property
    def words(self) -> str:
        """Its title."""
        return self.kind.title

    @property
    def group(self) -> str:
        """Its family."""
        return self.kind.family

    @property
    def category(self) -> str:
        """Its MQM category: where added, lost or changed content belongs."""
        return self.kind.mqm

    @property
    def claim(self) -> str:
        """The sentence that reports such a finding, without the words in question."""
        return self.kind.sentence.format(hyp="…", ref="…")


def finding_values(corpus: Corpus, systems: Sequence[str], found: Iterable[SegmentFindings | Problem]) -> FindingValues:
    """Return the values of findings that were searched for segment by segment."""
    shown: dict[str, dict[str, Sequence[Finding]]] = {system: {} for system in systems}
    limited = 0
    for each in found:
        if isinstance(each, SegmentFindings):
            shown[each.system][each.segment.key] = each.shown
            limited += each.is_limited
    return FindingValues(corpus, shown, limited)


class FindingValues:
    """The kinds of findings shown in every segment, system by system, with the interface of features.

    Attributes:
        features: the kinds that are shown anywhere, in the order of :data:`~meantree.findings.kinds.KINDS`.
        found: by system, the shown findings of each segment; None where it could not be searched.
        limited: number of translations in which only kinds that need no English were searched for.
        weights: None, as findings add to no score.
    """

    weights = None

    def __init__(self, corpus: Corpus, found: Mapping[str, Mapping[str, Sequence[Finding]]], limited: int = 0) -> None:
        """Count findings.

        Args:
            found: by system and key of the segment, the shown findings; segments that could not be searched are absent.
            limited: number of translations in which only kinds that need no English were searched for.
        """
        self.limited = limited
        self.segments = len(corpus.segments)
        keys = [segment.key for segment in corpus.segments]
        self.found = {system: [by_key.get(key) for key in keys] for system, by_key in found.items()}
        occurring = {finding.kind.name for by_key in found.values() for shown in by_key.values() for finding in shown}
        self.features = tuple(CountedKind(kind) for name, kind in KINDS.items() if name in occurring)
        self.systems = tuple(found)
        self._fired: dict[str, Flags] = {}

    @cached_property
    def means(self) -> Floats:
        """Zeros: no training has seen findings."""
        return np.zeros(len(self.features))

    def scored(self, system: str) -> Flags:
        """Return which segments of a system could be searched, shape (segments,)."""
        return np.array([shown is not None for shown in self.found[system]], dtype=bool)

    def fired(self, system: str) -> Flags:
        """Return in which segments a finding of each kind is shown, shape (segments, kinds)."""
        if system not in self._fired:
            kinds = [{finding.kind.name for finding in shown or ()} for shown in self.found[system]]
            rows = [[feature.name in shown for feature in self.features] for shown in kinds]
            self._fired[system] = np.array(rows, dtype=bool).reshape(self.segments, len(self.features))
        return self._fired[system]

    def values(self, system: str) -> Floats:
        """Return 1 where a finding is shown and 0 elsewhere, shape (segments, kinds)."""
        return self.fired(system).astype(np.float64)
