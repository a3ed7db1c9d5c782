"""Links between words that an annotator corrected, of one translation beside one reference: a record of its own."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from meantree.analysis.corrections import Fixed
from meantree.corpus.corpus import Side
from meantree.metrics.pair import Pair
from meantree.project.edits import EditRefused


@dataclass(frozen=True, slots=True, order=True)
class LinksKey:
    """Which translation of which segment, beside which reference, by whom."""

    segment: str
    system: str
    reference: str
    annotator: str


def links_to_json(fixed: Fixed) -> str:
    """Corrected links as one line of JSON."""
    return json.dumps({"linked": sorted(fixed.linked), "unlinked": sorted(fixed.unlinked)}, separators=(",", ":"))


def links_from_json(text: str) -> Fixed:
    """Read back what :func:`links_to_json` wrote.

    Raises:
        ValueError: if it is none.
    """
    try:
        read = json.loads(text)
        fixed = Fixed(
            *(frozenset((_word(one), _word(two)) for one, two in read[key]) for key in ("linked", "unlinked"))
        )
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"no corrected links: {text[:80]}") from error
    if fixed.linked & fixed.unlinked:
        raise ValueError(f"words that are linked and are not: {text[:80]}")
    return fixed


def toggled(pair: Pair, reference: int, words: tuple[int, int]) -> Fixed:
    """What is fixed when two words are linked that were not, or unlinked that were.

    Nothing is said of words that the aligner links, or leaves apart, on its own.

    Args:
        pair: the texts, with what is fixed now.
        reference: beside which of its references.
        words: a token of the hypothesis and one of the reference.

    Raises:
        EditRefused: if one of them has to give up another link that was made by hand.
    """
    fixed = pair.fixed_links(reference)
    unsaid = Fixed(fixed.linked - {words}, fixed.unlinked - {words})
    if words in pair.alignment(reference).pairs:
        still = words in _with(pair, reference, unsaid).alignment(reference).pairs
        return replace(unsaid, unlinked=unsaid.unlinked | {words}) if still else unsaid
    if unsaid != fixed and words in _with(pair, reference, unsaid).alignment(reference).pairs:
        return unsaid
    said = replace(unsaid, linked=unsaid.linked | {words})
    if not said.linked.issubset(_with(pair, reference, said).alignment(reference).pairs):
        raise EditRefused("both words have other links by hand; unlink one of these first")
    return said


def restored(fixed: Fixed, side: Side, word: int) -> Fixed:
    """Without what was said of one word.

    Raises:
        EditRefused: if nothing was.
    """

    def others(pairs: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
        return frozenset(pair for pair in pairs if pair[side == "reference"] != word)

    left = Fixed(others(fixed.linked), others(fixed.unlinked))
    if left == fixed:
        raise EditRefused("no link of this word was corrected")
    return left


def _word(read: object) -> int:
    if type(read) is not int or read < 0:  # True is an int, too
        raise TypeError
    return read


def _with(pair: Pair, reference: int, fixed: Fixed) -> Pair:
    places = range(len(pair.references))
    return replace(pair, fixed=tuple(fixed if place == reference else pair.fixed_links(place) for place in places))
