"""What a feature is: a small theory of why one text does not follow from another; of identical texts all are silent."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from meantree.entailment.view import View

Group = Literal[
    "alignment",
    "semantic compatibility",
    "insertions and deletions",
    "preservation of reference",
    "structural alignment",
]
"""The paper's five (Padó et al. 2009, figure 2)."""

Arcs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Firing:
    """What a feature found; token indices are 0-based over each text.

    Attributes:
        value: 0 if it did not fire; else above 0, mostly the share of what there is to keep that is not kept.
        conclusion, premise: the tokens that it looked at.
        conclusion_arcs, premise_arcs: the arcs, as ``(dependent, head)``.
    """

    value: float
    conclusion: tuple[int, ...] = ()
    premise: tuple[int, ...] = ()
    conclusion_arcs: Arcs = ()
    premise_arcs: Arcs = ()


SILENT = Firing(0.0)
"""Nothing to be said."""

Theory = Callable[[View], Firing]
"""A function of a view; its name is the feature's, the first sentence of its docstring what it claims."""


@dataclass(frozen=True, slots=True)
class Feature:
    """One theory in the group that it belongs to."""

    group: Group
    theory: Theory

    @property
    def name(self) -> str:
        """Stable: models name their weights by it."""
        return self.theory.__name__

    @property
    def claim(self) -> str:
        """One sentence."""
        return (inspect.getdoc(self.theory) or "").split("\n\n")[0].replace("\n", " ")


def features(group: Group, *theories: Theory) -> tuple[Feature, ...]:
    """The features of one group, in order."""
    return tuple(Feature(group, theory) for theory in theories)
