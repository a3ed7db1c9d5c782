"""What roles mean: PropBank's rolesets and labels, the roles of HMEANT that they become, and a guide to these.

Bonial et al. (2014), PropBank: Semantics of New Predicate Types, and https://github.com/propbank/propbank-frames
(CC BY-SA 4.0), from which the shipped table of rolesets is made.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from meantree.analysis.encoder.networks import read_lines
from meantree.analysis.frames import PREDICATE, Role
from meantree.shipped import shipped

ANY = "ARG*"
"""Any numbered argument, in a rule."""
EXPERIENCER = ("ARG0", "PPT")
"""The number and function tag of who hates, perceives or suffers something."""
Table = Mapping[tuple[str, str], Role]
"""Roles by label and function tag; the tag is empty in rules for any tag."""


@dataclass(frozen=True, slots=True)
class RolesetRole:
    """The meaning of a numbered argument.

    Attributes:
        number: the label, as in ``ARG1``.
        tag: the function tag, as in ``PPT`` (prototypical patient); may be empty.
        description: a few words, as in "thing praised"; may be empty.
        verbnet: the first corresponding role of VerbNet, as in ``recipient``; may be empty.
    """

    number: str
    tag: str
    description: str
    verbnet: str = ""


@dataclass(frozen=True, slots=True)
class Roleset:
    """A sense of a predicate.

    Attributes:
        id: as in ``praise.01``; rolesets of light verbs, as in *take a walk*, end in ``.LV``.
        gloss: its meaning in a few words.
        aliases: its words with their kinds: ``praise.v``, ``praise.n``; ``v`` verb, ``n`` noun,
            ``j`` adjective, ``l`` light verb construction, ``m`` multiword expression.
        roles: in order; none of an auxiliary.
    """

    id: str
    gloss: str
    aliases: tuple[str, ...]
    roles: tuple[RolesetRole, ...]

    def role(self, label: str) -> RolesetRole | None:
        """Return the role of a label such as ``ARG1`` or ``C-ARG1``; None if the roleset has no such role."""
        number = label.removeprefix("C-").removeprefix("R-")
        return next((role for role in self.roles if role.number == number), None)


def read_rolesets(lines: Iterable[str]) -> dict[str, Roleset]:
    """Return rolesets by id, from lines of tab-separated cells: id, gloss, aliases (separated by commas), roles.

    Each role is a cell, as in ``ARG1 PPT thing praised`` or ``ARG2 GOL/recipient entity given to``, with VerbNet's role
    after the function tag; ``-`` is no function tag.
    """
    result = {}
    for line in lines:
        name, gloss, aliases, *cells = line.rstrip("\n").split("\t")
        roles = tuple(_role(*cell.split(" ", 2)) for cell in cells)
        result[name] = Roleset(name, gloss, tuple(aliases.split(",")) if aliases else (), roles)
    return result


def _role(number: str, tag: str, description: str = "") -> RolesetRole:
    function, _, verbnet = tag.partition("/")
    return RolesetRole(number, "" if function == "-" else function, description, verbnet)


@cache
def rolesets() -> Mapping[str, Roleset]:
    """Return all rolesets by id, loaded once; raise UsageError if a file is missing or damaged."""
    return read_rolesets(read_lines(shipped("models/en_roles") / "rolesets.tsv"))


@dataclass(frozen=True, slots=True)
class RoleRule:
    """The line of the table that determines the role of a label.

    Attributes:
        label: the label of the line: ``ARG2``, ``ARG*`` or ``ARGM-TMP``; empty if no line applies to the label.
        tag: the function tag of the line, as in ``GOL`` or ``GOL/destination``; empty if it applies to any tag.
    """

    label: str
    tag: str
    role: Role

    def __str__(self) -> str:
        condition = " ".join(part for part in (self.label, self.tag) if part) or "any other label"
        return f"{condition} → {self.role}"


def read_role_table(text: str) -> Table:
    """Return roles by label and function tag, from a table as in ``resources/meantree_resources/role_tables``.

    Raises:
        ValueError: if a line is not a rule; the message names the line.
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
    return read_role_table((shipped("role_tables") / "propbank.txt").read_text(encoding="utf-8"))


def role_rule(label: str, roleset: Roleset | None = None) -> RoleRule | None:
    """Return the rule that gives a PropBank label its role; None for a reference (``R-``), which has no role.

    The most specific line applies, in this order: the label with its function tag and VerbNet's role, the label with
    its tag, any number with that tag and role, any number with that tag, the label alone. Other labels become "other".
    ARG1 has no tag beside one who feels or perceives: what is hated causes that, but who hates it is the agent.

    Args:
        label: as in ``ARG2``; a continuation (``C-ARG1``) has the role of the label that it continues.
        roleset: the roleset of the predicate, which has the tags of numbered arguments; None if it is unknown.
    """
    if label.startswith("R-"):
        return None
    name, table = label.removeprefix("C-"), _propbank()
    role = roleset.role(name) if roleset is not None else None
    tags = [f"{role.tag}/{role.verbnet}", role.tag] if role is not None and role.tag else []
    if name == "ARG1" and roleset is not None and any((one.number, one.tag) == EXPERIENCER for one in roleset.roles):
        tags = []
    for condition in [*((number, tag) for number in (name, ANY) for tag in tags), (name, "")]:
        if condition in table:
            return RoleRule(*condition, table[condition])
    return RoleRule("", "", Role.OTHER)


def hmeant_role(label: str, roleset: Roleset | None = None) -> Role | None:
    """Return the role of a PropBank label by :func:`role_rule`; None for a reference (``R-``)."""
    rule = role_rule(label, roleset)
    return None if rule is None else rule.role


def roleset_line(name: str) -> str:
    """Return ``praise.01 (express approval): ARG0 praiser, agent · ARG1 praised, patient``; empty if it is unknown.

    The meaning of each role is followed by its role of HMEANT.
    """
    roleset = rolesets().get(name)
    if roleset is None:
        return ""
    roles = [_role_words(roleset, role.number, role.description) for role in roleset.roles]
    gloss = f" ({roleset.gloss})" if roleset.gloss else ""
    return f"{roleset.id}{gloss}: {' · '.join(roles) or 'no roles'}"


def label_line(label: str, name: str, role: Role) -> str:
    """Return ``ARG1 of praise.01, praised; by the rule ARG1 → patient``; empty without a label.

    A filler has another role than by the rule if a more probable filler of its frame has that role.
    """
    if not label:
        return ""
    roleset = rolesets().get(name)
    argument, rule = roleset.role(label) if roleset is not None else None, role_rule(label, roleset)
    origin = f" of {roleset.id}" if argument is not None and roleset is not None else ""
    meaning = f", {argument.description}" if argument is not None and argument.description else ""
    reason = "" if rule is None else f"; by the rule {rule}"
    if rule is not None and rule.role is not role:
        reason += f", but {role} as another filler is more probable as {rule.role}"
    return f"{label}{origin}{meaning}{reason}"


def _role_words(roleset: Roleset, number: str, description: str) -> str:
    meaning, role = f"{number} {description}".strip(), hmeant_role(number, roleset)
    return meaning if role is None else f"{meaning}, {role}"


@dataclass(frozen=True, slots=True)
class RoleGuide:
    """The guide to a role, or to the predicate.

    Attributes:
        filler: the part of the example that fills the role.
    """

    role: str
    question: str
    definition: str
    example: str
    filler: str


@cache
def role_guides() -> tuple[RoleGuide, ...]:
    """Return the guides to the predicate and the eleven roles of HMEANT, in the order of :class:`Role`."""
    with (shipped("role_tables") / "roles.tsv").open(encoding="utf-8", newline="") as file:
        guides = {row["role"]: RoleGuide(**row) for row in csv.DictReader(file, dialect="excel-tab")}
    return tuple(guides[name] for name in (PREDICATE, *Role))
