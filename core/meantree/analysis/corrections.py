"""What annotators correct in automatic analyses: heads and labels of arcs, and links between words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import ROOT, DependencyTree, NBestDependencies, tree_fault
from meantree.errors import UsageError
from meantree.escaping import quoted

CorrectedArc = tuple[int, str]
"""The head of a token, 0-based over the whole text and -1 for a root, and the label."""


@dataclass(frozen=True, slots=True)
class FixedLinks:
    """Pairs of words whose links an annotator set, in place of the aligner's; false without any.

    Pairs are ``(token of the hypothesis, token of the reference)``, 0-based over the whole texts; those that are
    ``mistranslated`` keep their links, if they have any, but their words mean different things.
    """

    linked: frozenset[tuple[int, int]] = frozenset()
    unlinked: frozenset[tuple[int, int]] = frozenset()
    mistranslated: frozenset[tuple[int, int]] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.pairs)

    @property
    def pairs(self) -> frozenset[tuple[int, int]]:
        """All pairs that the annotator judged."""
        return self.linked | self.unlinked | self.mistranslated


NO_FIXED_LINKS = FixedLinks()
"""No annotator set any link."""


class InvalidCorrection(UsageError):
    """Corrected heads that form no tree, alone or over the analysis of another pipeline; the message says why."""


def corrected(analysis: Analysis, arcs: Mapping[int, CorrectedArc]) -> Analysis:
    """Return the analysis with corrected heads and labels; a corrected sentence has its tree as its only parse.

    Constituents, and the head dependencies that follow from them, do not change.

    Args:
        arcs: the corrected arcs by token, 0-based over the whole text.

    Raises:
        InvalidCorrection: if a head is outside its sentence, or the heads form no tree with a single root.
    """
    if not arcs:
        return analysis
    sentences = tuple(
        _corrected_sentence(sentence, offset, arcs)
        for sentence, offset in zip(analysis.sentences, analysis.offsets, strict=True)
    )
    return replace(analysis, sentences=sentences, corrected=analysis.corrected | arcs.keys())


def new_head(analysis: Analysis, token: int, head: int, label: str) -> dict[int, CorrectedArc]:
    """Return the arcs to correct so that ``token`` depends on ``head``; a new root becomes the head of the old one.

    Args:
        token, head: 0-based over the whole text; a head of -1 makes the token the root of its sentence.

    Raises:
        InvalidCorrection: if the result is no tree.
    """
    changes: dict[int, CorrectedArc] = {token: (head, label)}
    if head == ROOT:
        offset = max(start for start in analysis.offsets if start <= token)
        old_root = next(root for root in analysis.tree().roots if root >= offset)
        changes = {token: (ROOT, "root")} | ({old_root: (token, label)} if old_root != token else {})
    if _is_below(analysis.tree().heads, head, token):
        dependent, ancestor = (quoted(analysis.words[word]) for word in (head, token))
        raise InvalidCorrection(f"{dependent} depends on {ancestor}, so it cannot be its head: that would be a cycle")
    corrected(analysis, changes)
    return changes


def _is_below(heads: Sequence[int], token: int, ancestor: int) -> bool:
    while token != ROOT and token != ancestor:
        token = heads[token]
    return token == ancestor


def _corrected_sentence(sentence: Sentence, offset: int, arcs: Mapping[int, CorrectedArc]) -> Sentence:
    heads, labels = list(sentence.tree.heads), list(sentence.tree.labels)
    own_arcs = {token - offset: arc for token, arc in arcs.items() if 0 <= token - offset < len(heads)}
    if not own_arcs:
        return sentence
    for token, (head, label) in own_arcs.items():
        heads[token] = ROOT if head == ROOT else head - offset
        labels[token] = label
        if head != ROOT and not 0 <= heads[token] < len(heads):
            raise InvalidCorrection(f"the head of token {token + 1} is outside its sentence")
    if fault := tree_fault(tuple(heads)):
        raise InvalidCorrection(fault)
    tree = DependencyTree(tuple(heads), tuple(labels))
    nbest = None if sentence.nbest is None else NBestDependencies.of([tree], [1.0])
    return replace(sentence, tree=tree, nbest=nbest, is_certain=True)
