"""Translation edit rate (Snover et al. 2006) as sacrebleu computes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, cast

import numpy as np
from sacrebleu.metrics import lib_ter
from sacrebleu.metrics.ter import TER

from meantree.analysis.depth import Depth
from meantree.analysis.forest import Analysis
from meantree.metrics.base import Level, Statistics, Structure
from meantree.metrics.case import Case
from meantree.metrics.edits import KEPT, EditReader
from meantree.metrics.evidence import Evidence, Unit


class _Word(str):
    """A word that remembers where in the hypothesis it stood, however it is shifted."""

    position: int


@dataclass(frozen=True, slots=True)
class Ter:
    """Edits (shifts of blocks, substitutions, insertions, deletions) by the mean reference length; lower is better.

    An error rate: 0 for equal texts, above 1 where more is wrong than the reference is long. Words are those between
    blanks in Tercom's lower-casing tokenization (``case=keep`` leaves case alone). The reference with fewest edits is
    used. An empty hypothesis counts as all words missing, hence 1. Multiplied by 100 it equals sacrebleu's TER.

    Statistics: shape (2,): edits, and mean length of the references in words.
    """

    name: ClassVar[str] = "ter"
    structure: ClassVar[Structure] = "words"
    higher_is_better: ClassVar[bool] = False

    case: Case = "fold"

    @property
    def needs(self) -> Depth:
        return Depth()

    def statistics(self, hyp: Analysis, refs: Sequence[Analysis]) -> Statistics:
        inner = _ter(self.case)
        references = [[ref.text] for ref in refs]
        return np.array(inner._extract_corpus_statistics([hyp.text], references)[0], dtype=np.float64)

    def score(self, statistics: Statistics, *, level: Level) -> float | None:  # noqa: ARG002  # the same at all levels
        edits, length = statistics
        return float(edits / length) if length > 0 else None

    def evidence(self, hyp: Analysis, refs: Sequence[Analysis]) -> Evidence:
        texts = [self._words(analysis) for analysis in (hyp, *refs)]
        edits = [lib_ter.translation_edit_rate(texts[0], words)[0] for words in texts[1:]]
        best = edits.index(min(edits))
        shifted, shifts = _shift_all(texts[0], texts[best + 1])
        reader = EditReader(hyp, texts[0], refs[best], texts[best + 1], best)
        units = [reader.block("shifts", f"⇄ {' '.join(texts[0][index] for index in block)}", block) for block in shifts]
        units += _edits(reader, shifted)
        return Evidence(tuple(units), reference=best, sizes=(float(np.mean([len(words) for words in texts[1:]])),))

    def statistics_of(self, evidence: Evidence) -> Statistics:
        edits = sum(max(unit.hypothesis, unit.reference) for unit in evidence.units if unit.kind != KEPT)
        return np.array([edits, *evidence.sizes])

    def _words(self, analysis: Analysis) -> list[str]:
        return list(_ter(self.case)._preprocess_segment(analysis.text).split())


@cache
def _ter(case: Case) -> TER:
    return TER(case_sensitive=case == "keep")


def _shift_all(hyp: list[str], ref: list[str]) -> tuple[list[_Word], list[tuple[int, ...]]]:
    """Apply sacrebleu's greedy shifts; return the reordered words and each shifted block's original positions."""
    words: list[_Word] = []
    for index, text in enumerate(hyp):
        word = _Word(text)
        word.position = index
        words.append(word)
    shifts: list[tuple[int, ...]] = []
    if not ref:
        return words, shifts
    distance, checked = lib_ter.BeamEditDistance(ref), 0
    while True:
        gain, shifted, checked = lib_ter._shift(cast("list[str]", words), ref, distance, checked)
        if checked >= lib_ter._MAX_SHIFT_CANDIDATES or gain <= 0:
            return words, shifts
        after = cast("list[_Word]", shifted)
        shifts.append(_moved(words, after))
        words = after


def _moved(before: list[_Word], after: list[_Word]) -> tuple[int, ...]:
    """Original positions of the smaller of the two neighbouring blocks that changed places."""
    changed = [place for place in range(len(before)) if before[place] is not after[place]]
    first, last = changed[0], changed[-1] + 1
    cut = next(place for place in range(first, last) if after[place] is before[first])
    left, right = after[first:cut], after[cut:last]
    return tuple(word.position for word in min(left, right, key=len))


def _edits(reader: EditReader, words: list[_Word]) -> list[Unit]:
    """The edits of the shifted hypothesis, as sacrebleu traces them."""
    if not reader.ref_words:
        return [reader.unit("deletions", word.position, None) for word in words]
    trace = lib_ter.BeamEditDistance(list(reader.ref_words))(cast("list[str]", words))[1]
    units: list[Unit] = []
    hyp, ref = iter(words), iter(range(len(reader.ref_words)))
    # sacrebleu's trace rewrites the hypothesis: "i" puts a reference word in, "d" takes a word out.
    for operation in trace:
        if operation == "i":
            units.append(reader.unit("insertions", None, next(ref)))
        elif operation == "d":
            units.append(reader.unit("deletions", next(hyp).position, None))
        else:
            kind = KEPT if operation == " " else "substitutions"
            units.append(reader.unit(kind, next(hyp).position, next(ref)))
    return units
