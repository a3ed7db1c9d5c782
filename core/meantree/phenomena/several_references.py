"""Findings beside one of several references: those that no other reference refutes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from meantree.analysis.sentences import Analysis
from meantree.phenomena.catalogue import ADDITION, KINDS, OMISSION, as_different, of_one_text
from meantree.phenomena.search import Finding


def unrefuted(
    findings: Sequence[Finding], hypothesis: Analysis, others: Sequence[tuple[Analysis, Sequence[Finding]]]
) -> tuple[Finding, ...]:
    """Return the findings beside a reference that are found beside each other one, too, those that are shown first.

    Each is as sure as it is beside the reference that agrees most with the translation, and shown if it is beside all.
    What is missing or added beside one reference alone is different.

    Args:
        others: the other references, and the findings of the translation beside them.
    """
    words = [word.casefold() for word in hypothesis.words]
    forms = [({word.casefold() for word in text.words}, found) for text, found in others]
    kept = [held for each in findings if (held := _held(each, words, forms)) is not None]
    return tuple(sorted(kept, key=lambda each: not each.shown))


def _held(
    finding: Finding, words: Sequence[str], others: Sequence[tuple[Set[str], Sequence[Finding]]]
) -> Finding | None:
    """Return a finding as all references allow it; None if one refutes it."""
    sure, is_shown, kind = finding.probability, finding.shown, finding.kind
    for forms, found in others:
        best = max(_same(finding, words, forms, found), key=lambda each: (each.shown, each.probability), default=None)
        if best is None:
            return None
        sure, is_shown = min(sure, best.probability), is_shown and best.shown
        if kind.mqm in (OMISSION, ADDITION) and kind.mqm != best.kind.mqm:
            kind = KINDS[as_different(kind.name)]
    sentence = finding.sentence
    if kind is not finding.kind:
        words = sentence.partition(": ")[2].removeprefix("reference ").removesuffix(" of the reference")
        sentence = of_one_text(kind, words, in_reference=finding.kind.mqm == OMISSION)
    return replace(finding, kind=kind, sentence=sentence, probability=sure, shown=is_shown)


def _same(finding: Finding, words: Sequence[str], forms: Set[str], found: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the findings beside another reference of the same kind or about words that it has not, at the same place.

    Args:
        words: of the translation.
        forms: of the other reference.
    """
    for other in found:
        shared = {*finding.hypothesis}.intersection(other.hypothesis)
        is_same = finding.kind.family == other.kind.family or finding.kind.mqm == other.kind.mqm == OMISSION
        if shared and (is_same or any(words[word] not in forms for word in shared)):
            yield other
