"""Edit rates without shifts: WER, PER, which ignores order (Tillmann et al. 1997), and CDER (Leusch et al. 2006).

The evidence is one unit for each kept, replaced, inserted or missing word; :mod:`meantree.metrics.ter` builds its own
with the same functions.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

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
        self.hyp_words, self.ref_words, self.reference = hyp_words, ref_words, reference
        self.hyp_places, self.ref_places = word_places(hyp, hyp_words), word_places(ref, ref_words)

    def unit(self, kind: str, hyp: int | None, ref: int | None, *, matches: bool = False, joined: str = " ↦ ") -> Unit:
        """Return a unit of a word and its partner, or the edit of one into the other; None if there is no such word."""
        words = [self.hyp_words[hyp]] if hyp is not None else []
        words += [self.ref_words[ref]] if ref is not None else []
        return Unit(
            kind,
            joined.join(dict.fromkeys(words)),
            hypothesis=float(hyp is not None),
            reference=float(ref is not None),
            matched=float(matches),
            hypothesis_places=self.hyp_places[hyp] if hyp is not None else (),
            reference_places=self.in_references(self.ref_places[ref]) if ref is not None else (),
        )

    def kept_or_substituted(self, hyp: int, ref: int) -> Unit:
        """Return the unit of a word that stands for a word of the reference."""
        matches = self.hyp_words[hyp] == self.ref_words[ref]
        return self.unit(KEPT if matches else "substitutions", hyp, ref, matches=matches)

    def in_references(self, places: tuple[Place, ...]) -> tuple[tuple[Place, ...], ...]:
        """Return places in the reference, after those in the references before it, of which there are none."""
        return *((),) * self.reference, places

    def block(self, kind: str, label: str, words: Sequence[int]) -> Unit:
        """Return the edit of several adjacent words of the hypothesis."""
        tokens = tuple(token for index in words for place in self.hyp_places[index] for token in place.tokens)
        return Unit(kind, label, 1.0, 0.0, 0.0, (Place(tokens),) if tokens else (), (), single=False)


WORDS = "words"


class ErrorRate(Metric):
    """Base of error rates: statistics are errors and words of the reference, lower is better."""

    __slots__ = ()
    higher_is_better: ClassVar[bool] = False

    def score(self, statistics: Statistics, *, level: Level) -> float | None:  # noqa: ARG002  # the same at all levels
        errors, words = statistics
        return float(errors / words) if words > 0 else None


@dataclass(frozen=True, slots=True)
class WordErrorRate(ErrorRate):
    """Base of rates by the reference that has the fewest errors per word."""

    tokenize: Tokenize = "13a"
    case: Case = "fold"

    @abstractmethod
    def _errors(self, hyp: Sequence[str], ref: Sequence[str]) -> int:
        """Return the number of errors in the words of the hypothesis."""

    @abstractmethod
    def _units(self, reader: EditReader) -> Iterable[Unit]:
        """Return the kept words and the edits of two texts."""

    def _words(self, text: Analysis) -> tuple[str, ...]:
        return words_of(text.text, self.tokenize, self.case)

    def _closest(self, pair: Pair) -> tuple[int, Statistics]:
        """Return the 0-based place of the closest reference, and its statistics."""
        hyp, *refs = map(self._words, pair.texts)
        rows = [(self._errors(hyp, ref), len(ref)) for ref in refs]
        best = min(range(len(rows)), key=lambda place: rows[place][0] / max(rows[place][1], 1))
        return best, np.array(rows[best], dtype=np.float64)

    def statistics(self, pair: Pair) -> Statistics:
        return self._closest(pair)[1]

    def evidence(self, pair: Pair) -> Evidence:
        best, _ = self._closest(pair)
        hyp, ref = pair.sides(best)
        reader = EditReader(hyp, self._words(hyp), ref, self._words(ref), best)
        return Evidence(tuple(self._units(reader)), reference=best)

    def statistics_of(self, evidence: Evidence) -> Statistics:
        edits = sum(unit.kind != KEPT for unit in evidence.units)
        return np.array([edits, sum(unit.reference for unit in evidence.units)], dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Wer(WordErrorRate):
    """Word error rate: substitutions, insertions and deletions by the reference's words; lower is better.

    0 for equal texts, above 1 where more is wrong than the reference is long. Of several references the one with the
    lowest rate counts.

    Statistics: shape (2,): edits and words of the reference.
    """

    name: ClassVar[str] = "wer"

    def _errors(self, hyp: Sequence[str], ref: Sequence[str]) -> int:
        return Levenshtein.distance(hyp, ref)

    def _units(self, reader: EditReader) -> Iterator[Unit]:
        for step in Levenshtein.opcodes(reader.hyp_words, reader.ref_words):
            words, ref_words = range(step.src_start, step.src_end), range(step.dest_start, step.dest_end)
            if step.tag == "delete":
                yield from (reader.unit("deletions", word, None) for word in words)
            elif step.tag == "insert":
                yield from (reader.unit("insertions", None, ref_word) for ref_word in ref_words)
            else:
                yield from map(reader.kept_or_substituted, words, ref_words)

    def derivation(self, evidence: Evidence) -> Derivation | None:
        return edit_derivation(evidence, ("substitutions", "insertions"), ("deletions",))


@dataclass(frozen=True, slots=True)
class Per(WordErrorRate):
    """Position-independent error rate: words without a partner by the reference's words; lower is better.

    (max(words of hypothesis, words of reference) − words in common) / words of reference. Of several references the
    one with the lowest rate counts.

    Statistics: shape (2,): errors and words of the reference.
    """

    name: ClassVar[str] = "per"
    paper: ClassVar[str] = "Tillmann et al. 1997"

    def _errors(self, hyp: Sequence[str], ref: Sequence[str]) -> int:
        return max(len(hyp), len(ref)) - (Counter(hyp) & Counter(ref)).total()

    def _units(self, reader: EditReader) -> Iterable[Unit]:
        bags = Bag(), Bag()
        for bag, words, all_places in zip(
            bags, (reader.hyp_words, reader.ref_words), (reader.hyp_places, reader.ref_places), strict=True
        ):
            for word, places in zip(words, all_places, strict=True):
                bag.add((WORDS, (word,)), places[0] if places else None)
        others = [Bag() for _ in range(reader.reference)]
        return compare_bags(bags[0], [*others, bags[1]], lambda key: key[1][0])

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


JUMPS = "jumps"


@dataclass(frozen=True, slots=True)
class Cder(WordErrorRate):
    """Edits and long jumps by the reference's words; lower is better.

    Every word of the reference is covered once, words of the hypothesis may be covered several times or not at all. A
    substitution, a missing word and a jump from any place of the hypothesis to any other cost 1 each. 0 for equal
    texts. Of several references the one with the lowest rate counts. Texts of up to 10,000 words.

    Statistics: shape (2,): cost and words of the reference.
    """

    name: ClassVar[str] = "cder"
    paper: ClassVar[str] = "Leusch, Ueffing & Ney 2006"
    max_tokens: ClassVar[int | None] = LONGEST_TEXT

    def _errors(self, hyp: Sequence[str], ref: Sequence[str]) -> int:
        for row in _rows(hyp, ref):  # noqa: B007  # the last one counts
            pass
        return int(row[-1])

    def _units(self, reader: EditReader) -> Iterable[Unit]:
        return reversed(list(_path(reader)))

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


def _path(reader: EditReader) -> Iterator[Unit]:
    """Yield a cheapest path as units, backwards from the ends of both texts."""
    hyp, ref = reader.hyp_words, reader.ref_words
    rows = list(_rows(hyp, ref))
    place, covered = len(hyp), len(ref)
    while covered or place:
        row = rows[covered]
        before = rows[covered - 1] if covered else None
        if before is not None and place and row[place] == before[place - 1] + (hyp[place - 1] != ref[covered - 1]):
            place, covered = place - 1, covered - 1
            yield reader.kept_or_substituted(place, covered)
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
