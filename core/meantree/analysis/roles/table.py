"""PropBank's labels as the roles of HMEANT, by an editable table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from meantree.analysis.frames import Role
from meantree.analysis.roles.rolesets import Roleset
from meantree_resources import resource

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
