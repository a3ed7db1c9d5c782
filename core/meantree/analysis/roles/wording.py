"""What rolesets and PropBank's labels mean, in a line that people read."""

from __future__ import annotations

from meantree.analysis.roles.rolesets import Roleset, rolesets
from meantree.analysis.roles.table import hmeant_role, role_rule


def roleset_line(name: str) -> str:
    """``praise.01 (express approval): ARG0 praiser, agent · ARG1 praised, patient``; empty for an unknown roleset.

    After what a role means stands the role of HMEANT that it becomes.
    """
    roleset = rolesets().get(name)
    if roleset is None:
        return ""
    roles = [_role(roleset, role.number, role.description) for role in roleset.roles]
    gloss = f" ({roleset.gloss})" if roleset.gloss else ""
    return f"{roleset.id}{gloss}: {' · '.join(roles) or 'no roles'}"


def label_line(label: str, name: str) -> str:
    """``ARG1 of praise.01, praised; by the rule ARG1 → patient``; empty without a label."""
    if not label:
        return ""
    roleset = rolesets().get(name)
    role, rule = roleset.role(label) if roleset is not None else None, role_rule(label, roleset)
    of = f" of {roleset.id}" if role is not None and roleset is not None else ""
    meaning = f", {role.description}" if role is not None and role.description else ""
    return f"{label}{of}{meaning}" + (f"; by the rule {rule}" if rule is not None else "")


def _role(roleset: Roleset, number: str, description: str) -> str:
    said, becomes = f"{number} {description}".strip(), hmeant_role(number, roleset)
    return said if becomes is None else f"{said}, {becomes}"
