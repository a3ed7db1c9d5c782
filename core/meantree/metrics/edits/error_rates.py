"""Word error rates without shifts: WER, and PER, which ignores order (Tillmann et al. 1997)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from rapidfuzz.distance import Levenshtein, Opcode

from meantree.analysis.layers.required import Layers
from meantree.metrics.bags import Bag, compared
from meantree.metrics.base import CompareOn, Level, Statistics
from meantree.metrics.case import Case
from meantree.metrics.derivation import SCORE, Derivation, Deriver
from meantree.metrics.edits.operations import KEPT, EditReader, edit_derivation
from meantree.metrics.evidence import Evidence, Unit
from meantree.metrics.lexical.words import Tokenize, word_places, words_of
from meantree.metrics.pair import Pair

WORDS = "words"


@dataclass(frozen=True, slots=True)
class ErrorRate:
    """What error rates share: statistics are errors and words of the reference, lower is better."""

    name: ClassVar[str]
    higher_is_better: ClassVar[bool] = False
    max_tokens: ClassVar[int | None] = None
    structure: ClassVar[CompareOn] = "words"

    tokenize: Tokenize = "13a"
    case: Case = "fold"

    @property
    def needs(self) -> Layers:
        return Layers()

    def score(self, statistics: Statistics, *, level: Level) -> float | None:  # noqa: ARG002  # the same at all levels
        errors, words = statistics
        return float(errors / words) if words > 0 else None


@dataclass(frozen=True, slots=True)
class Wer(ErrorRate):
    """Word error rate: substitutions, insertions and deletions by the reference's words; lower is better.

    0 for equal texts, above 1 where more is wrong than the reference is long. Of several references the one with the
    lowest rate counts.

    Statistics: shape (2,): edits and words of the reference.
    """

    name: ClassVar[str] = "wer"

    def statistics(self, pair: Pair) -> Statistics:
        hyp, refs = pair.texts
        mine, *theirs = (words_of(text.text, self.tokenize, self.case) for text in (hyp, *refs))
        return lowest_rate([(Levenshtein.distance(mine, words), len(words)) for words in theirs])[1]

    def evidence(self, pair: Pair) -> Evidence:
        hyp, refs = pair.texts
        mine, *theirs = (words_of(text.text, self.tokenize, self.case) for text in (hyp, *refs))
        best, _ = lowest_rate([(Levenshtein.distance(mine, words), len(words)) for words in theirs])
        reader = EditReader(hyp, mine, refs[best], theirs[best], best)
        units = [unit for step in Levenshtein.opcodes(mine, theirs[best]) for unit in _units(step, reader)]
        return Evidence(tuple(units), reference=best)

    def statistics_of(self, evidence: Evidence) -> Statistics:
        edits = sum(unit.kind != KEPT for unit in evidence.units)
        return np.array([edits, sum(unit.reference for unit in evidence.units)], dtype=np.float64)

    def derivation(self, evidence: Evidence) -> Derivation | None:
        return edit_derivation(evidence, ("substitutions", "insertions"), ("deletions",))


@dataclass(frozen=True, slots=True)
class Per(ErrorRate):
    """Position-independent error rate: words without a partner by the reference's words; lower is better.

    (max(words of hypothesis, words of reference) − words in common) / words of reference. Of several references the
    one with the lowest rate counts.

    Statistics: shape (2,): errors and words of the reference.
    """

    name: ClassVar[str] = "per"

    def statistics(self, pair: Pair) -> Statistics:
        hyp, refs = pair.texts
        mine, *theirs = (words_of(text.text, self.tokenize, self.case) for text in (hyp, *refs))
        return lowest_rate(self._errors(mine, theirs))[1]

    def evidence(self, pair: Pair) -> Evidence:
        hyp, refs = pair.texts
        texts = [words_of(text.text, self.tokenize, self.case) for text in (hyp, *refs)]
        best, _ = lowest_rate(self._errors(texts[0], texts[1:]))
        bags = [Bag() for _ in texts]
        for index in (0, best + 1):
            text = (hyp, *refs)[index]
            for word, places in zip(texts[index], word_places(text, texts[index]), strict=True):
                bags[index].add((WORDS, (word,)), places[0] if places else None)
        return Evidence(compared(bags[0], bags[1:], lambda key: key[1][0]), reference=best)

    def statistics_of(self, evidence: Evidence) -> Statistics:
        hyp = sum(unit.hypothesis for unit in evidence.units)
        ref = sum(unit.reference for unit in evidence.units)
        return np.array([max(hyp, ref) - sum(unit.matched for unit in evidence.units), ref])

    def derivation(self, evidence: Evidence) -> Derivation | None:
        deriver = Deriver(evidence.units)
        matched = deriver.total("matched", WORDS, "matched")
        hyp = deriver.total("hypothesis_words", WORDS, "hypothesis")
        ref = deriver.total("reference_words", WORDS, "reference")
        if not deriver[ref]:
            return None
        deriver.step("errors", f"max({hyp}, {ref}) - {matched}")
        deriver.step(SCORE, f"errors / {ref}")
        return deriver.done()

    def _errors(self, mine: Sequence[str], theirs: Sequence[Sequence[str]]) -> list[tuple[float, int]]:
        counts = Counter(mine)
        return [(max(len(mine), len(words)) - (counts & Counter(words)).total(), len(words)) for words in theirs]


def _units(step: Opcode, reader: EditReader) -> Iterator[Unit]:
    """A run of equal edits word by word, named as what turns the hypothesis into the reference."""
    words, others = range(step.src_start, step.src_end), range(step.dest_start, step.dest_end)
    if step.tag == "delete":
        yield from (reader.unit("deletions", word, None) for word in words)
    elif step.tag == "insert":
        yield from (reader.unit("insertions", None, other) for other in others)
    else:
        kind = KEPT if step.tag == "equal" else "substitutions"
        yield from (reader.unit(kind, word, other) for word, other in zip(words, others, strict=True))


def lowest_rate(rows: Sequence[tuple[float, int]]) -> tuple[int, Statistics]:
    """The place and statistics of the reference with the fewest errors a word; ``rows`` are errors and words."""
    best = min(range(len(rows)), key=lambda place: rows[place][0] / max(rows[place][1], 1))
    return best, np.array(rows[best], dtype=np.float64)
