"""Analyses of a corpus's texts: what the input brought, completed from a store of analyses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from meantree.analysis.corrections import InvalidCorrection, corrected
from meantree.analysis.inputs import AnalysisInput, AnalysisNotStored, initial_analysis
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisBatch, AnalysisSource, AnalysisStore
from meantree.corpus.corpus import Text
from meantree.errors import Problem
from meantree.escaping import shortened
from meantree.work import Work


def layers_by_input(texts: Iterable[Text], layers: Layers) -> dict[AnalysisInput, Layers]:
    """Return the layers that a store must hold for each analyser's input, without inputs that need none.

    Automatic frames are not required for texts that come with frames of their own.
    """
    required: dict[AnalysisInput, Layers] = {}
    for text in texts if layers else ():
        needed = layers if text.labelled is None else layers.without("roles")
        if needed:
            given = _input(text)
            required[given] = needed | required[given] if given in required else needed
    return required


def is_analysed(text: Text, store: AnalysisStore | AnalysisBatch, layers: Layers) -> bool:
    """Return whether a store holds all of these layers of a text; a batch is of the layers that it was made with."""
    required = layers_by_input([text], layers)
    return store.cached(required).keys() == required.keys()


def kept_analysis(text: Text, store: AnalysisStore, layers: Layers) -> Analysis | None:
    """Return the cached analysis of a text with the annotator's heads; None if missing, or corrections do not fit."""
    required = layers_by_input([text], layers)
    cached = store.cached(required)
    try:
        return _complete(text, cached) if cached.keys() == required.keys() else None
    except InvalidCorrection:
        return None


def analyse(texts: Iterable[Text], store: AnalysisStore, layers: Layers, *, work: Work = Work()) -> AnalysisBatch:
    """Analyse what the store lacks, and return all that :func:`analysis_of` needs for these texts."""
    required = layers_by_input(texts, layers)
    return store.analyse(required, work=work) if required else AnalysisBatch()


def available_analyses(
    texts: Iterable[Text], store: AnalysisStore, layers: Layers, *, work: Work = Work()
) -> AnalysisBatch:
    """Return the same as :func:`analyse`, without analyses that only an analyser could make that is not installed."""
    required = layers_by_input(texts, layers)
    try:
        return store.analyse(required, work=work) if required else AnalysisBatch()
    except AnalysisNotStored:
        return store.cached(required)


def analyses_of(texts: Iterable[Text], source: AnalysisSource, layers: Layers) -> list[Analysis]:
    """Return the analyses of texts, in order, by one request to the source; see :func:`analysis_of`."""
    texts = list(texts)
    required = layers_by_input(texts, layers)
    automatic = source.analyse(required) if required else {}
    return [_complete(text, automatic) for text in texts]


def analysis_of(text: Text, source: AnalysisSource, layers: Layers) -> Analysis:
    """Return a text's analysis with the annotator's corrections; without any layers the bare text.

    Args:
        source: a store, which analyses what it lacks, or the result of :func:`analyse`.
        layers: the required layers; those that the input's own analysis lacks are added.

    Raises:
        InvalidCorrection: if the annotator's heads do not fit the sentences that this pipeline finds.
    """
    (analysis,) = analyses_of([text], source, layers)
    return analysis


def split_notes(key: str, name: str, text: Text, analyses: Mapping[AnalysisInput, Analysis]) -> list[Problem]:
    """Return a note for each sentence of a text that was too long for the encoder.

    Args:
        name: what the text is called, as ``its hypothesis``.
    """
    analysis = analyses.get(_input(text))
    return [
        Problem(None, None, f"segment {shortened(key)}: in {name} {split}", key, is_note=True)
        for split in (analysis.split if analysis is not None else ())
    ]


def _input(text: Text) -> AnalysisInput:
    return text.raw_input if text.analysis is None else text.analysis


def _complete(text: Text, automatic: Mapping[AnalysisInput, Analysis]) -> Analysis:
    """Return the automatic analysis with the input's own frames and the annotator's heads."""
    analysis = automatic.get(_input(text)) or initial_analysis(text.analysis or text.text)
    if text.labelled is not None:
        analysis = replace(analysis, labelled=text.labelled)
    return corrected(analysis, text.arcs) if analysis.sentences else analysis
