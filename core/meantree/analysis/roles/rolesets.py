"""PropBank's rolesets: the senses of predicates, and what their numbered roles mean in each.

Bonial et al. (2014), PropBank: Semantics of New Predicate Types, and https://github.com/propbank/propbank-frames
(CC BY-SA 4.0), from which the table that ships is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from meantree_resources import resource

LIGHT = ".LV"
"""Ends the name of a light verb's roleset, as in *take a walk*."""


@dataclass(frozen=True, slots=True)
class RolesetRole:
    """What one numbered argument means.

    Attributes:
        number: as in ``ARG1``.
        tag: its function, as in ``PPT`` (prototypical patient); empty if none is given.
        description: in a few words, as in "thing praised"; may be empty.
        verbnet: the first role of VerbNet that it corresponds to, as in ``recipient``; empty if none is given.
    """

    number: str
    tag: str
    description: str
    verbnet: str = ""


@dataclass(frozen=True, slots=True)
class Roleset:
    """One sense of a predicate.

    Attributes:
        id: as in ``praise.01``.
        lemma: of its frame file, underscores as blanks, as in "give up".
        gloss: its meaning in a few words.
        aliases: the words it belongs to with their kind: ``praise.v``, ``praise.n``; ``v`` verb, ``n`` noun,
            ``j`` adjective, ``l`` light verb construction, ``m`` multiword expression.
        roles: in order; none of an auxiliary.
    """

    id: str
    lemma: str
    gloss: str
    aliases: tuple[str, ...]
    roles: tuple[RolesetRole, ...]

    def role(self, label: str) -> RolesetRole | None:
        """What a label means, as ``ARG1`` or ``C-ARG1``; None where the roleset has no such role."""
        number = label.removeprefix("C-").removeprefix("R-")
        return next((role for role in self.roles if role.number == number), None)


def read_rolesets(lines: Iterable[str]) -> dict[str, Roleset]:
    """Rolesets by id, from lines of cells between tabs: id, gloss, aliases (commas between), roles.

    Each role is one cell, as in ``ARG1 PPT thing praised`` or ``ARG2 GOL/recipient entity given to``, with VerbNet's
    role after the function tag; ``-`` stands for no function tag.
    """
    found = {}
    for line in lines:
        name, gloss, aliases, *cells = line.rstrip("\n").split("\t")
        lemma = name.rpartition(".")[0].replace("_", " ")
        roles = tuple(_role(*cell.split(" ", 2)) for cell in cells)
        found[name] = Roleset(name, lemma, gloss, tuple(aliases.split(",")) if aliases else (), roles)
    return found


def _role(number: str, tag: str, description: str = "") -> RolesetRole:
    function, _, verbnet = tag.partition("/")
    return RolesetRole(number, "" if function == "-" else function, description, verbnet)


@cache
def rolesets() -> Mapping[str, Roleset]:
    """All rolesets by id, loaded once."""
    with resource("models/en_roles/rolesets.tsv").open(encoding="utf-8") as file:
        return read_rolesets(file)
