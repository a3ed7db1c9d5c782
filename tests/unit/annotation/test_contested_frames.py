"""Differences between annotators, by hand and as a property, and as a list of adjudication shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.frames import annotation_of, finished_annotations, frame, links
from meantree.annotation.contested_frames import contested, differences, joined, shortened_answer
from meantree.annotation.frame_annotation import Annotation
from meantree.corpus.corpus import Side

WORDS: dict[Side, tuple[str, ...]] = {"hypothesis": ("he", "read", "a", "book"), "reference": ("he", "studied", "it")}
ONE = annotation_of("1 agent=0 patient=2-3 / 1 agent=0 patient=2 / 0=0 0.0=0.0 0.1~0.1")


def _found(*annotations: Annotation, words: Mapping[Side, Sequence[str]] = WORDS) -> list[tuple[str, list[str]]]:
    """The kinds of differences in the translation, each with the answers in words."""
    work = {str(place): one for place, one in enumerate(annotations)}
    rows = (row for row in contested(work) if row.place[0] == "hypothesis")
    parts = (part for row in rows for part in row.differences)
    return [(one.kind, [one.in_words(said, words) for said in one.answers.values()]) for one in parts]


def test_nothing_where_all_say_the_same() -> None:
    turned = annotation_of("1 patient=2-3 agent=0 / 1 agent=0 patient=2 / 0=0 0.1=0.0 0.0~0.1")
    assert _found(ONE, ONE, turned) == []
    assert _found(ONE) == []


def test_a_filler_in_parts_is_one_difference_with_its_second_part() -> None:
    words: dict[Side, tuple[str, ...]] = {"hypothesis": ("a", "fight", "broke", "between", "two"), "reference": ()}
    in_parts, second = (Annotation((frame(f"2 patient={spans}"),)) for spans in ("0-1,3-4", "3-4"))
    found = _found(in_parts, second, words=words)
    assert found == [("filler", ["patient: a fight … between two", "patient: between two"])]


def test_links_by_those_alone_who_have_the_frames() -> None:
    partial = replace(ONE, alignment=links("0~0 0.1?0.1"))
    nothing = Annotation((), ONE.reference)
    (frame, *found) = _found(ONE, partial, nothing)
    assert frame[0] == "frame"
    assert found == [
        ("frame link", ["linked with studied (correct)", "linked with studied (partial)", ""]),
        ("filler link", ["linked with he (correct)", "not linked", ""]),
        ("filler link", ["linked with it (partial)", "linked with it (undecided)", ""]),
    ]


@given(st.lists(finished_annotations(), min_size=2, max_size=3))
def test_who_agrees_has_no_differences_and_who_differs_has_some(annotations: list[Annotation]) -> None:
    work = {str(place): one for place, one in enumerate(annotations)}
    assert not contested(dict.fromkeys(work, annotations[0]))
    rows = contested(work)
    predicates: list[set[object]] = [{frame.predicate for frame in one.hypothesis} for one in annotations]
    some = {row.place[1] for row in rows if "frame" in row.kinds and row.place[0] == "hypothesis"}
    assert some == set.union(*predicates) - set.intersection(*predicates)
    for row in rows:
        assert row.differences == differences(work, row.place)
        for one in row.differences:
            assert len({said for said in one.answers.values() if said is not None}) > 1


TOKENS: dict[Side, tuple[str, ...]] = {
    "hypothesis": ("he", "gave", "her", "one", "book", "said"),
    "reference": ("he", "handed", "her", "a", "book", "."),
}
ANA = "1 agent=0 patient=3-4 / 1 agent=0 / 0=0 0.0=0.0"
APART = ANA.replace(" 0.0=0.0", "")
SAID = ANA.replace("3-4", "3-4; 5 patient=3-4 agent=0")


@pytest.mark.parametrize(
    ("ana", "ben", "row"),
    [
        # A frame that one lacks is told whole, with its link
        (ANA, SAID, ("said", ("frame",), ["no frame", "agent: he · patient: one book"])),
        (ANA.replace("3-4", "3-4; 5"), ANA, ("said", ("frame",), ["frame without fillers", "no frame"])),
        (
            ANA,
            "/ 1 agent=0",
            ("gave", ("frame",), ["agent: he · patient: one book · linked with handed (correct)", "no frame"]),
        ),
        # Fillers
        (ANA, ANA.replace("patient=3-4", "other=4"), ("gave", ("filler",), ["patient: one book", "other: book"])),
        (ANA, ANA.replace(" patient=3-4", ""), ("gave", ("filler",), ["patient: one book", "no filler: one book"])),
        # Links: one that is undecided is another than none, and one with other words names them
        (ANA.replace("0.0=", "0.0?"), APART, ("gave", ("filler link",), ["he: undecided link", "he: not linked"])),
        (
            ANA,
            ANA.replace(" / 0=0", "").replace(" 0.0=0.0", ""),
            (
                "gave",
                ("frame link", "filler link"),
                ["linked with handed (correct) · he: correct link", "not linked · he: not linked"],
            ),
        ),
        (
            ANA,
            ANA.replace("1 agent=0 /", "1 agent=0 patient=4 /").replace("0.0=0.0", "0.0=0.1"),
            ("gave", ("filler link",), ["he: linked with he (correct)", "he: linked with book (correct)"]),
        ),
    ],
)
def test_rows(ana: str, ben: str, row: tuple[str, tuple[str, ...], list[str]]) -> None:
    found, *_ = contested({"ana": annotation_of(ana), "ben": annotation_of(ben)})
    assert found.place[0] == "hypothesis"
    assert (found.words(TOKENS), found.kinds, list(found.answers(TOKENS).values())) == row


def test_fillers_of_a_frame_that_one_lacks_are_told_once() -> None:
    fillers = ("agent=0 patient=3-4", "agent=0 other=4")
    work = {name: Annotation((frame(f"1 {own}"),)) for name, own in zip(("ana", "ben"), fillers, strict=True)}
    (row,) = contested({**work, "eva": Annotation()})
    assert list(row.answers(TOKENS).values()) == [
        "agent: he · patient: one book",
        "agent: he · other: book",
        "no frame",
    ]


def test_long_fillers_are_shortened_in_the_middle() -> None:
    text = "agent: he; patient: that it could only be meaningfully examined once the courts had ruled · not linked"
    assert shortened_answer(text) == "agent: he; patient: that it could only … courts had ruled · not linked"
    assert shortened_answer("no frame") == "no frame"


def test_links_with_other_words_are_not_shortened_to_the_same() -> None:
    about = "In the deepest winter: linked with"
    links = [f"{about} {words} (correct)" for words in ("Then in the depths of winter", "in the depths of winter")]
    assert list(map(shortened_answer, links)) == links


def test_overlapping_predicates_are_one_row() -> None:
    """As “broke” and “broke out”, unless somebody has frames of both."""
    longer = Annotation((frame("1-2 agent=0 patient=3-4"),))
    work = {"ana": Annotation((frame("1 agent=0"),)), "ben": longer, "eva": Annotation()}
    (row,) = joined(contested(work))
    assert (row.words(TOKENS), row.kinds) == ("gave / gave her", ("predicate",))
    assert row.answers(TOKENS) == {
        "ana": "gave · agent: he",
        "ben": "gave her · agent: he · patient: one book",
        "eva": "no frame",
    }
    assert row.predicates == (("hypothesis", (1, 2)), ("hypothesis", (1, 3)))
    assert row.supporters(longer) == ("ben",)
    assert row.supporters(Annotation()) == ("eva",)
    both = {**work, "eva": Annotation((frame("1"), frame("1-2")))}
    assert len(joined(contested(both))) == 2
    apart = {"ana": annotation_of(ANA), "ben": annotation_of("2 agent=0 / 1 agent=0")}
    assert [one.words(TOKENS) for one in joined(contested(apart))] == ["gave", "her"]
