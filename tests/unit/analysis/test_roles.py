"""PropBank's rolesets: the table that ships, and the choice between those of one word."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from meantree.analysis.frames import Role
from meantree.analysis.role_labeller import Senses
from meantree.analysis.roles import Roleset, RolesetRole, label_line, read_rolesets, roleset_line, rolesets
from meantree.analysis.tree import Token

LINES = [
    "give.01\ttransfer\tgive.v,giving.n\tARG0 PAG/agent giver\tARG1 - thing given\tARG2 GOL",
    "give_up.07\tabandon\tgive_up.v\tARG1 PPT thing given up",
    "be.03\tauxiliary\tbe.v",
]


def test_a_line_is_a_roleset() -> None:
    read = read_rolesets(LINES)
    assert read["give.01"] == Roleset(
        "give.01",
        "transfer",
        ("give.v", "giving.n"),
        (
            RolesetRole("ARG0", "PAG", "giver", "agent"),
            RolesetRole("ARG1", "", "thing given"),
            RolesetRole("ARG2", "GOL", ""),
        ),
    )
    assert read["be.03"].roles == ()


@pytest.mark.parametrize(
    ("label", "description"), [("ARG0", "giver"), ("C-ARG1", "thing given"), ("R-ARG0", "giver"), ("ARGM-TMP", None)]
)
def test_the_meaning_of_a_label_is_in_its_roleset(label: str, description: str | None) -> None:
    role = read_rolesets(LINES)["give.01"].role(label)
    assert (role.description if role else None) == description


def test_the_table_that_ships() -> None:
    praise = rolesets()["praise.01"]
    assert [(role.number, role.tag, role.description) for role in praise.roles] == [
        ("ARG0", "PAG", "praiser"),
        ("ARG1", "PPT", "praised"),
        ("ARG2", "CAU", "reason"),
    ]
    assert len(rolesets()) > 11_000
    assert all(name == one.id for name, one in rolesets().items())


def senses(folder: Path, names: list[str], weights: list[list[int]]) -> Senses:
    path = folder / "senses.npz"
    scales, bias = np.full(len(names), 0.5, np.float32), np.zeros(len(names), np.float32)
    np.savez(path, weights=np.array(weights, np.int8), names=np.array(names), scales=scales, bias=bias)
    return Senses(path, read_rolesets(LINES))


@pytest.mark.parametrize(("vector", "expected"), [([1, 0], "give.01"), ([0, 1], "give_up.07"), ([-1, -2], "give.01")])
def test_the_best_roleset_of_the_lemma_is_chosen(tmp_path: Path, vector: list[float], expected: str) -> None:
    known = senses(tmp_path, ["be.03", "give.01", "give_up.07"], [[9, 9], [2, 1], [1, 2]])
    assert known.best(Token("gave", "give", "VERB", "VBD"), np.array(vector, np.float32)) == expected


def test_a_word_is_looked_up_by_its_form_if_its_lemma_is_unknown(tmp_path: Path) -> None:
    known, vector = senses(tmp_path, ["give.01"], [[1, 1]]), np.ones(2, np.float32)
    assert known.best(Token("Giving", "giv"), vector) == "give.01"
    assert known.best(Token("Žqx", "žqx"), vector) == ""


def test_a_roleset_line_has_meanings_and_roles() -> None:
    line = roleset_line("praise.01")
    assert line.startswith(f"praise.01 ({rolesets()['praise.01'].gloss}): ARG0 ")
    assert [part.split()[0] for part in line.partition("): ")[2].split(" · ")] == [
        role.number for role in rolesets()["praise.01"].roles
    ]
    assert ", agent · ARG1 " in line


def test_unknown_rolesets_have_no_line() -> None:
    assert roleset_line("frobnicate.77") == roleset_line("") == ""


def test_a_label_line_has_its_rule() -> None:
    line = label_line("ARGM-TMP", "praise.01", Role.TEMPORAL)
    assert line == "ARGM-TMP; by the rule ARGM-TMP → temporal"
    assert label_line("ARG1", "praise.01", Role.PATIENT).startswith("ARG1 of praise.01, ")
    assert label_line("ARG1", "praise.01", Role.PATIENT).endswith("→ patient")
    assert label_line("", "praise.01", Role.PATIENT) == ""


def test_a_label_line_explains_a_role_other_than_by_the_rule() -> None:
    line = label_line("ARG1", "fail.01", Role.PATIENT)
    assert line.endswith("by the rule ARG1 PAG → agent, but patient as another filler is more probable as agent")
