"""One filler a frame for each core role: automatic frames have one agent, one patient and one benefactive at most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from meantree.analysis.frames import Filler, Role

CORE = (Role.AGENT, Role.PATIENT, Role.BENEFACTIVE)
BY_NUMBER = {"ARG0": Role.AGENT, "ARG1": Role.PATIENT}
"""What these arguments are with most predicates, whatever the roleset says of this one."""


def with_distinct_core(fillers: Sequence[Filler]) -> tuple[Filler, ...]:
    """Return the fillers in the order of the text; of several with the same core role the first given keeps it.

    Function tags can give two arguments one role, as both of "suffer" the agent. The others then have the role of
    their number if no filler has it, else "other".

    Args:
        fillers: the most probable first.
    """
    found: dict[int, Filler] = {}
    taken: set[Role] = set()
    for place, filler in enumerate(fillers):
        if filler.role not in taken:
            found[place] = filler
            taken |= {filler.role} & set(CORE)
    for place, filler in enumerate(fillers):
        if place not in found:
            role = BY_NUMBER.get(filler.label, Role.OTHER)
            found[place] = replace(filler, role=Role.OTHER if role in taken else role)
            taken.add(role)
    return tuple(sorted(found.values()))
