"""What annotators correct in automatic analyses: heads and labels of arcs, and links between words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import ROOT, DependencyTree, NBestDependencies, tree_fault
from meantree.errors import UsageError
from meantree.escaping import quoted


@dataclass(frozen=True, slots=True)
class FixedLinks:
    """Pairs ``(token of the hypothesis, token of the reference)``, 0-based over the whole texts; false without any.

    Attributes:
        linked: pairs that stand for each other.
        unlinked: pairs that do not.
    """

    linked: frozenset[tuple[int, int]] = frozenset()
    unlinked: frozenset[tuple[int, int]] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.pairs)

    @property
    def pairs(self) -> frozenset[tuple[int, int]]:
        """All that something was said of."""
        return self.linked | self.unlinked


NO_FIXED_LINKS = FixedLinks()
"""Nobody said anything."""


CorrectedArc = tuple[int, str]
"""The head of a token, 0-based over the whole text and -1 for a root, and the label."""


class InvalidCorrection(UsageError):
    """Corrected heads that make no tree, alone or over what another pipeline found; the text says why."""


def corrected(analysis: Analysis, arcs: Mapping[int, CorrectedArc]) -> Analysis:
    """The analysis with other heads and labels; where a sentence is corrected, its tree is the only parse left.

    Constituents, and the head dependencies that follow from them, stay as they are.

    Args:
        analysis: of a text.
        arcs: by token, 0-based over the whole text.

    Raises:
        InvalidCorrection: if a head lies outside of its sentence, or heads make no tree with one root.
    """
    if not arcs:
        return analysis
    sentences = tuple(
        _sentence(sentence, offset, arcs) for sentence, offset in zip(analysis.sentences, analysis.offsets, strict=True)
    )
    return replace(analysis, sentences=sentences, corrected=analysis.corrected | arcs.keys())


def new_head(analysis: Analysis, token: int, head: int, label: str) -> dict[int, CorrectedArc]:
    """The arcs to correct so that ``token`` hangs on ``head``; a new root takes the old one below it.

    Args:
        analysis: with what was corrected before.
        token, head: 0-based over the whole text; a head of -1 makes the token the root of its sentence.
        label: of the new arc.

    Raises:
        InvalidCorrection: if that makes no tree.
    """
    changes: dict[int, CorrectedArc] = {token: (head, label)}
    if head == ROOT:
        offset = max(start for start in analysis.offsets if start <= token)
        old = next(root for root in analysis.tree().roots if root >= offset)
        changes = {token: (ROOT, "root")} | ({old: (token, label)} if old != token else {})
    if _is_below(analysis.tree().heads, head, token):
        below, above = (quoted(analysis.words[one]) for one in (head, token))
        raise InvalidCorrection(f"{below} depends on {above}, so it cannot be its head: that would be a cycle")
    corrected(analysis, changes)
    return changes


def _is_below(heads: Sequence[int], token: int, above: int) -> bool:
    while token != ROOT and token != above:
        token = heads[token]
    return token == above


def _sentence(sentence: Sentence, offset: int, arcs: Mapping[int, CorrectedArc]) -> Sentence:
    heads, labels = list(sentence.tree.heads), list(sentence.tree.labels)
    here = {token - offset: arc for token, arc in arcs.items() if 0 <= token - offset < len(heads)}
    if not here:
        return sentence
    for token, (head, label) in here.items():
        heads[token] = ROOT if head == ROOT else head - offset
        labels[token] = label
        if head != ROOT and not 0 <= heads[token] < len(heads):
            raise InvalidCorrection(f"the head of token {token + 1} lies outside of its sentence")
    if fault := tree_fault(tuple(heads)):
        raise InvalidCorrection(fault)
    tree = DependencyTree(tuple(heads), tuple(labels))
    nbest = None if sentence.nbest is None else NBestDependencies.of([tree], [1.0])
    return replace(sentence, tree=tree, nbest=nbest, is_certain=True)
