"""Whose analyses a command uses: those that a project keeps, where they cover all that it needs."""

from __future__ import annotations

from collections.abc import Sequence

from meantree.analysis.layers.required import Layers
from meantree.analysis.store import AnalysisStore
from meantree.cli.console import say
from meantree.corpus.corpus import Corpus
from meantree.project.kept import KeptAnalyses, other_maker
from meantree.scoring.chunks import texts_to_score
from meantree.work import Work


def store_over(
    kept: KeptAnalyses | None, store: AnalysisStore, corpus: Corpus, systems: Sequence[str], depth: Layers, work: Work
) -> AnalysisStore:
    """Return what analyses the texts of a command; where analyses are by another analyser, say so.

    Args:
        kept: what a project keeps; None without a project, and where everything is to be analysed again.
        store: analyses texts by the installed analyser.
        corpus: of the project.
        systems: whose translations are asked for, with all references.
        depth: how deep.
        work: progress and cancel.

    Returns:
        a store over the kept analyses; ``store`` where another analyser made these and they do not cover all of it.

    Raises:
        Cancelled: if the user stopped it.
        UsageError: if a parser cannot be loaded.
    """
    if kept is None or not kept.maker or not depth:
        return store
    over = store.over(kept)
    texts = texts_to_score(corpus.segments, systems)
    other = other_maker(over, texts, depth, work)
    if other is None:
        return over
    if other.lacking:
        say(f"{other.sentence}: everything is analysed again.")
        return store
    say(f"{other.sentence}. They are used; --analyse-again uses the installed one.")
    return over
