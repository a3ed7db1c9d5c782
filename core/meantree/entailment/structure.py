"""Structural alignment: are the main words and their arguments in their places?"""

from __future__ import annotations

from meantree.entailment.feature import SILENT, Feature, Firing, features
from meantree.entailment.view import View


def root_unlinked(view: View) -> Firing:
    """The main word of the conclusion has no partner in the premise.

    The share of the conclusion's sentences of which that is true.
    """
    roots = view.conclusion.roots
    bare = view.unlinked(roots)
    return Firing(len(bare) / len(roots), bare) if bare else SILENT


def kept_arcs(view: View) -> Firing:
    """Words that hang together in the conclusion hang together in the premise.

    The share of the conclusion's arcs between words of which both have partners that are joined by an arc, whatever its
    label; fires on those.
    """
    arcs = [(token, head) for token, head in enumerate(view.conclusion.heads) if head >= 0]
    kept = []
    for token, head in arcs:
        low, high = view.partner[token], view.partner[head]
        if low is not None and high is not None and view.premise.heads[low] == high:
            kept.append(((token, head), (low, high)))
    if not kept:
        return SILENT
    mine, theirs = zip(*kept, strict=True)
    return Firing(len(kept) / len(arcs), (), (), mine, theirs)


FEATURES: tuple[Feature, ...] = features("structural alignment", root_unlinked, kept_arcs)
