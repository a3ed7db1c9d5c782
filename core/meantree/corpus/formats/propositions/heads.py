"""Arguments that stand on head words: the span is the subtree of the head."""

from __future__ import annotations

from meantree.analysis.frames import Span
from meantree.analysis.tree import ROOT, DependencyTree, subtree_spans
from meantree.corpus.formats.propositions.model import VERB, Argument, PropSentence, full_label, proposition
from meantree.escaping import shortened


def spans_of(tree: DependencyTree, predicate: int, cells: list[str]) -> list[Argument]:
    """The arguments of a predicate from one label (or ``_``) for each token.

    A head above the predicate would have it in its subtree; its span ends before the branch with the predicate.
    """
    spans, branches = subtree_spans(tree), _branches(tree, predicate)
    return [
        Argument(full_label(label), _without(spans, branches, token))
        for token, label in enumerate(cells)
        if label not in ("_", "")
    ]


def head_of(tree: DependencyTree, span: Span) -> int:
    """The token of a span whose head lies outside; the first if there are several."""
    return next((token for token in range(*span) if not span[0] <= tree.heads[token] < span[1]), span[0])


def labels_of(sentence: PropSentence, tree: DependencyTree) -> tuple[list[list[str]], list[str]]:
    """For each proposition one label (or ``_``) a token, and what is lost by it, in words."""
    columns, lost = [], []
    for one in sentence.propositions:
        cells = ["_"] * len(sentence.tokens)
        for argument in one.arguments:
            if argument.label in (VERB, f"C-{VERB}"):
                lost.append(f"the predicate at {argument.span} is more than its head word, which alone is written")
                continue
            head = head_of(tree, argument.span)
            if cells[head] != "_":
                lost.append(
                    f"{shortened(argument.label)} at {argument.span} has the head of another argument, and is left out"
                )
                continue
            cells[head] = argument.label
        back = proposition(one.predicate, one.sense, spans_of(tree, one.predicate, cells))
        written = {argument for argument in one.arguments if cells[head_of(tree, argument.span)] == argument.label}
        changed = sorted(written - set(back.arguments), key=lambda argument: argument.span)
        lost += [
            f"{shortened(argument.label)} at {argument.span} is no subtree, and comes back otherwise"
            for argument in changed
        ]
        columns.append(cells)
    return columns, lost


def _branches(tree: DependencyTree, predicate: int) -> dict[int, int]:
    """Each token above the predicate, with its dependent on the way down to it."""
    found: dict[int, int] = {}
    branch = predicate
    while tree.heads[branch] != ROOT and tree.heads[branch] not in found:
        found[tree.heads[branch]] = branch
        branch = tree.heads[branch]
    return found


def _without(spans: list[Span], branches: dict[int, int], token: int) -> Span:
    start, end = spans[token]
    if token not in branches:  # the predicate, if it is within, lies between the words of the subtree
        return start, end
    cut = spans[branches[token]]
    return (start, cut[0]) if token < cut[0] else (cut[1], end)
