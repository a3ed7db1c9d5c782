"""Analysers: they make all layers of texts, with a spaCy pipeline of any language and further parsers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from meantree.analysis.inputs import AnalysisInput, AnalysisNotStored, initial_analysis, word_count
from meantree.analysis.layers import registry
from meantree.analysis.layers.required import WORDS, Layers
from meantree.analysis.layers.tree_layers import AllTreesLayer
from meantree.analysis.parsers import DEFAULT, Parsers
from meantree.analysis.pipeline import Pipeline
from meantree.analysis.sentences import Analysis
from meantree.work import by_size

if TYPE_CHECKING:
    from spacy.language import Language

BATCH_TEXTS = 64
BATCH_WORDS = 10_000
"""Words of the texts that are analysed together, at most: memory grows with them."""


class Analyser:
    """Makes all layers with one pipeline.

    Args:
        nlp: the pipeline; None for the one that ``parsers`` names.

    Attributes:
        pipeline: the pipeline, loaded when it is first needed.
        fingerprint: of all layers; equal fingerprints give equal analyses.
        is_absent: whether it is not installed.

    Raises:
        UsageError: if the pipeline has no dependency parser.
    """

    is_absent = False

    def __init__(self, nlp: Language | None, parsers: Parsers) -> None:
        self.pipeline = Pipeline(nlp, parsers.pipeline, parsers.constituency, parsers.command)
        self._makers: dict[str, str] = {}

    @property
    def fingerprint(self) -> str:  # see Attributes
        return "+".join(filter(None, self.makers([layer.name for layer in registry.LAYERS]).values()))

    def makers(self, layers: Collection[str]) -> dict[str, str]:
        """Return the fingerprint of the maker of each layer, empty without a maker; only these makers are loaded."""
        self._makers |= registry.fingerprints([name for name in layers if name not in self._makers], self.pipeline)
        return {name: self._makers[name] for name in layers if name in self._makers}

    def analyse(self, inputs: Sequence[AnalysisInput], required: Layers = WORDS) -> Iterator[Analysis]:
        """Yield the analysis of each text, in order.

        Args:
            inputs: texts or analyses. White space in texts is collapsed. A text that is empty or too long
                (:func:`meantree.analysis.inputs.excess`) gets no sentence. Given tokens are kept; an analysis gets the
                layers that are missing from it.
            required: how much of each layer; layers that no parser makes for the language are absent.
        """
        analyses = [initial_analysis(analysis_input) for analysis_input in inputs]
        batches = by_size(analyses, lambda one: word_count(one.text), BATCH_WORDS, BATCH_TEXTS)
        for batch in batches if self.pipeline.program is None else [analyses]:
            yield from registry.with_layers(batch, required, self.pipeline)


class AbsentAnalyser(Analyser):
    """An analyser that is not installed, but whose analyses are stored: it cannot analyse anything.

    Args:
        fingerprint: of that analyser. If it cannot be divided into layers, as in a language without constituents, the
            first layer gets all of it.
        pipeline: the installed one, for tokens and word vectors.
    """

    is_absent = True

    def __init__(self, fingerprint: str, pipeline: Pipeline) -> None:
        self.pipeline = pipeline
        names = [layer.name for layer in registry.LAYERS if not isinstance(layer, AllTreesLayer)]  # made by the parser
        parts = fingerprint.split("+")
        parts = parts if len(parts) == len(names) else [fingerprint, *[""] * (len(names) - 1)]
        self._makers = dict(zip(names, parts, strict=True))

    def analyse(self, inputs: Sequence[AnalysisInput], required: Layers = WORDS) -> Iterator[Analysis]:  # noqa: ARG002
        """Override Analyser.analyse.

        Raises:
            AnalysisNotStored: always.
        """
        name = self.fingerprint.partition("+")[0]
        raise AnalysisNotStored(
            f"the stored analyses were made by {name}, which is not installed; the analysis of this text is missing, "
            "or lacks required layers. Analyse the project again."
        )


def load_analyser(parsers: Parsers = DEFAULT) -> Analyser:
    """Return the analyser with these parsers, cached for the next call; by default the bundled English one.

    The bundled parsers are loaded when they are first needed, others at once.

    If stored analyses of another analyser are used, that one is returned (:class:`AbsentAnalyser`).

    Raises:
        UsageError: if there is no such pipeline, or it has no dependency parser.
    """
    installed = _load(parsers.installed)
    if not parsers.stored or parsers.stored == installed.fingerprint:
        return installed
    return AbsentAnalyser(parsers.stored, installed.pipeline)


_GIVEN: dict[str, Language] = {}


def name_of(nlp: Language) -> str:
    """Return the name by which this process, and no other, loads a pipeline in memory."""
    name = f"{nlp.lang}_{nlp.meta['name']}@{id(nlp)}"
    _GIVEN[name] = nlp
    return name


@lru_cache(maxsize=2)
def _load(parsers: Parsers) -> Analyser:
    analyser = Analyser(_GIVEN.get(parsers.pipeline), parsers)
    if not analyser.pipeline.is_bundled:  # its name may be wrong
        _ = analyser.pipeline.nlp
    return analyser
