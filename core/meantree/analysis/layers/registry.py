"""All layers of an analysis. A layer listed here is analysed, stored and named in signatures without further code."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from meantree.analysis.inputs import LONGEST_TEXT, AnalysisInput
from meantree.analysis.layers.required import ANNOTATED, Layers
from meantree.analysis.layers.span_layers import EntityLayer, RoleLayer
from meantree.analysis.layers.tree_layers import AllTreesLayer, ConstituentLayer, DependencyLayer
from meantree.analysis.parsers import Pipeline
from meantree.analysis.sentences import Analysis


class Layer(Protocol):
    """One kind of structure over texts: how it is found, and how it is written down. A layer holds nothing itself.

    Where it puts what it finds is its own affair: ``others`` of :class:`meantree.analysis.sentences.Analysis` has
    room for any.
    """

    @property
    def name(self) -> str:
        """What it provides, as :class:`~meantree.analysis.layers.required.Layers` asks for it."""
        ...

    @property
    def requires(self) -> tuple[str, ...]:
        """The layers that are made before it, one parse of each at least."""
        ...

    def fingerprint(self, pipeline: Pipeline) -> str:
        """What makes it, with the version, as it stands in signatures; empty where nothing does.

        Raises:
            UsageError: if that cannot be loaded.
        """
        ...

    def lacks(self, analysis: Analysis) -> bool:
        """Whether it is missing in an analysed text; what the input brought is taken as it is, however much it is."""
        ...

    def add(self, analyses: Sequence[Analysis], amount: int, pipeline: Pipeline) -> Sequence[Analysis]:
        """The analyses, in order, with this layer; without it where nothing makes it.

        Args:
            analyses: that lack it, with the layers that it requires, if they could be made.
            amount: how many parses are wanted, 1 at least.
            pipeline: what to make it with.

        Raises:
            UsageError: if a parser cannot be loaded.
        """
        ...

    def write(self, analysis: Analysis, content: dict[str, Any]) -> None:
        """Put what it found into JSON that has the layers before it."""
        ...

    def read(self, analysis: Analysis, content: dict[str, Any]) -> Analysis:
        """The analysis with what :meth:`write` wrote; content that was written without this layer has nothing of it.

        Raises:
            ValueError, KeyError, TypeError, IndexError, AttributeError: if that cannot be read.
        """
        ...


LAYERS: tuple[Layer, ...] = (DependencyLayer(), ConstituentLayer(), RoleLayer(), EntityLayer(), AllTreesLayer())
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
    return [replace(one, layers=depth) for one, depth in zip(found, deep, strict=True)]


def _depth(analysis: Analysis) -> Layers:
    """How much there is of the layers that are whole."""
    return Layers(**{layer.name: analysis.layers[layer.name] for layer in LAYERS if not layer.lacks(analysis)})


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
    return analysis.layers.covers(wanted if every.lacks(analysis) else wanted.without(every.name))


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
