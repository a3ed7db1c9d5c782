"""Translation edit rate (Snover et al. 2006) as sacrebleu computes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, cast

import numpy as np
from sacrebleu.metrics import lib_ter
from sacrebleu.metrics.ter import TER

from meantree.analysis.forest import Analysis
from meantree.metrics.base import Level, Needs, Statistics
from meantree.metrics.case import Case
from meantree.metrics.evidence import Evidence, Place, Unit
from meantree.metrics.places import TokenMap

KEPT = "kept words"


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
    higher_is_better: ClassVar[bool] = False

    case: Case = "fold"

    @property
    def needs(self) -> Needs:
        return Needs()

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
        reader = _EditReader(hyp, texts[0], refs[best], texts[best + 1], best)
        units = [reader.shift(block) for block in shifts] + reader.edits(shifted)
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


class _EditReader:
    """Turns an edit path into evidence units over the analyser's tokens."""

    def __init__(
        self, hyp: Analysis, hyp_words: list[str], ref: Analysis, ref_words: list[str], reference: int
    ) -> None:
        self._hyp_words, self._ref_words = hyp_words, ref_words
        self._hyp_places = _word_places(hyp, hyp_words)
        self._ref_places = _word_places(ref, ref_words)
        self._reference = reference

    def shift(self, block: tuple[int, ...]) -> Unit:
        tokens = tuple(token for index in block for place in self._hyp_places[index] for token in place.tokens)
        label = " ".join(self._hyp_words[index] for index in block)
        return Unit("shifts", f"⇄ {label}", 1.0, 0.0, 0.0, (Place(tokens),) if tokens else (), ())

    def edits(self, words: list[_Word]) -> list[Unit]:
        if not self._ref_words:
            return [self._unit("deletions", word.position, None) for word in words]
        trace = lib_ter.BeamEditDistance(self._ref_words)(cast("list[str]", words))[1]
        units: list[Unit] = []
        hyp, ref = iter(words), iter(range(len(self._ref_words)))
        # sacrebleu's trace rewrites the hypothesis: "i" puts a reference word in, "d" takes a word out.
        for operation in trace:
            if operation == "i":
                units.append(self._unit("insertions", None, next(ref)))
            elif operation == "d":
                units.append(self._unit("deletions", next(hyp).position, None))
            else:
                kind = KEPT if operation == " " else "substitutions"
                units.append(self._unit(kind, next(hyp).position, next(ref)))
        return units

    def _unit(self, kind: str, hyp: int | None, ref: int | None) -> Unit:
        words = [self._hyp_words[hyp]] if hyp is not None else []
        if ref is not None and kind != KEPT:
            words.append(self._ref_words[ref])
        before: tuple[tuple[Place, ...], ...] = ((),) * self._reference
        return Unit(
            kind,
            " ↦ ".join(words),
            hypothesis=float(hyp is not None),
            reference=float(ref is not None),
            matched=float(kind == KEPT),
            hypothesis_places=self._hyp_places[hyp] if hyp is not None else (),
            reference_places=(*before, self._ref_places[ref]) if ref is not None else (),
        )


def _word_places(analysis: Analysis, words: Sequence[str]) -> list[tuple[Place, ...]]:
    tokens = TokenMap(analysis)
    spans = tokens.spans(words)
    if spans is None:
        return [()] * len(words)
    places = [tokens.place(start, end) for start, end in spans]
    return [(place,) if place is not None else () for place in places]
