"""All layers of an analysis. A layer listed here is analysed, stored and named in signatures without further code."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from meantree.analysis.inputs import LONGEST_TEXT, AnalysisInput
from meantree.analysis.layers.required import ANNOTATED, Layers
from meantree.analysis.layers.span_layers import EntityLayer, RoleLayer
from meantree.analysis.layers.tree_layers import AllTreesLayer, ConstituentLayer, DependencyLayer
from meantree.analysis.parsers import LANGUAGE
from meantree.analysis.sentences import Analysis

if TYPE_CHECKING:
    from meantree.analysis.pipeline import Pipeline


class Layer(Protocol):
    """A kind of structure over texts: how it is made, and how it is stored. Layers have no state.

    A layer puts its results where it likes: ``others`` of :class:`meantree.analysis.sentences.Analysis` has room for
    any.
    """

    @property
    def name(self) -> str:
        """The name of the layer in :class:`~meantree.analysis.layers.required.Layers`."""
        ...

    @property
    def requires(self) -> tuple[str, ...]:
        """The layers that are made before it, at least one parse of each."""
        ...

    def fingerprint(self, pipeline: Pipeline) -> str:
        """Return the name and version of its maker, as in signatures; empty if nothing makes it.

        Raises:
            UsageError: if the maker cannot be loaded.
        """
        ...

    def is_missing(self, analysis: Analysis) -> bool:
        """Return whether an analysed text has none of it; however much of it an input has, it is kept."""
        ...

    def add(self, analyses: Sequence[Analysis], amount: int, pipeline: Pipeline) -> Sequence[Analysis]:
        """Return the analyses, in order, with this layer; without it if nothing makes it.

        Args:
            analyses: without the layer, but with the layers that it requires, if these could be made.
            amount: how many parses are required, at least 1.
        """
        ...

    def write(self, analysis: Analysis, content: dict[str, Any]) -> None:
        """Add the layer to JSON that has the layers before it."""
        ...

    def read(self, analysis: Analysis, content: dict[str, Any]) -> Analysis:
        """Return the analysis with what :meth:`write` added to the JSON; unchanged if that has nothing of the layer.

        Raises:
            ValueError, KeyError, TypeError, IndexError, AttributeError: if the JSON is invalid.
        """
        ...


LAYERS: tuple[Layer, ...] = (DependencyLayer(), ConstituentLayer(), RoleLayer(), EntityLayer(), AllTreesLayer())
"""All layers, each after those that it requires. New ones go to the end: packed analyses depend on the order."""


def with_layers(analyses: Iterable[Analysis], required: Layers, pipeline: Pipeline) -> list[Analysis]:
    """Return the analyses, in order, with their missing layers, made in the order of :data:`LAYERS`.

    Raises:
        ValueError: if a required layer does not exist.
    """
    results, amounts = list(analyses), with_required(required)
    resulting = [
        Layers(**{layer.name: one.layers[layer.name] for layer in LAYERS if not layer.is_missing(one)}) | required
        for one in results
    ]
    for layer in LAYERS:
        places = [place for place, one in enumerate(results) if amounts[layer.name] and layer.is_missing(one)]
        if places:
            extended = layer.add([results[place] for place in places], amounts[layer.name], pipeline)
            for place, analysis in zip(places, extended, strict=True):
                results[place] = analysis
    language = "" if pipeline.language == LANGUAGE else pipeline.language
    return [
        replace(analysis, layers=layers, language=analysis.language or language)
        for analysis, layers in zip(results, resulting, strict=True)
    ]


def with_required(layers: Layers) -> Layers:
    """Return layers with those that they require; raise ValueError if a layer does not exist."""
    known = {ANNOTATED, *(layer.name for layer in LAYERS)}
    if unknown := [name for name, _ in layers.amounts if name not in known]:
        raise ValueError(f"there is no layer {unknown[0]}")
    for layer in reversed(LAYERS):
        if layers[layer.name]:
            layers |= Layers(**dict.fromkeys(layer.requires, 1))
    return layers


def layers_to_make(analysis_input: AnalysisInput, required: Layers) -> Layers:
    """Return the layers that must be made of an input: of an analysis, those that are missing from it.

    Nothing is added to an analysis of a text that is too long.

    Raises:
        ValueError: if a required layer does not exist.
    """
    with_required(required)  # raises the error; a layer that does not exist would not be missing below
    if not isinstance(analysis_input, Analysis):
        return required
    if sum(len(sentence.tokens) for sentence in analysis_input.sentences) > LONGEST_TEXT:
        return Layers()
    return Layers(**{layer.name: required[layer.name] for layer in LAYERS if layer.is_missing(analysis_input)})


def covers(analysis: Analysis, required: Layers) -> bool:
    """Return whether an analysis has the required layers; trees that its parser cannot score do not count."""
    all_trees = AllTreesLayer()
    return analysis.layers.covers(required if all_trees.is_missing(analysis) else required.without(all_trees.name))


def missing_layers(required: Mapping[AnalysisInput, Layers]) -> list[str]:
    """Return the names of the layers to make: those required of some input, directly or not, and missing there."""
    complete = {layers: with_required(layers) for layers in set(required.values())}
    return [
        layer.name
        for layer in LAYERS
        if any(
            complete[layers][layer.name]
            and (not isinstance(analysis_input, Analysis) or layer.is_missing(analysis_input))
            for analysis_input, layers in required.items()
        )
    ]


def fingerprints(names: Collection[str], pipeline: Pipeline) -> dict[str, str]:
    """Return the fingerprint of the maker of each layer, empty without a maker; equal ones give equal analyses."""
    return {layer.name: layer.fingerprint(pipeline) for layer in LAYERS if layer.name in names}
