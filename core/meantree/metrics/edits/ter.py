"""Translation edit rate (Snover et al. 2006), equal to sacrebleu's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np
from sacrebleu.metrics.ter import TER

from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.metrics.base import LONGEST_PAIR, CompareOn, Level, Statistics
from meantree.metrics.case import Case
from meantree.metrics.derivation import Derivation
from meantree.metrics.edits.operations import KEPT, MEAN_LENGTH, EditReader, edit_derivation
from meantree.metrics.edits.shifts import Edits, as_characters, edit_path, edits
from meantree.metrics.evidence import Evidence, Unit
from meantree.metrics.pair import Pair


@dataclass(frozen=True, slots=True)
class Ter:
    """Edits (shifts of blocks, substitutions, insertions, deletions) by the mean reference length; lower is better.

    An error rate: 0 for equal texts, above 1 where more is wrong than the reference is long. Words are those between
    blanks in Tercom's lower-casing tokenization (``case=keep`` leaves case alone). The reference with fewest edits is
    used. An empty hypothesis counts as all words missing, hence 1. Multiplied by 100 it equals sacrebleu's TER.
    Texts of up to 1,500 words.

    Statistics: shape (2,): edits, and mean length of the references in words.
    """

    name: ClassVar[str] = "ter"
    structure: ClassVar[CompareOn] = "words"
    higher_is_better: ClassVar[bool] = False
    max_tokens: ClassVar[int | None] = LONGEST_PAIR

    case: Case = "fold"

    @property
    def needs(self) -> Layers:
        return Layers()

    def statistics(self, pair: Pair) -> Statistics:
        hyp, refs = pair.texts
        texts = [self._words(analysis) for analysis in (hyp, *refs)]
        mine, *theirs = as_characters(*texts)
        length = float(np.mean([len(words) for words in texts[1:]]))
        return np.array([min(edits(mine, other).count for other in theirs), length])

    def score(self, statistics: Statistics, *, level: Level) -> float | None:  # noqa: ARG002  # the same at all levels
        edits, length = statistics
        return float(edits / length) if length > 0 else None

    def evidence(self, pair: Pair) -> Evidence:
        hyp, refs = pair.texts
        texts = [self._words(analysis) for analysis in (hyp, *refs)]
        mine, *theirs = as_characters(*texts)
        found = [edits(mine, other) for other in theirs]
        best = min(range(len(found)), key=lambda place: found[place].count)
        reader = EditReader(hyp, texts[0], refs[best], texts[best + 1], best)
        units = list(_units(found[best], theirs[best], reader))
        length = float(np.mean([len(words) for words in texts[1:]]))
        return Evidence(tuple(units), reference=best, facts={MEAN_LENGTH: length})

    def statistics_of(self, evidence: Evidence) -> Statistics:
        edits = sum(max(unit.hypothesis, unit.reference) for unit in evidence.units if unit.kind != KEPT)
        return np.array([edits, evidence.facts[MEAN_LENGTH]])

    def derivation(self, evidence: Evidence) -> Derivation | None:
        return edit_derivation(evidence, ("substitutions", "insertions"), ("deletions", "shifts"))

    def _words(self, analysis: Analysis) -> list[str]:
        return ter_words(analysis.text, self.case)


def ter_words(text: str, case: Case = "fold") -> list[str]:
    """The words of a text as TER compares them."""
    return list(_ter(case)._preprocess_segment(text).split())


@cache
def _ter(case: Case) -> TER:
    return TER(case_sensitive=case == "keep")


def _units(found: Edits, ref: str, reader: EditReader) -> Iterator[Unit]:
    """The shifts, then the edits of the shifted hypothesis; words keep the places where they stood at first."""
    order = as_characters([str(place) for place in range(len(found.words))])[0]
    first = {word: place for place, word in enumerate(order)}
    for shift in found.shifts:
        block = [first[word] for word in order[shift.start : shift.start + shift.length]]
        yield reader.block("shifts", f"⇄ {' '.join(reader.hyp_words[place] for place in block)}", block)
        order = shift.applied(order)
    for place, other in edit_path(found.words, ref, found.distance):
        word = None if place is None else first[order[place]]
        if word is None:
            yield reader.unit("insertions", None, other)
        elif other is None:
            yield reader.unit("deletions", word, None)
        else:
            kind = KEPT if reader.hyp_words[word] == reader.ref_words[other] else "substitutions"
            yield reader.unit(kind, word, other)
