"""PropBank's labels as the roles of HMEANT, by an editable table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from meantree.analysis.frames import Role
from meantree_resources import resource


def read_role_table(text: str) -> Mapping[str, Role]:
    """Roles by label, from a table as in ``resources/meantree_resources/role_tables``.

    Raises:
        ValueError: naming the line that is none.
    """
    table: dict[str, Role] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = line.split()
        if len(fields) != 2 or fields[1] not in set(Role):
            raise ValueError(f"line {number}: {line!r}, expected LABEL and one of {', '.join(Role)}")
        table[fields[0]] = Role(fields[1])
    return table


@cache
def _propbank() -> Mapping[str, Role]:
    return read_role_table(resource("role_tables/propbank.txt").read_text(encoding="utf-8"))


def hmeant_role(label: str) -> Role | None:
    """The role of a PropBank label, a continuation's that of what it continues; None for a mere reference (``R-``)."""
    return None if label.startswith("R-") else _propbank().get(label.removeprefix("C-"), Role.OTHER)
