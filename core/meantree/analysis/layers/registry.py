"""All layers of an analysis: a new one is listed here, and analysed, kept, packed and named in signatures by that."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from meantree.analysis.inputs import LONGEST_TEXT, AnalysisInput
from meantree.analysis.layers.all_trees import AllTreesLayer
from meantree.analysis.layers.base import Layer
from meantree.analysis.layers.constituents import Constituents
from meantree.analysis.layers.dependencies import Dependencies
from meantree.analysis.layers.entities import Entities
from meantree.analysis.layers.required import ANNOTATED, Layers
from meantree.analysis.layers.roles import Roles
from meantree.analysis.parsers import Pipeline
from meantree.analysis.sentences import Analysis

LAYERS: tuple[Layer, ...] = (Dependencies(), Constituents(), Roles(), Entities(), AllTreesLayer())
"""Each after those that it requires. New ones go to the end: packed analyses count on the order."""


def with_layers(analyses: Iterable[Analysis], wanted: Layers, pipeline: Pipeline) -> list[Analysis]:
    """The analyses, in order, with the layers that they lack, made in order of requirement.

    Raises:
        ValueError: if there is no layer of a wanted name.
        UsageError: if a parser cannot be loaded.
    """
    found, amounts = list(analyses), with_required(wanted)
    deep = [_depth(analysis) | wanted for analysis in found]
    for layer in LAYERS:
        places = [place for place, one in enumerate(found) if amounts[layer.name] and layer.lacks(one)]
        if places:
            made = layer.add([found[place] for place in places], amounts[layer.name], pipeline)
            for place, one in zip(places, made, strict=True):
                found[place] = one
    return [replace(one, depth=depth) for one, depth in zip(found, deep, strict=True)]


def _depth(analysis: Analysis) -> Layers:
    """How much there is of the layers that are whole."""
    return Layers(**{layer.name: analysis.depth[layer.name] for layer in LAYERS if not layer.lacks(analysis)})


def with_required(wanted: Layers) -> Layers:
    """The wanted layers with those that they require.

    Raises:
        ValueError: if there is no layer of a wanted name.
    """
    known = {ANNOTATED, *(layer.name for layer in LAYERS)}
    if unknown := [name for name, _ in wanted.amounts if name not in known]:
        raise ValueError(f"no layer is called {unknown[0]}")
    for layer in reversed(LAYERS):
        if wanted[layer.name]:
            wanted |= Layers(**dict.fromkeys(layer.requires, 1))
    return wanted


def lacking(start: AnalysisInput, wanted: Layers) -> Layers:
    """What is still to be made where an analysis begins: of what the input brought, the layers that it lacks.

    Nothing is added to an analysis in the input that is too long.

    Raises:
        ValueError: if there is no layer of a wanted name.
    """
    with_required(wanted)  # a layer that there is not is no layer that nothing lacks
    if not isinstance(start, Analysis):
        return wanted
    if sum(len(sentence.tokens) for sentence in start.sentences) > LONGEST_TEXT:
        return Layers()
    return Layers(**{layer.name: wanted[layer.name] for layer in LAYERS if layer.lacks(start)})


def covers(analysis: Analysis, wanted: Layers) -> bool:
    """Return whether an analysis is deep enough; probabilities that its parser could not give are not missing."""
    every = AllTreesLayer()
    return analysis.depth.covers(wanted if every.lacks(analysis) else wanted.without(every.name))


def missing_layers(wanted: Mapping[AnalysisInput, Layers]) -> list[str]:
    """The names of the layers that some text lacks, of those it is wanted with and those they require."""
    required = {depth: with_required(depth) for depth in set(wanted.values())}
    return [
        layer.name
        for layer in LAYERS
        if any(
            required[depth][layer.name] and (not isinstance(start, Analysis) or layer.lacks(start))
            for start, depth in wanted.items()
        )
    ]


def fingerprints(names: Collection[str], pipeline: Pipeline) -> dict[str, str]:
    """By layer, what makes it; the same fingerprint gives the same analyses. Empty where nothing makes a layer.

    Raises:
        UsageError: if a parser cannot be loaded.
    """
    return {layer.name: layer.fingerprint(pipeline) for layer in LAYERS if layer.name in names}
