"""What rolesets and PropBank's labels mean, in a line that people read."""

from __future__ import annotations

from meantree.analysis.frames import Role
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


def _role(roleset: Roleset, number: str, description: str) -> str:
    said, becomes = f"{number} {description}".strip(), hmeant_role(number, roleset)
    return said if becomes is None else f"{said}, {becomes}"
