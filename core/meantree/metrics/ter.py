"""Translation edit rate (Snover et al. 2006), equal to sacrebleu's, with Tercom's greedy block shifts (section 2.3).

Words are single characters in the search for shifts, so that a text is a string and a shift a few slices. The distance
is Tercom's: cells far from the diagonal are not reached. It can differ from Levenshtein's only where that is at least
:data:`SURE_BELOW`; below, rapidfuzz's faster one is used.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import accumulate
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from sacrebleu.metrics.ter import TER

from meantree.language.languages import EAST_ASIAN, Language
from meantree.metrics.compared_words import Case
from meantree.metrics.derivation import Derivation
from meantree.metrics.error_rates import KEPT, MEAN_LENGTH, EditReader, ErrorRate, edit_derivation
from meantree.metrics.evidence import Evidence, Unit
from meantree.metrics.metric import LONGEST_PAIR, Metric, Statistics
from meantree.metrics.pair import Pair

LONGEST_BLOCK = 10
FARTHEST = 50
MOST_CANDIDATES = 1000
BAND = 25
SURE_BELOW = BAND - 1
"""A path that leaves the band has at least this many insertions or deletions."""
FIRST_CODE = 0x4E00
"""First code point of the characters that stand for words; surrogates are skipped."""

Path = list[tuple[int | None, int | None]]
"""Pairs of a hypothesis and a reference position, None for a word without a partner."""


@dataclass(frozen=True, slots=True)
class Shift:
    """A block of the hypothesis: its first word, its length, and the word before which it moves, before the shift."""

    start: int
    length: int
    target: int

    def applied(self, words: str) -> str:
        """Return the words after the shift."""
        start, end, target = self.start, self.start + self.length, self.target
        if target < start:
            return words[:target] + words[start:end] + words[target:start] + words[end:]
        if target > end:
            return words[:start] + words[end:target] + words[start:end] + words[target:]
        return words[:start] + words[end : self.length + target] + words[start:end] + words[self.length + target :]


@dataclass(frozen=True, slots=True)
class Edits:
    """The shifts in order, the shifted hypothesis, and its distance from the reference."""

    shifts: tuple[Shift, ...]
    words: str
    distance: int

    @property
    def count(self) -> int:
        """Number of all edits, including shifts."""
        return len(self.shifts) + self.distance


def as_characters(*texts: Sequence[str]) -> list[str]:
    """Encode texts with one character for each word, the same for equal words."""
    codes: dict[str, str] = {}
    result = []
    for words in texts:
        for word in words:
            if word not in codes:
                code = FIRST_CODE + len(codes)
                codes[word] = chr(code if code < 0xD800 else code + 0x800)
        result.append("".join([codes[word] for word in words]))
    return result


def edits(hyp: str, ref: str) -> Edits:
    """Apply the best shift repeatedly while it lowers the distance."""
    if not ref:
        return Edits((), hyp, len(hyp))
    words, shifts, checked = hyp, [], 0
    before = distance(words, ref)
    while True:
        candidates = list(_candidates(words, ref, before))
        checked += len(candidates)
        if checked >= MOST_CANDIDATES:
            break
        best = _best(candidates, words, ref, before)
        if best is None:
            break
        shift, before = best
        words = shift.applied(words)
        shifts.append(shift)
    return Edits(tuple(shifts), words, before)


def _best(candidates: Sequence[Shift], words: str, ref: str, before: int) -> tuple[Shift, int] | None:
    """Return the shift with the smallest distance, longer and earlier ones first; None if none lowers it."""
    ranked = sorted(
        (Levenshtein.distance(shift.applied(words), ref), -shift.length, shift.start, shift.target)
        for shift in candidates
    )
    best: tuple[int, int, int, int] | None = None
    for row in ranked:
        if row[0] >= before or (best is not None and row >= best):
            break
        # The distance within the band is never smaller, so later rows of the list cannot be better.
        shift = Shift(row[2], -row[1], row[3])
        true = row[0] if row[0] < SURE_BELOW else distance(shift.applied(words), ref)
        if best is None or (true, *row[1:]) < best:
            best = true, *row[1:]
    if best is None or best[0] >= before:
        return None
    return Shift(best[2], -best[1], best[3]), best[0]


def _candidates(words: str, ref: str, before: int) -> Iterator[Shift]:
    """Yield shifts of blocks that occur in both texts and contain an error in both."""
    path = edit_path(words, ref, before)
    partner, wrong, wrong_ref = _alignment(path, words, ref)
    errors, errors_ref = [0, *accumulate(wrong)], [0, *accumulate(wrong_ref)]
    places: dict[str, list[int]] = {}
    for place, word in enumerate(ref):
        places.setdefault(word, []).append(place)
    for start, word in enumerate(words):
        for start_ref in places.get(word, ()):
            if abs(start_ref - start) > FARTHEST:
                continue
            most = min(LONGEST_BLOCK, len(words) - start, len(ref) - start_ref)
            for length in range(1, most + 1):
                if words[start + length - 1] != ref[start_ref + length - 1]:
                    break
                if errors[start + length] == errors[start] or errors_ref[start_ref + length] == errors_ref[start_ref]:
                    continue
                if start <= partner[start_ref] < start + length:
                    continue
                yield from _targets(start, length, start_ref, partner)


def _targets(start: int, length: int, start_ref: int, partner: Sequence[int]) -> Iterator[Shift]:
    last = -1
    for place in range(start_ref - 1, min(start_ref + length, len(partner))):
        target = partner[place] + 1 if place >= 0 else 0
        if target != last:
            last = target
            yield Shift(start, length, target)


def _alignment(path: Path, words: str, ref: str) -> tuple[list[int], list[int], list[int]]:
    """Return for each reference word the hypothesis word at or before it; and for both texts 1 for each wrong word."""
    partner, wrong, wrong_ref = [-1] * len(ref), [1] * len(words), [1] * len(ref)
    last = -1
    for place, ref_place in path:
        last = place if place is not None else last
        if ref_place is not None:
            partner[ref_place] = last
        if place is not None and ref_place is not None and words[place] == ref[ref_place]:
            wrong[place] = wrong_ref[ref_place] = 0
    return partner, wrong, wrong_ref


def distance(words: str, ref: str) -> int:
    """Return the edit distance within the band."""
    quick = Levenshtein.distance(words, ref)
    return quick if quick < SURE_BELOW else int(_matrix(words, ref, banded=True)[-1, -1])


def edit_path(words: str, ref: str, known: int) -> Path:
    """Return a cheapest path, from the start, preferring substitutions to deletions to insertions.

    ``known`` is the distance.
    """
    rows = _matrix(words, ref, banded=known >= SURE_BELOW).tolist()
    place, ref_place = len(words), len(ref)
    path: Path = []
    while place or ref_place:
        cost = rows[place][ref_place]
        if place and ref_place and cost == rows[place - 1][ref_place - 1] + (words[place - 1] != ref[ref_place - 1]):
            place, ref_place = place - 1, ref_place - 1
            path.append((place, ref_place))
        elif place and cost == rows[place - 1][ref_place] + 1:
            place -= 1
            path.append((place, None))
        else:
            ref_place -= 1
            path.append((None, ref_place))
    return path[::-1]


FAR = 1 << 30


def _matrix(words: str, ref: str, *, banded: bool) -> NDArray[np.int32]:
    """Return the costs of turning prefixes of one text into prefixes of the other, shape (words + 1, reference + 1)."""
    hyp_codes = np.array([ord(word) for word in words], dtype=np.int32)
    ref_codes = np.array([ord(word) for word in ref], dtype=np.int32)
    size = len(ref_codes)
    steps = np.arange(size + 1, dtype=np.int32)
    matrix = np.zeros((len(hyp_codes) + 1, size + 1), dtype=np.int32)
    if not banded:  # each column less its number, so that insertions cost nothing
        kept = -(ref_codes == hyp_codes[:, None]).astype(np.int32)
        for above, current, cost in zip(matrix, matrix[1:], kept, strict=False):
            np.add(above, 1, out=current)
            np.minimum(current[1:], above[:-1] + cost, out=current[1:])
            np.minimum.accumulate(current, out=current)
        return matrix + steps
    matrix[0] = steps
    ratio = size / len(hyp_codes) if len(hyp_codes) else 1.0
    band = math.ceil(ratio / 2 + BAND) if ratio / 2 > BAND else BAND
    for row in range(1, len(hyp_codes) + 1):
        above = matrix[row - 1]
        current = above + 1
        np.minimum(current[1:], above[:-1] + (ref_codes != hyp_codes[row - 1]), out=current[1:])
        first = max(0, math.floor(row * ratio) - band)
        last = size + 1 if row == len(hyp_codes) else min(size + 1, math.floor(row * ratio) + band)
        current[:first] = FAR
        current[last:] = FAR
        current[first:last] = np.minimum.accumulate(current[first:last] - steps[first:last]) + steps[first:last]
        matrix[row] = current
    return matrix


@dataclass(frozen=True, slots=True)
class Ter(ErrorRate):
    """Edits (shifts of blocks, substitutions, insertions, deletions) by the mean reference length; lower is better.

    An error rate: 0 for equal texts, above 1 if there are more errors than reference words. Words are those between
    blanks in Tercom's lower-casing tokenization (``case=keep`` leaves case alone), in Chinese, Japanese and Korean
    texts characters. The reference with fewest edits is used. An empty hypothesis counts as all words missing, hence 1.
    Multiplied by 100 it equals sacrebleu's TER. Texts of up to 1,500 tokens.

    Statistics: shape (2,): edits, and mean length of the references in words.
    """

    name: ClassVar[str] = "ter"
    paper: ClassVar[str] = "Snover et al. 2006"
    max_tokens: ClassVar[int | None] = LONGEST_PAIR

    case: Case = "fold"
    asian: bool = field(default=False, repr=False, metadata={"learned": True})

    @property
    def resources(self) -> tuple[str, ...]:
        """The options of sacrebleu that the language of the texts chooses."""
        return ("normalized:yes", "asian:yes") if self.asian else ()

    def in_script(self, language: Language) -> Metric:
        """Return the metric that sets characters apart where TER does."""
        return replace(self, asian=True) if language.code in EAST_ASIAN else self

    def statistics(self, pair: Pair) -> Statistics:
        texts = self._texts(pair)
        hypothesis, *references = as_characters(*texts)
        length = float(np.mean([len(words) for words in texts[1:]]))
        return np.array([min(edits(hypothesis, reference).count for reference in references), length])

    def evidence(self, pair: Pair) -> Evidence:
        hyp, *refs = pair.texts
        texts = self._texts(pair)
        hypothesis, *references = as_characters(*texts)
        all_edits = [edits(hypothesis, reference) for reference in references]
        best = min(range(len(all_edits)), key=lambda place: all_edits[place].count)
        reader = EditReader(hyp, texts[0], refs[best], texts[best + 1], best)
        units = list(_units(all_edits[best], references[best], reader))
        length = float(np.mean([len(words) for words in texts[1:]]))
        return Evidence(tuple(units), reference=best, facts={MEAN_LENGTH: length})

    def statistics_of(self, evidence: Evidence) -> Statistics:
        edits = sum(max(unit.hypothesis, unit.reference) for unit in evidence.units if unit.kind != KEPT)
        return np.array([edits, evidence.facts[MEAN_LENGTH]])

    def derivation(self, evidence: Evidence) -> Derivation | None:
        return edit_derivation(evidence, ("substitutions", "insertions"), ("deletions", "shifts"))

    def _texts(self, pair: Pair) -> list[list[str]]:
        hypothesis, *references = pair.texts
        words = partial(ter_words, case=self.case, asian=self.asian)
        return [words(hypothesis.text), *(words(" ".join(words(reference.text))) for reference in references)]


def ter_words(text: str, case: Case = "fold", *, asian: bool = False) -> list[str]:
    """Return the words of a text as TER compares them; ``asian``: Chinese, Japanese and Korean characters apart.

    Of references, sacrebleu does so twice, which sets further marks apart.
    """
    return list(_ter(case, asian)._preprocess_segment(text).split())


@cache
def _ter(case: Case, asian: bool) -> TER:
    return TER(case_sensitive=case == "keep", normalized=asian, asian_support=asian)


def _units(edited: Edits, ref: str, reader: EditReader) -> Iterator[Unit]:
    """Yield the shifts, then the edits of the shifted hypothesis; words keep their original places."""
    order = as_characters([str(place) for place in range(len(edited.words))])[0]
    first = {word: place for place, word in enumerate(order)}
    for shift in edited.shifts:
        block = [first[word] for word in order[shift.start : shift.start + shift.length]]
        yield reader.block("shifts", f"⇄ {' '.join(reader.hyp_words[place] for place in block)}", block)
        order = shift.applied(order)
    for place, ref_place in edit_path(edited.words, ref, edited.distance):
        word = None if place is None else first[order[place]]
        if word is None:
            yield reader.unit("insertions", None, ref_place)
        elif ref_place is None:
            yield reader.unit("deletions", word, None)
        else:
            yield reader.kept_or_substituted(word, ref_place)
