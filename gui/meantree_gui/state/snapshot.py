"""Scores as they are, for work in the background while others arrive."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from meantree.scoring.table import ScoreTable


def as_it_is(table: ScoreTable) -> ScoreTable:
    """A table with what is scored wholly by now."""
    return replace(table, columns=dict(table.columns), begun={}, problems=list(table.problems))
