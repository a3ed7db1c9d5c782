"""Planted errors and findings: which findings name a planted error, and which are about something else."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from meantree.alignment.word_alignment import WordAlignment
from meantree.analysis.sentences import Analysis
from meantree.faults.edits import Fault, tokens_in
from meantree.findings.compared import Candidate

ALSO: Final[Mapping[str, frozenset[str]]] = {
    "negation": frozenset({"quantifier", "opposite"}),
    "modality": frozenset({"tense", "modifier"}),
    "tense": frozenset({"modality"}),
    "embedding": frozenset({"negation", "event"}),
    "quantifier": frozenset({"negation", "modifier"}),
    "opposite": frozenset({"event", "modifier", "role", "degree", "quantifier"}),
    "specificity": frozenset({"event", "modifier", "role"}),
    "role": frozenset({"name", "event", "modifier", "specificity"}),
    "name": frozenset({"role", "modifier"}),
    "conjunct": frozenset({"modifier", "event", "role", "name"}),
    "event": frozenset({"conjunct", "modifier", "role"}),
    "modifier": frozenset({"name", "number", "event", "attachment", "conjunct"}),
    "attachment": frozenset({"modifier"}),
    "degree": frozenset({"opposite", "quantifier", "modifier"}),
    "untranslated": frozenset({"role", "modifier", "event"}),
    "pronoun": frozenset({"role"}),
}
"""Families of findings that name an error of a family correctly, too."""


@dataclass(frozen=True, slots=True)
class PlantedPair:
    """A text with a planted error beside a reference, and where the error is.

    Attributes:
        hypothesis_words: the tokens that were changed.
        reference_words: the tokens of the reference that correspond to the changed words of the original.
        can_be_seen: whether the reference has what was changed: otherwise the error cannot be seen beside it.
    """

    fault: Fault
    hypothesis: Analysis
    reference: Analysis
    alignment: WordAlignment
    hypothesis_words: frozenset[int]
    reference_words: frozenset[int]

    @property
    def can_be_seen(self) -> bool:  # see Attributes
        return bool(self.reference_words) or not self.fault.original_spans

    def is_named_by(self, candidate: Candidate, *, strictly: bool = False) -> bool:
        """Return whether a finding is about the error, and of a family that names it."""
        planted, found = (kind.partition(".")[0] for kind in (self.fault.kind, candidate.kind))
        named = found == planted or (not strictly and found in ALSO.get(planted, ()))
        return named and self.is_touched_by(candidate)

    def is_touched_by(self, candidate: Candidate) -> bool:
        """Return whether a finding is about words of the error."""
        return not (
            self.hypothesis_words.isdisjoint(candidate.hypothesis)
            and self.reference_words.isdisjoint(candidate.reference)
        )


def planted_pair(
    fault: Fault,
    original: Analysis,
    faulty: Analysis,
    reference: Analysis,
    alignment: WordAlignment,
    original_alignment: WordAlignment | None,
) -> PlantedPair:
    """Return a planted error beside a reference.

    Args:
        original: the text in which it was planted.
        reference: another translation, or the original itself.
        alignment: of the faulty text and the reference.
        original_alignment: of the original and the reference; None if the reference is the original.
    """
    changed = tokens_in(faulty, fault.faulty_spans)
    if fault.kind.startswith("repetition"):
        changed |= {word + step for word in changed for step in (-2, -1, 1, 2)}
    words = tokens_in(original, fault.original_spans)
    if original_alignment is not None:
        words = partners(words, original_alignment)
    return PlantedPair(fault, faulty, reference, alignment, frozenset(changed), frozenset(words))


def partners(words: Collection[int], alignment: WordAlignment) -> set[int]:
    """Return the words of the reference that are linked with words of the hypothesis, in either direction."""
    links = [link for word in words if (link := alignment.of_hypothesis[word]) is not None]
    back = (link for link in alignment.of_reference if link is not None and link.hypothesis in words)
    return {link.reference for link in (*links, *back)}
