"""What roles mean: PropBank's rolesets and labels, the roles of HMEANT that they become, and a guide to these.

Bonial et al. (2014), PropBank: Semantics of New Predicate Types, and https://github.com/propbank/propbank-frames
(CC BY-SA 4.0), from which the shipped table of rolesets is made.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from meantree.analysis.frames import Role
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


ANY = "ARG*"
"""Stands for every numbered argument in a rule."""
Table = Mapping[tuple[str, str], Role]
"""Roles by label and function tag; the tag is empty where a rule says nothing of it."""


@dataclass(frozen=True, slots=True)
class RoleRule:
    """The line of the table by which a label has its role.

    Attributes:
        label: as the line has it: ``ARG2``, ``ARG*`` or ``ARGM-TMP``; empty where no line speaks of the label.
        tag: the function tag that the line asks for, as in ``GOL`` or ``GOL/destination``; empty if it asks for none.
        role: what the label becomes.
    """

    label: str
    tag: str
    role: Role

    def __str__(self) -> str:
        left = " ".join(part for part in (self.label, self.tag) if part) or "any other label"
        return f"{left} → {self.role}"


def read_role_table(text: str) -> Table:
    """Roles by label and function tag, from a table as in ``resources/meantree_resources/role_tables``.

    Raises:
        ValueError: naming the line that is none.
    """
    table: dict[tuple[str, str], Role] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        fields = line.partition("#")[0].split()
        if not fields:
            continue
        if len(fields) not in (2, 3) or fields[-1] not in set(Role) or not _is_tag(*fields[1:-1]):
            raise ValueError(
                f"line {number}: {line!r}, expected LABEL, a function tag or none, one of {', '.join(Role)}"
            )
        table[fields[0], fields[1] if len(fields) == 3 else ""] = Role(fields[-1])
    return table


def _is_tag(tag: str = "X") -> bool:
    return tag.partition("/")[0].isupper()


@cache
def _propbank() -> Table:
    return read_role_table(resource("role_tables/propbank.txt").read_text(encoding="utf-8"))


def role_rule(label: str, roleset: Roleset | None = None, table: Table | None = None) -> RoleRule | None:
    """By which rule a PropBank label has its role; None for a mere reference (``R-``).

    The most special line counts: that of the label with its function tag and VerbNet's role, with its tag, any number
    with that tag and role, with that tag, then the label alone; what no line names is "other".

    Args:
        label: as in ``ARG2``; a continuation (``C-ARG1``) has the role of what it continues.
        roleset: the predicate's, which gives numbered arguments their tags; None if it is not known.
        table: the rules; by default those that ship.
    """
    if label.startswith("R-"):
        return None
    name, table = label.removeprefix("C-"), table or _propbank()
    role = roleset.role(name) if roleset is not None else None
    tags = [f"{role.tag}/{role.verbnet}", role.tag] if role is not None and role.tag else []
    for place in [*((one, tag) for one in (name, ANY) for tag in tags), (name, "")]:
        if place in table:
            return RoleRule(*place, table[place])
    return RoleRule("", "", Role.OTHER)


def hmeant_role(label: str, roleset: Roleset | None = None) -> Role | None:
    """The role of a PropBank label by :func:`role_rule`; None for a mere reference (``R-``)."""
    rule = role_rule(label, roleset)
    return None if rule is None else rule.role


def roleset_line(name: str) -> str:
    """``praise.01 (express approval): ARG0 praiser, agent · ARG1 praised, patient``; empty for an unknown roleset.

    After what a role means stands the role of HMEANT that it becomes.
    """
    roleset = rolesets().get(name)
    if roleset is None:
        return ""
    roles = [_role_words(roleset, role.number, role.description) for role in roleset.roles]
    gloss = f" ({roleset.gloss})" if roleset.gloss else ""
    return f"{roleset.id}{gloss}: {' · '.join(roles) or 'no roles'}"


def label_line(label: str, name: str, role: Role) -> str:
    """Return ``ARG1 of praise.01, praised; by the rule ARG1 → patient``; empty without a label.

    A filler that has another role than the rule gives has it because another filler is more probable.
    """
    if not label:
        return ""
    roleset = rolesets().get(name)
    known, rule = roleset.role(label) if roleset is not None else None, role_rule(label, roleset)
    of = f" of {roleset.id}" if known is not None and roleset is not None else ""
    meaning = f", {known.description}" if known is not None and known.description else ""
    why = "" if rule is None else f"; by the rule {rule}"
    if rule is not None and rule.role is not role:
        why += f", but {role} as another filler is more probable as {rule.role}"
    return f"{label}{of}{meaning}{why}"


def _role_words(roleset: Roleset, number: str, description: str) -> str:
    said, becomes = f"{number} {description}".strip(), hmeant_role(number, roleset)
    return said if becomes is None else f"{said}, {becomes}"


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
