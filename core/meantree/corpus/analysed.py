"""The analyses of a corpus' texts: what came with the input as it is, the rest from a store."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from meantree.analysis.corrections import corrected
from meantree.analysis.depth import Depth
from meantree.analysis.forest import Analysis
from meantree.analysis.given import Given
from meantree.analysis.store import AnalysisStore
from meantree.corpus.model import Text
from meantree.work import Work


def is_analysed(text: Text, store: AnalysisStore, depth: Depth) -> bool:
    """Whether nothing must be made any more for a text to be analysed as deep as that."""
    depth = _wanted(text, depth)
    if text.analysis is not None:
        return not store.lacks(text.analysis, depth)
    return not depth or store.get(text.given, depth) is not None


def analyse(
    texts: Iterable[Text], store: AnalysisStore, depth: Depth, *, jobs: int = 1, work: Work | None = None
) -> dict[Given, Analysis]:
    """Make what the texts lack; the analyses that are wholly new.

    Raises:
        UsageError: if a parser cannot be loaded.
    """
    by_depth: dict[Depth, list[Text]] = {}
    for text in texts:
        if not is_analysed(text, store, depth):
            by_depth.setdefault(_wanted(text, depth), []).append(text)
    found: dict[Given, Analysis] = {}
    for wanted, lacking in by_depth.items():
        new = dict.fromkeys(text.given for text in lacking if text.analysis is None)
        found |= store.analyse(new, wanted, jobs=jobs, work=work)
        store.complete((text.analysis for text in lacking if text.analysis is not None), wanted)
    return found


def analysis_of(text: Text, store: AnalysisStore, depth: Depth) -> Analysis:
    """The analysis of one text, made if need be, under what an annotator corrected; a bare text without any depth.

    Raises:
        UnfitCorrection: if the annotator's heads do not fit the sentences that this pipeline finds.
        UsageError: if a parser cannot be loaded.
    """
    found = _automatic(text, store, _wanted(text, depth))
    if text.labelled is not None:
        found = replace(found, labelled=text.labelled)
    return corrected(found, text.arcs) if found.sentences else found


def _wanted(text: Text, depth: Depth) -> Depth:
    """Without automatic frames, where the input brought some."""
    return depth if text.labelled is None else depth.without("roles")


def _automatic(text: Text, store: AnalysisStore, depth: Depth) -> Analysis:
    if text.analysis is not None:
        store.complete([text.analysis], depth)
        return store.completed(text.analysis)
    if not depth:
        return Analysis(text.text)
    return store.get(text.given, depth) or store.analyse([text.given], depth)[text.given]
