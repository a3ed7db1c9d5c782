"""What answers make of findings: right ones come first, others that were answered are not shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.findings import finding
from meantree.phenomena.answered import identity, shares_by_kind, with_answers
from meantree.phenomena.search import Finding

FIRST, SECOND, UNSURE = finding("negation.missing"), finding("name.missing"), finding("tense.different")
FOUND = (FIRST, SECOND, replace(UNSURE, shown=False, probability=0.2))


@pytest.mark.parametrize(
    ("answers", "shown", "hidden"),
    [
        ({}, [FIRST, SECOND], [UNSURE]),
        ({FIRST: "free"}, [SECOND], [FIRST, UNSURE]),
        ({FIRST: "rejected", SECOND: "wrong"}, [], [FIRST, SECOND, UNSURE]),
        ({UNSURE: "right"}, [UNSURE, FIRST, SECOND], []),
        ({SECOND: "right", UNSURE: "wrong"}, [SECOND, FIRST], [UNSURE]),
    ],
)
def test_answers_decide_what_is_shown(answers: dict[Finding, str], shown: list[Finding], hidden: list[Finding]) -> None:
    named = {one.name: answer for one, answer in answers.items()}
    given = {name: ("wrong", answer) for name, answer in named.items()}
    found = with_answers(FOUND, {**given, "gone.kind: It is gone": ("right",)})
    listed = [[one.name for one in found if one.shown], [one.name for one in found if not one.shown]]
    assert listed == [[one.name for one in ones] for ones in (shown, hidden)]
    assert {one.name: one.answer for one in found if one.answer} == named
    assert all(one.probability == 1 for one in found if one.answer == "right")


def test_a_finding_is_known_by_its_kind_and_words() -> None:
    name = "number.different: the translation has “20”, reference “30”"
    assert identity(name) == identity("number.different: “20” and “30” differ")
    for other in ("number.missing: “20”, “30”", "number.different: “30”, “20”", "number.different: “20”"):
        assert identity(other) != identity(name)


def test_a_rejection_is_neither_right_nor_wrong() -> None:
    """Who rejects a suggestion says neither free nor wrong."""
    answers = ("right", "rejected", "free", "wrong")
    assert shares_by_kind(("word.different: “a”", answer) for answer in answers) == {"word.different": (1, 3)}
    assert shares_by_kind([("word.different: “a”", "rejected")]) == {}


@pytest.mark.parametrize(
    ("earlier", "answer"),
    [
        ("word.different: the noun “gull”, reference “The … gull”", "free"),
        ("word.different: “gull”, reference “The relict gull”", "free"),
        ("word.different: “gull”, reference “The gulls”", ""),
        ("word.different: “gull”", ""),
        ("role.agent.different: “gull”, reference “The gull”", ""),
    ],
)
def test_an_answer_fits_where_a_later_version_quotes_more_words(earlier: str, answer: str) -> None:
    one = replace(finding("word.different"), sentence="A word differs: “the gull”, reference “The relict gull”")
    (found,) = with_answers([one], {earlier: ("free",)})
    assert (found.answer, found.shown) == (answer, not answer)
    exact = replace(one, sentence=earlier.partition(": ")[2])
    found = next(each for each in with_answers([exact, one], {earlier: ("free",)}) if each.sentence == one.sentence)
    assert found.answer == "", "it is that of the finding with these words"
