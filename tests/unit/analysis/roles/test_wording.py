"""Rolesets and labels in words."""

from __future__ import annotations

from meantree.analysis.frames import Role
from meantree.analysis.roles.rolesets import rolesets
from meantree.analysis.roles.wording import label_line, roleset_line


def test_a_roleset_says_what_its_roles_mean_and_become() -> None:
    line = roleset_line("praise.01")
    assert line.startswith(f"praise.01 ({rolesets()['praise.01'].gloss}): ARG0 ")
    assert [part.split()[0] for part in line.partition("): ")[2].split(" · ")] == [
        role.number for role in rolesets()["praise.01"].roles
    ]
    assert ", agent · ARG1 " in line


def test_unknown_rolesets_say_nothing() -> None:
    assert roleset_line("frobnicate.77") == roleset_line("") == ""


def test_a_label_says_by_which_rule_it_has_its_role() -> None:
    line = label_line("ARGM-TMP", "praise.01", Role.TEMPORAL)
    assert line == "ARGM-TMP; by the rule ARGM-TMP → temporal"
    assert label_line("ARG1", "praise.01", Role.PATIENT).startswith("ARG1 of praise.01, ")
    assert label_line("ARG1", "praise.01", Role.PATIENT).endswith("→ patient")
    assert label_line("", "praise.01", Role.PATIENT) == ""


def test_a_label_says_why_it_has_another_role_than_by_the_rule() -> None:
    line = label_line("ARG1", "suffer.01", Role.PATIENT)
    assert line.endswith("by the rule ARG1 PAG → agent, but patient as another filler is more probable as agent")
