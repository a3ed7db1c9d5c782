"""The phrases of a text, by which selections grow: constituents, and what depends on each word."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from meantree.analysis.frames import Span
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import DependencyTree, subtree_spans

BEFORE = frozenset({"case", "mark", "cc", "punct", "prep"})
"""Relations of what may be left out at the start of a phrase: prepositions, conjunctions, punctuation."""
AFTER = frozenset({"acl", "relcl", "conj", "appos", "parataxis", "advcl", "punct"})
"""Relations of what may be left out at the end of a phrase: clauses, further conjuncts, punctuation."""


def phrases(text: Analysis) -> tuple[Span, ...]:
    """Return the spans of all phrases of a text in order, each once; a single word is no phrase.

    Each word with all that depends on it is a phrase, also without prepositions and conjunctions at its start, and
    without clauses and conjuncts at its end. Texts with constituency trees have their constituents as well.
    """
    tree, constituency = text.tree(), text.constituency()
    subtrees = subtree_spans(tree)
    spans = {span for word, children in enumerate(tree.children()) for span in _spans(word, children, tree, subtrees)}
    if constituency is not None:
        spans |= set(constituency.spans())
    return tuple(sorted(span for span in spans if span[1] - span[0] > 1))


def _spans(word: int, children: Sequence[int], tree: DependencyTree, subtrees: Sequence[Span]) -> set[Span]:
    """Return the spans of the phrase of a word: with and without what may be left out at either end."""
    start, end = subtrees[word]
    starts, ends = [start], [end]
    for child in children:
        if child > word or subtrees[child][0] != starts[-1] or not _is_one_of(tree.labels[child], BEFORE):
            break
        starts.append(subtrees[child][1])
    for child in reversed(children):
        if child < word or subtrees[child][1] != ends[-1] or not _is_one_of(tree.labels[child], AFTER):
            break
        ends.append(subtrees[child][0])
    return {(first, last) for first, last in itertools.product(starts, ends) if first <= word < last}


def _is_one_of(label: str, relations: frozenset[str]) -> bool:
    return label in relations or label.partition(":")[0] in relations
