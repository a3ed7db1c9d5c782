"""CDER: edit distance in which blocks of the hypothesis may move (Leusch, Ueffing & Ney 2006)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.limits import LONGEST_TEXT
from meantree.metrics.base import Statistics
from meantree.metrics.derivation import Derivation
from meantree.metrics.edits.error_rates import ErrorRate, lowest_rate
from meantree.metrics.edits.operations import KEPT, EditReader, edit_derivation
from meantree.metrics.evidence import Evidence, Unit
from meantree.metrics.lexical.words import words_of
from meantree.metrics.pair import Pair

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
    max_tokens: ClassVar[int | None] = LONGEST_TEXT

    def statistics(self, pair: Pair) -> Statistics:
        hyp, refs = pair.texts
        mine, *theirs = (words_of(text.text, self.tokenize, self.case) for text in (hyp, *refs))
        return lowest_rate([(_cost(mine, words), len(words)) for words in theirs])[1]

    def evidence(self, pair: Pair) -> Evidence:
        hyp, refs = pair.texts
        mine, *theirs = (words_of(text.text, self.tokenize, self.case) for text in (hyp, *refs))
        best, _ = lowest_rate([(_cost(mine, words), len(words)) for words in theirs])
        reader = EditReader(hyp, mine, refs[best], theirs[best], best)
        return Evidence(tuple(reversed(list(_path(mine, theirs[best], reader)))), reference=best)

    def statistics_of(self, evidence: Evidence) -> Statistics:
        cost = sum(unit.kind != KEPT for unit in evidence.units)
        return np.array([cost, sum(unit.reference for unit in evidence.units)], dtype=np.float64)

    def derivation(self, evidence: Evidence) -> Derivation | None:
        return edit_derivation(evidence, ("substitutions", "missing words"), (JUMPS,))


def _codes(hyp: Sequence[str], ref: Sequence[str]) -> tuple[NDArray[np.int32], list[int]]:
    codes: dict[str, int] = {}
    mine = np.array([codes.setdefault(word, len(codes)) for word in hyp], dtype=np.int32)
    return mine, [codes.get(word, -1) for word in ref]


def _rows(hyp: Sequence[str], ref: Sequence[str]) -> Iterator[NDArray[np.int32]]:
    """The cost of having covered the first words of the reference and standing after each word of the hypothesis."""
    mine, theirs = _codes(hyp, ref)
    row = np.ones(len(mine) + 1, dtype=np.int32)
    row[0] = 0  # all others are reached by a jump
    yield row
    for code in theirs:
        after = row + 1  # the word is missing
        np.minimum(after[1:], row[:-1] + (mine != code), out=after[1:])
        row = np.minimum(after, after.min() + 1)
        yield row


def _cost(hyp: Sequence[str], ref: Sequence[str]) -> int:
    for row in _rows(hyp, ref):  # noqa: B007  # the last one counts
        pass
    return int(row[-1])


def _path(hyp: Sequence[str], ref: Sequence[str], reader: EditReader) -> Iterator[Unit]:
    """A cheapest path backwards from the ends of both texts, as units."""
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
    if origin < place:  # what lies between is passed over
        between = list(range(origin, place))
        return reader.block(JUMPS, f"⤳ over {' '.join(words[index] for index in between)}", between)
    target = words[place] if place < len(words) else "the end"
    return reader.block(JUMPS, f"⤳ back to {target}", [place] if place < len(words) else [])
