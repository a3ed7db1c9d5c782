"""From a corpus' texts to their analyses: what came with the input as it is, the rest from a store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from meantree.analysis.corrections import corrected
from meantree.analysis.inputs import AnalysisInput, initial_analysis
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisStore, Source, Taken
from meantree.corpus.corpus import Text
from meantree.errors import Problem
from meantree.escaping import shortened
from meantree.work import Work


def layers_by_input(texts: Iterable[Text], depth: Layers) -> dict[AnalysisInput, Layers]:
    """What a store is asked for these texts; nothing for those of which no layer is wanted.

    Automatic frames are not wanted where the input brought some.
    """
    wanted: dict[AnalysisInput, Layers] = {}
    for text in texts if depth else ():
        needed = depth if text.labelled is None else depth.without("roles")
        if needed:
            wanted[_start(text)] = needed | wanted.get(_start(text), needed)
    return wanted


def is_analysed(text: Text, store: AnalysisStore, depth: Layers) -> bool:
    """Whether nothing must be made any more for a text to be analysed as deep as that."""
    wanted = layers_by_input([text], depth)
    return store.kept(wanted).keys() == wanted.keys()


def analyse(texts: Iterable[Text], store: AnalysisStore, depth: Layers, *, work: Work | None = None) -> Taken:
    """Make what the texts lack, and take out of the store all that :func:`analysis_of` needs of them.

    Raises:
        Cancelled: if the user stopped it; analyses made so far stay in ``store``.
        UsageError: if a parser cannot be loaded.
    """
    wanted = layers_by_input(texts, depth)
    return store.analyse(wanted, work=work) if wanted else Taken()


def analyses_of(texts: Iterable[Text], source: Source, depth: Layers) -> list[Analysis]:
    """The analyses of texts, in order, asked for at once; see :func:`analysis_of`."""
    texts = list(texts)
    wanted = layers_by_input(texts, depth)
    found = source.analyse(wanted) if wanted else {}
    return [_laid_over(text, found) for text in texts]


def analysis_of(text: Text, source: Source, depth: Layers) -> Analysis:
    """The analysis of one text, made if need be, under what an annotator corrected; a bare text without any depth.

    Args:
        text: of a corpus.
        source: a store, or what :func:`analyse` took out of one.
        depth: how deep it must be analysed; an analysis in the input gets the layers that it lacks.

    Raises:
        UnfitCorrection: if the annotator's heads do not fit the sentences that this pipeline finds.
        UsageError: if a parser cannot be loaded.
    """
    (found,) = analyses_of([text], source, depth)
    return found


def split_notes(key: str, name: str, text: Text, found: Mapping[AnalysisInput, Analysis]) -> list[Problem]:
    """Return a note for each sentence of a text that was too long for the encoder.

    Args:
        key: of the segment.
        name: what the text is called, as ``its hypothesis``.
        text: of the segment.
        found: the analyses that were made.
    """
    analysis = found.get(_start(text))
    return [
        Problem(None, None, f"segment {shortened(key)}: in {name} {split}", key, is_note=True)
        for split in (analysis.split if analysis is not None else ())
    ]


def _start(text: Text) -> AnalysisInput:
    return text.raw_input if text.analysis is None else text.analysis


def _laid_over(text: Text, found: Mapping[AnalysisInput, Analysis]) -> Analysis:
    """What was found, with frames that the input brought and heads that an annotator set."""
    start = _start(text)
    automatic = found[start] if start in found else initial_analysis(text.analysis or text.text)
    if text.labelled is not None:
        automatic = replace(automatic, labelled=text.labelled)
    return corrected(automatic, text.arcs) if automatic.sentences else automatic
