"""What each semantic role means, in words for those who annotate and read them."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache

from meantree.analysis.frames import Role
from meantree_resources import resource

PREDICATE = "predicate"


@dataclass(frozen=True, slots=True)
class RoleGuide:
    """One role, or the predicate.

    Attributes:
        role: its name.
        question: that its filler answers.
        definition: a few sentences.
        example: a sentence that has it.
        filler: the part of the example that fills it.
    """

    role: str
    question: str
    definition: str
    example: str
    filler: str


@cache
def role_guides() -> tuple[RoleGuide, ...]:
    """The predicate and the eleven roles of HMEANT, in the order in which these are listed."""
    with resource("role_tables/roles.tsv").open(encoding="utf-8", newline="") as file:
        guides = {row["role"]: RoleGuide(**row) for row in csv.DictReader(file, dialect="excel-tab")}
    return tuple(guides[name] for name in (PREDICATE, *Role))
