"""What every layer of an analysis can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

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
