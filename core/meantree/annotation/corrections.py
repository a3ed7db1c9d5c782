"""An annotator's corrections of trees and word links: records of their own, beside the annotations of frames."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from meantree.analysis.corrections import CorrectedArc, FixedLinks
from meantree.analysis.tree import ROOT
from meantree.annotation.edits import EditRefused
from meantree.corpus.corpus import Side
from meantree.errors import UsageError
from meantree.escaping import is_encodable, quoted
from meantree.metrics.pair import Pair
from meantree.untrusted_json import as_integer, as_string, reading

Arcs = Mapping[int, CorrectedArc]
"""The corrected head and label of tokens, numbered from 0 over the whole text."""


@dataclass(frozen=True, slots=True, order=True)
class TreeKey:
    """Identifies corrected arcs by segment, text and annotator; ``name`` is that of the system or reference."""

    segment: str
    side: Side
    name: str
    annotator: str

    @property
    def system(self) -> str:
        """The system whose translation it is, empty for a reference."""
        return self.name if self.side == "hypothesis" else ""

    @property
    def reference(self) -> str:
        """The name of the reference, empty for a translation."""
        return self.name if self.side == "reference" else ""


@dataclass(frozen=True, slots=True, order=True)
class LinksKey:
    """Identifies corrected links by segment, system, reference and annotator."""

    segment: str
    system: str
    reference: str
    annotator: str


def tree_key(segment: str, system: str, reference: str, annotator: str) -> TreeKey:
    """Return the key of a translation's tree, or of a reference's if there is no system."""
    return TreeKey(segment, "hypothesis" if system else "reference", system or reference, annotator)


def arcs_to_json(arcs: Arcs) -> str:
    """Return corrected arcs as one line of JSON; raise UsageError if a label cannot be written to a file."""
    for _, label in arcs.values():
        if not is_encodable(label):
            raise UsageError(f"the label {quoted(label)} cannot be written as text; choose another one")
    rows = [[dependent, *arc] for dependent, arc in arcs.items()]
    return json.dumps({"arcs": rows}, ensure_ascii=False, separators=(",", ":"))


@reading("corrected arcs")
def arcs_from_json(text: str) -> Arcs:
    """Read what :func:`arcs_to_json` wrote; raise ValueError if it is something else."""
    rows = [_row(*row) for row in json.loads(text)["arcs"]]
    if len(dict(rows)) < len(rows):
        raise ValueError(f"not corrected arcs, since a token has two heads: {text[:80]}")
    return dict(rows)


def links_to_json(fixed: FixedLinks) -> str:
    """Return corrected links as one line of JSON."""
    names = ("linked", "unlinked", *(("mistranslated",) if fixed.mistranslated else ()))
    return json.dumps({name: sorted(getattr(fixed, name)) for name in names}, separators=(",", ":"))


@reading("corrected links")
def links_from_json(text: str) -> FixedLinks:
    """Read what :func:`links_to_json` wrote; raise ValueError if it is something else."""
    read = {"mistranslated": [], **json.loads(text)}
    names = "linked", "unlinked", "mistranslated"
    fixed = FixedLinks(*(frozenset((_token(one), _token(two)) for one, two in read[name]) for name in names))
    if fixed.unlinked & (fixed.linked | fixed.mistranslated):
        raise ValueError(f"the same words are both linked and unlinked: {text[:80]}")
    return fixed


def toggle_link(pair: Pair, reference: int, words: tuple[int, int]) -> FixedLinks:
    """Return the corrections after linking two words, or unlinking them if they are linked.

    Corrections that agree with the aligner are not stored.

    Args:
        reference: the 0-based number of the reference.
        words: a token of the hypothesis and one of the reference.

    Raises:
        EditRefused: if another link made by hand would have to go.
    """
    fixed = pair.fixed_links(reference)
    uncorrected = FixedLinks(*(pairs - {words} for pairs in (fixed.linked, fixed.unlinked, fixed.mistranslated)))
    if words in pair.alignment(reference).pairs:
        stays_linked = words in _with(pair, reference, uncorrected).alignment(reference).pairs
        return replace(uncorrected, unlinked=uncorrected.unlinked | {words}) if stays_linked else uncorrected
    if uncorrected != fixed and words in _with(pair, reference, uncorrected).alignment(reference).pairs:
        return uncorrected
    linked = replace(uncorrected, linked=uncorrected.linked | {words})
    if not linked.linked.issubset(_with(pair, reference, linked).alignment(reference).pairs):
        raise EditRefused("both words already have links made by hand; remove one of these first")
    return linked


def replaced_links(pair: Pair, reference: int, fixed: FixedLinks) -> set[tuple[int, int]]:
    """Return the links to the reference with this 0-based number that are gone once links are corrected like this."""
    return {*pair.alignment(reference).pairs} - {*_with(pair, reference, fixed).alignment(reference).pairs}


def toggle_mistranslation(pair: Pair, reference: int, words: tuple[int, int]) -> FixedLinks:
    """Return the corrections after marking two words as a mistranslation, which links them, or removing the mark.

    Arguments, and what is refused, are those of :func:`toggle_link`.
    """
    fixed = pair.fixed_links(reference)
    if words not in pair.alignment(reference).pairs:
        fixed = toggle_link(pair, reference, words)
    return replace(fixed, mistranslated=fixed.mistranslated ^ {words})


def without_corrections_of(fixed: FixedLinks, side: Side, word: int) -> FixedLinks:
    """Return the corrections without those of one word; raise EditRefused if it has none."""

    def others(pairs: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
        return frozenset(pair for pair in pairs if pair[side == "reference"] != word)

    remaining = FixedLinks(*map(others, (fixed.linked, fixed.unlinked, fixed.mistranslated)))
    if remaining == fixed:
        raise EditRefused("this word has no corrected links")
    return remaining


def _row(dependent: object, head: object, label: object) -> tuple[int, CorrectedArc]:
    token, arc = _token(dependent), (as_integer(head), as_string(label))
    if arc[0] < ROOT or not is_encodable(arc[1]):
        raise TypeError
    return token, arc


def _token(read: object) -> int:
    token = as_integer(read)
    if token < 0:
        raise TypeError
    return token


def _with(pair: Pair, reference: int, fixed: FixedLinks) -> Pair:
    places = range(len(pair.references))
    return replace(pair, fixed=tuple(fixed if place == reference else pair.fixed_links(place) for place in places))
