"""Edit rates without shifts: WER, PER, which ignores order (Tillmann et al. 1997), and CDER (Leusch et al. 2006).

The evidence is one unit for each kept, replaced, inserted or missing word; :mod:`meantree.metrics.ter` builds its own
with the same functions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein, Opcode

from meantree.analysis.inputs import LONGEST_TEXT
from meantree.analysis.sentences import Analysis
from meantree.metrics.bags import Bag, compare_bags
from meantree.metrics.compared_words import Case, Tokenize, word_places, words_of
from meantree.metrics.derivation import SCORE, Derivation, Deriver, sum_formula
from meantree.metrics.evidence import Evidence, Place, Unit
from meantree.metrics.metric import Level, Metric, Statistics
from meantree.metrics.pair import Pair

KEPT = "kept words"
MEAN_LENGTH = "mean_reference_words"


def edit_derivation(evidence: Evidence, covering: Sequence[str], further: Sequence[str]) -> Derivation | None:
    """Return edits divided by the words of the reference, or by the references' mean length if evidence has it.

    Args:
        covering: kinds of edits with a word of the reference.
        further: kinds of edits without one.
    """
    deriver = Deriver(evidence.units)
    covered = [deriver.total(kind, kind, "reference") for kind in covering]
    others = [deriver.total(kind, kind, "hypothesis") for kind in further]
    if MEAN_LENGTH in evidence.facts:
        words = deriver.fact(MEAN_LENGTH, evidence.facts[MEAN_LENGTH])
    else:
        words = deriver.step("reference_words", sum_formula([deriver.total(KEPT, KEPT, "reference"), *covered]))
    if not deriver[words]:
        return None
    deriver.step("edits", sum_formula([*covered, *others]))
    deriver.step(SCORE, f"edits / {words}")
    return deriver.done()


class EditReader:
    """Turns edits between the words of two texts into units over the analyser's tokens."""

    def __init__(
        self, hyp: Analysis, hyp_words: Sequence[str], ref: Analysis, ref_words: Sequence[str], reference: int
    ) -> None:
        self.hyp_words, self.ref_words = hyp_words, ref_words
        self._hyp_places = word_places(hyp, hyp_words)
        self._ref_places = word_places(ref, ref_words)
        self._before: tuple[tuple[Place, ...], ...] = ((),) * reference

    def unit(self, kind: str, hyp: int | None, ref: int | None) -> Unit:
        """Return the edit of one word into another; None stands for no word on that side."""
        words = [self.hyp_words[hyp]] if hyp is not None else []
        if ref is not None and kind != KEPT:
            words.append(self.ref_words[ref])
        return Unit(
            kind,
            " ↦ ".join(words),
            hypothesis=float(hyp is not None),
            reference=float(ref is not None),
            matched=float(kind == KEPT),
            hypothesis_places=self._hyp_places[hyp] if hyp is not None else (),
            reference_places=(*self._before, self._ref_places[ref]) if ref is not None else (),
        )

    def block(self, kind: str, label: str, words: Sequence[int]) -> Unit:
        """Return the edit of several adjacent words of the hypothesis."""
        tokens = tuple(token for index in words for place in self._hyp_places[index] for token in place.tokens)
        return Unit(kind, label, 1.0, 0.0, 0.0, (Place(tokens),) if tokens else (), (), single=False)


WORDS = "words"


@dataclass(frozen=True, slots=True)
class ErrorRate(Metric):
    """Base of error rates: statistics are errors and words of the reference, lower is better."""

    higher_is_better: ClassVar[bool] = False

    tokenize: Tokenize = "13a"
    case: Case = "fold"

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
        hyp_words, *ref_texts = (words_of(text.text, self.tokenize, self.case) for text in pair.texts)
        return lowest_rate([(Levenshtein.distance(hyp_words, words), len(words)) for words in ref_texts])[1]

    def evidence(self, pair: Pair) -> Evidence:
        hyp, *refs = pair.texts
        hyp_words, *ref_texts = (words_of(text.text, self.tokenize, self.case) for text in pair.texts)
        best, _ = lowest_rate([(Levenshtein.distance(hyp_words, words), len(words)) for words in ref_texts])
        reader = EditReader(hyp, hyp_words, refs[best], ref_texts[best], best)
        units = [unit for step in Levenshtein.opcodes(hyp_words, ref_texts[best]) for unit in _units(step, reader)]
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
    paper: ClassVar[str] = "Tillmann et al. 1997"

    def statistics(self, pair: Pair) -> Statistics:
        hyp_words, *ref_texts = (words_of(text.text, self.tokenize, self.case) for text in pair.texts)
        return lowest_rate(self._errors(hyp_words, ref_texts))[1]

    def evidence(self, pair: Pair) -> Evidence:
        hyp, *refs = pair.texts
        texts = [words_of(text.text, self.tokenize, self.case) for text in pair.texts]
        best, _ = lowest_rate(self._errors(texts[0], texts[1:]))
        bags = [Bag() for _ in texts]
        for index in (0, best + 1):
            text = (hyp, *refs)[index]
            for word, places in zip(texts[index], word_places(text, texts[index]), strict=True):
                bags[index].add((WORDS, (word,)), places[0] if places else None)
        return Evidence(compare_bags(bags[0], bags[1:], lambda key: key[1][0]), reference=best)

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

    def _errors(self, hyp_words: Sequence[str], ref_texts: Sequence[Sequence[str]]) -> list[tuple[float, int]]:
        counts = Counter(hyp_words)
        return [
            (max(len(hyp_words), len(words)) - (counts & Counter(words)).total(), len(words)) for words in ref_texts
        ]


def _units(step: Opcode, reader: EditReader) -> Iterator[Unit]:
    """Yield the units of a run of equal edits that turn the hypothesis into the reference, word by word."""
    words, ref_words = range(step.src_start, step.src_end), range(step.dest_start, step.dest_end)
    if step.tag == "delete":
        yield from (reader.unit("deletions", word, None) for word in words)
    elif step.tag == "insert":
        yield from (reader.unit("insertions", None, ref_word) for ref_word in ref_words)
    else:
        kind = KEPT if step.tag == "equal" else "substitutions"
        yield from (reader.unit(kind, word, ref_word) for word, ref_word in zip(words, ref_words, strict=True))


def lowest_rate(rows: Sequence[tuple[float, int]]) -> tuple[int, Statistics]:
    """Return the place and statistics of the reference with the fewest errors per word, from errors and words."""
    best = min(range(len(rows)), key=lambda place: rows[place][0] / max(rows[place][1], 1))
    return best, np.array(rows[best], dtype=np.float64)


JUMPS = "jumps"


@dataclass(frozen=True, slots=True)
class Cder(ErrorRate):
    """Edits and long jumps by the reference's words; lower is better.

    Every word of the reference is covered once, words of the hypothesis may be covered several times or not at all. A
    substitution, a missing word and a jump from any place of the hypothesis to any other cost 1 each. 0 for equal
    texts. Of several references the one with the lowest rate counts. Texts of up to 10,000 words.

    Statistics: shape (2,): cost and words of the reference.
    """

    name: ClassVar[str] = "cder"
    paper: ClassVar[str] = "Leusch, Ueffing & Ney 2006"
    max_tokens: ClassVar[int | None] = LONGEST_TEXT

    def statistics(self, pair: Pair) -> Statistics:
        hyp_words, *ref_texts = (words_of(text.text, self.tokenize, self.case) for text in pair.texts)
        return lowest_rate([(_cost(hyp_words, words), len(words)) for words in ref_texts])[1]

    def evidence(self, pair: Pair) -> Evidence:
        hyp, *refs = pair.texts
        hyp_words, *ref_texts = (words_of(text.text, self.tokenize, self.case) for text in pair.texts)
        best, _ = lowest_rate([(_cost(hyp_words, words), len(words)) for words in ref_texts])
        reader = EditReader(hyp, hyp_words, refs[best], ref_texts[best], best)
        return Evidence(tuple(reversed(list(_path(hyp_words, ref_texts[best], reader)))), reference=best)

    def statistics_of(self, evidence: Evidence) -> Statistics:
        cost = sum(unit.kind != KEPT for unit in evidence.units)
        return np.array([cost, sum(unit.reference for unit in evidence.units)], dtype=np.float64)

    def derivation(self, evidence: Evidence) -> Derivation | None:
        return edit_derivation(evidence, ("substitutions", "missing words"), (JUMPS,))


def _codes(hyp: Sequence[str], ref: Sequence[str]) -> tuple[NDArray[np.int32], list[int]]:
    codes: dict[str, int] = {}
    hyp_codes = np.array([codes.setdefault(word, len(codes)) for word in hyp], dtype=np.int32)
    return hyp_codes, [codes.get(word, -1) for word in ref]


def _rows(hyp: Sequence[str], ref: Sequence[str]) -> Iterator[NDArray[np.int32]]:
    """Yield, for each prefix of the reference, the costs of covering it and ending after each hypothesis word."""
    hyp_codes, ref_codes = _codes(hyp, ref)
    row = np.ones(len(hyp_codes) + 1, dtype=np.int32)
    row[0] = 0  # all others are reached by a jump
    yield row
    for code in ref_codes:
        next_row = row + 1  # the word is missing
        np.minimum(next_row[1:], row[:-1] + (hyp_codes != code), out=next_row[1:])
        row = np.minimum(next_row, next_row.min() + 1)
        yield row


def _cost(hyp: Sequence[str], ref: Sequence[str]) -> int:
    for row in _rows(hyp, ref):  # noqa: B007  # the last one counts
        pass
    return int(row[-1])


def _path(hyp: Sequence[str], ref: Sequence[str], reader: EditReader) -> Iterator[Unit]:
    """Yield a cheapest path as units, backwards from the ends of both texts."""
    rows = list(_rows(hyp, ref))
    place, covered = len(hyp), len(ref)
    while covered or place:
        row = rows[covered]
        before = rows[covered - 1] if covered else None
        if before is not None and place and row[place] == before[place - 1] + (hyp[place - 1] != ref[covered - 1]):
            same = hyp[place - 1] == ref[covered - 1]
            yield reader.unit(KEPT if same else "substitutions", place - 1, covered - 1)
            place, covered = place - 1, covered - 1
        elif before is not None and row[place] == before[place] + 1:
            yield reader.unit("missing words", None, covered - 1)
            covered -= 1
        else:
            origin = int(row.argmin())
            yield _jump(reader, origin, place)
            place = origin


def _jump(reader: EditReader, origin: int, place: int) -> Unit:
    words = reader.hyp_words
    if origin < place:  # the words between are skipped
        between = list(range(origin, place))
        return reader.block(JUMPS, f"⤳ over {' '.join(words[index] for index in between)}", between)
    target = words[place] if place < len(words) else "the end"
    return reader.block(JUMPS, f"⤳ back to {target}", [place] if place < len(words) else [])
