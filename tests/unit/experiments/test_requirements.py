"""Why an experiment cannot be made, before anything is scored."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from meantree.corpus.corpus import Corpus, Rating, Segment, Text
from meantree.experiments.registry import EXPERIMENTS
from meantree.experiments.requirements import Judgements, judgements_of, rating_kinds, why_not
from meantree.experiments.study import Options

BY_NAME = {one.name: one for one in EXPERIMENTS}
GOOD, OTHER = Judgements("et", {"da": "", "hter": ""}), Judgements("ne", {"mqm": "", "da": ""})
NONE, EQUAL = Judgements("x", {}), Judgements("y", {"da": "y: all ratings 'da' are equal, so nothing follows them"})


def _corpus(values: Sequence[float], references: int = 1) -> Corpus:
    segments = tuple(
        Segment(
            str(place),
            "",
            references={"A": Text("a")} if references else {},
            hypotheses={"s": Text("a b")},
            ratings=(Rating("s", "da", value),),
        )
        for place, value in enumerate(values)
    )
    return Corpus("c", segments, ("s",), ("A",) if references else ())


def test_kinds_that_nothing_can_follow_say_why() -> None:
    assert judgements_of(_corpus([1, 2])).kinds == {"da": ""}
    assert judgements_of(_corpus([1, 1])).kinds == {"da": "c: all ratings 'da' are equal, so nothing follows them"}
    assert judgements_of(_corpus([1])).kinds == {"da": "c: 1 segment with ratings 'da', expected 2 at least"}
    assert judgements_of(_corpus([1, 2], 0)).lacks == "c has no reference, so nothing can be scored"
    assert judgements_of(Corpus("c", (), (), ())).lacks == "c has no translation, so nothing can be scored"


def test_kinds_that_all_have_come_first() -> None:
    assert rating_kinds([Judgements("a", {"hter": "", "da": ""}), OTHER]) == ("da", "mqm", "hter")


def test_kinds_that_are_followed_most_come_first() -> None:
    kinds = dict.fromkeys(("hter", "z", "da-raw", "da", "mqm"), "")
    assert rating_kinds([Judgements("a", kinds)]) == ("mqm", "da", "z", "da-raw", "hter")


@pytest.mark.parametrize(
    ("name", "corpora", "rating", "preferences", "told"),
    [
        ("measures", [GOOD], "da", (), ""),
        ("measures", [GOOD], "", (), "it follows people's ratings: choose their kind"),
        ("measures", [NONE], "da", (), "it follows people's ratings, and x has none"),
        ("measures", [GOOD, OTHER], "hter", (), "ne has no ratings 'hter'; those there are of the kinds mqm, da"),
        ("measures", [GOOD, NONE], "da", (), "x has no ratings 'da'; there are none"),
        ("measures", [GOOD, EQUAL], "da", (), "y: all ratings 'da' are equal, so nothing follows them"),
        ("measures", [Judgements("z", {"da": ""}, "z has no reference")], "da", (), "z has no reference"),
        ("lo-wu", [NONE], "", (), ""),
        ("lo-wu", [EQUAL], "da", (), "y: all ratings 'da' are equal, so nothing follows them"),
        ("pado", [GOOD], "da", (), "a round robin takes one corpus for each source language, 2 at least"),
        ("pado", [GOOD, OTHER], "da", (), ""),
        ("preferences", [NONE, GOOD], "", (), "it follows people's preferences: 0 files for 2 corpora"),
        ("preferences", [GOOD], "", ("p",), "a round robin takes one corpus for each source language, 2 at least"),
        ("preferences", [NONE, GOOD], "", ("p", "q"), ""),
    ],
)
def test_what_is_lacking_is_said(
    name: str, corpora: list[Judgements], rating: str, preferences: tuple[str, ...], told: str
) -> None:
    found = why_not(BY_NAME[name], corpora, Options(rating, preferences=preferences))
    assert found.startswith(told) if told else not found
