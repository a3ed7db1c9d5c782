"""PropBank's rolesets: the table that ships, and the choice between those of one word."""

from __future__ import annotations

import numpy as np
import pytest

from meantree.analysis.constituents import TOP, ConstituencyTree
from meantree.analysis.roles.rolesets import Roleset, RolesetRole, read_rolesets, rolesets
from meantree.analysis.roles.senses import BUCKETS, Senses, most_frequent
from meantree.analysis.roles.syntax import Syntax
from meantree.analysis.tree import ROOT, DependencyTree, Token

LINES = [
    "give.01\ttransfer\tgive.v,giving.n\tARG0 PAG/agent giver\tARG1 - thing given\tARG2 GOL",
    "give_up.07\tabandon\tgive_up.v\tARG1 PPT thing given up",
    "be.03\tauxiliary\tbe.v",
]


def test_a_line_is_a_roleset() -> None:
    read = read_rolesets(LINES)
    assert read["give.01"] == Roleset(
        "give.01",
        "give",
        "transfer",
        ("give.v", "giving.n"),
        (
            RolesetRole("ARG0", "PAG", "giver", "agent"),
            RolesetRole("ARG1", "", "thing given"),
            RolesetRole("ARG2", "GOL", ""),
        ),
    )
    assert read["give_up.07"].lemma == "give up"
    assert read["be.03"].roles == ()


@pytest.mark.parametrize(
    ("label", "description"), [("ARG0", "giver"), ("C-ARG1", "thing given"), ("R-ARG0", "giver"), ("ARGM-TMP", None)]
)
def test_a_label_means_what_its_roleset_says(label: str, description: str | None) -> None:
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
    assert all(name == one.id and one.lemma for name, one in rolesets().items())


def syntax(words: str) -> Syntax:
    """All words hang on the first."""
    tokens = tuple(Token(word, word, "X", "X") for word in words.split())
    tree = DependencyTree((ROOT, *(0 for _ in tokens[1:])), ("root", *("dep" for _ in tokens[1:])))
    return Syntax(tokens, tree, ConstituencyTree(("X",) * len(tokens), (TOP,) * len(tokens)))


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({}, "give.01"),  # the lower number
        ({"give": {"give_up.07": 3, "give.01": 2}}, "give_up.07"),
        ({"give": {"give.01": 2}}, "give.01"),
    ],
)
def test_without_weights_the_most_frequent_roleset_is_taken(counts: dict[str, dict[str, int]], expected: str) -> None:
    senses = Senses(read_rolesets(LINES), counts, np.zeros(BUCKETS, np.float32))
    sentence = syntax("give up")
    assert senses.best(sentence, 0) == expected == most_frequent(senses.of(sentence, 0))


def test_weights_can_say_another() -> None:
    plain = Senses(read_rolesets(LINES), {}, np.zeros(BUCKETS, np.float32))
    sentence = syntax("give up")
    choices = plain.of(sentence, 0)
    weights = np.zeros(BUCKETS, np.float32)
    weights[plain.features(sentence, 0, choices)[choices.names.index("give_up.07")]] = 1
    assert Senses(read_rolesets(LINES), {}, weights).best(sentence, 0) == "give_up.07"


def test_an_unknown_word_has_none() -> None:
    senses = Senses(read_rolesets(LINES), {}, np.zeros(BUCKETS, np.float32))
    assert senses.best(syntax("xyzzy"), 0) is None
    assert most_frequent(senses.of(syntax("xyzzy"), 0)) is None
