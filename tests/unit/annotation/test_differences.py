"""Differences between annotators, by hand and as a property, and as a list of adjudication shows them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.frames import SIZE, annotation_of, finished_annotations, frame, links
from meantree.analysis.corrections import FixedLinks
from meantree.annotation.annotation_json import to_json
from meantree.annotation.corrections import LinksKey, TreeKey, arcs_to_json, links_to_json
from meantree.annotation.differences import (
    Difference,
    contested_rows,
    differences,
    joined_rows,
    shortened_answer,
    version_lines,
)
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.annotation.record_kinds import Key
from meantree.corpus.corpus import Side

WORDS: dict[Side, tuple[str, ...]] = {"hypothesis": ("he", "read", "a", "book"), "reference": ("he", "studied", "it")}
ONE = annotation_of("1 agent=0 patient=2-3 / 1 agent=0 patient=2 / 0=0 0.0=0.0 0.1~0.1")


def _found(*annotations: Annotation) -> list[Difference]:
    return list(differences(annotations, WORDS))


def test_nothing_where_all_say_the_same() -> None:
    turned = annotation_of("1 patient=2-3 agent=0 / 1 agent=0 patient=2 / 0=0 0.1=0.0 0.0~0.1")
    assert _found(ONE, ONE, turned) == []
    assert _found(ONE) == []


def test_a_filler_in_parts_is_one_difference_with_its_second_part() -> None:
    words: dict[Side, tuple[str, ...]] = {"hypothesis": ("a", "fight", "broke", "between", "two"), "reference": ()}
    in_parts, second = (Annotation((frame(f"2 patient={spans}"),)) for spans in ("0-1,3-4", "3-4"))
    assert list(differences([in_parts, second], words)) == [
        Difference("hypothesis", (2, 3), "filler", "broke", ("patient: a fight … between two", "patient: between two"))
    ]


def test_links_by_those_alone_who_have_the_frames() -> None:
    partial = replace(ONE, alignment=links("0~0 0.1?0.1"))
    nothing = Annotation((), ONE.reference)
    assert _found(ONE, partial, nothing) == [
        Difference("hypothesis", (1, 2), "frame", "read", ("frame", "frame", "")),
        Difference("hypothesis", (1, 2), "frame link", "read", ("studied (correct)", "studied (partial)", None)),
        Difference("hypothesis", (1, 2), "filler link", "read: he", ("he (correct)", "", None)),
        Difference("hypothesis", (1, 2), "filler link", "read: a book", ("it (partial)", "it (undecided)", None)),
    ]


@given(st.lists(finished_annotations(), min_size=2, max_size=3))
def test_who_agrees_has_no_differences_and_who_differs_has_some(annotations: list[Annotation]) -> None:
    words: dict[Side, list[str]] = {"hypothesis": list(map(str, range(SIZE))), "reference": list(map(str, range(SIZE)))}
    assert not list(differences([annotations[0]] * 3, words))
    found = list(differences(annotations, words))
    predicates: list[set[object]] = [{frame.predicate for frame in one.hypothesis} for one in annotations]
    some = {one.predicate for one in found if one.kind == "frame" and one.side == "hypothesis"}
    assert some == set.union(*predicates) - set.intersection(*predicates)
    for one in found:
        assert len(one.answers) == len(annotations)
        assert len({said for said in one.answers if said is not None}) > 1


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
    found, *_ = contested_rows({"ana": annotation_of(ana), "ben": annotation_of(ben)}, TOKENS)
    assert found.contested.side == "hypothesis"
    assert (found.words, found.kinds, list(found.answers.values())) == row


def test_fillers_of_a_frame_that_one_lacks_are_told_once() -> None:
    fillers = ("agent=0 patient=3-4", "agent=0 other=4")
    work = {name: Annotation((frame(f"1 {own}"),)) for name, own in zip(("ana", "ben"), fillers, strict=True)}
    (row,) = contested_rows({**work, "eva": Annotation()}, TOKENS)
    assert list(row.answers.values()) == ["agent: he · patient: one book", "agent: he · other: book", "no frame"]


def test_long_fillers_are_shortened_in_the_middle() -> None:
    text = "agent: he; patient: that it could only be meaningfully examined once the courts had ruled · not linked"
    assert shortened_answer(text) == "agent: he; patient: that it could … courts had ruled · not linked"
    assert shortened_answer("no frame") == "no frame"


def test_overlapping_predicates_are_one_row() -> None:
    """As “broke” and “broke out”, unless somebody has frames of both."""
    longer = Annotation((frame("1-2 agent=0 patient=3-4"),))
    work = {"ana": Annotation((frame("1 agent=0"),)), "ben": longer, "eva": Annotation()}
    (row,) = joined_rows(contested_rows(work, TOKENS))
    assert (row.words, row.kinds) == ("gave / gave her", ("predicate",))
    assert row.answers == {
        "ana": "gave · agent: he",
        "ben": "gave her · agent: he · patient: one book",
        "eva": "no frame",
    }
    assert [predicate.predicate for predicate in row.predicates] == [(1, 2), (1, 3)]
    assert row.supporters(longer) == ("ben",)
    assert row.supporters(Annotation()) == ("eva",)
    both = {**work, "eva": Annotation((frame("1"), frame("1-2")))}
    assert len(joined_rows(contested_rows(both, TOKENS))) == 2
    apart = {"ana": annotation_of(ANA), "ben": annotation_of("2 agent=0 / 1 agent=0")}
    assert [one.words for one in joined_rows(contested_rows(apart, TOKENS))] == ["gave", "her"]


# Versions of a record in words

TEXTS: dict[Side, tuple[str, ...]] = {
    "hypothesis": ("he", "gave", "books"),
    "reference": ("he", "gives", "it"),
}
SHOWN = Annotation((frame("1 agent=0"),), (), comment="?", own_reference=True)
OTHER = replace(
    SHOWN,
    hypothesis=(frame("1 patient=0"),),
    state=State.DONE,
    comment="",
    part_comments={("hypothesis", (0, 0)): "why?"},
)
FRAMES = AnnotationKey("1", "s", "r", "ana")
FRAMES_SHOWN, REJECTED = to_json(SHOWN), to_json(replace(SHOWN, rejected=frozenset({("reference", (1, 3))})))
LINKED = FixedLinks(frozenset({(2, 2)})), FixedLinks(frozenset({(0, 0)}), frozenset({(2, 2)}))


@pytest.mark.parametrize(
    ("key", "version", "shown", "lines"),
    [
        (
            FRAMES,
            to_json(OTHER),
            FRAMES_SHOWN,
            [
                "done (shown: open)",
                "“gave” of the hypothesis: patient: he (shown: agent: he)",
                "comment: none (shown: ?)",
                "comment on patient “he” of the hypothesis: why? (shown: none)",
            ],
        ),
        (FRAMES, to_json(replace(SHOWN, finalized_by="eva")), FRAMES_SHOWN, ["finalized by eva"]),
        (
            FRAMES,
            REJECTED,
            FRAMES_SHOWN,
            ["“gives it” of the reference: rejected, has no frame (shown: not decided)"],
        ),
        (
            FRAMES,
            FRAMES_SHOWN,
            REJECTED,
            ["“gives it” of the reference: not decided (shown: rejected, has no frame)"],
        ),
        (FRAMES, None, FRAMES_SHOWN, ["nothing stored"]),
        (
            FRAMES,
            to_json(replace(SHOWN, comment="")),
            None,
            ["“gave” of the hypothesis: agent: he (shown: no frame)"],
        ),
        (FRAMES, "{", FRAMES_SHOWN, ["cannot be read"]),
        (FRAMES, FRAMES_SHOWN, FRAMES_SHOWN, ["no difference"]),
        (
            TreeKey("1", "hypothesis", "s", "ana"),
            arcs_to_json({0: (1, "nsubj"), 1: (-1, "root"), 7: (-1, "root")}),
            arcs_to_json({0: (2, "det")}),
            [
                "“he”: nsubj of “gave” (shown: det of “books”)",
                "“gave”: root, a root (shown: not corrected)",
                "“token 8”: root, a root (shown: not corrected)",
            ],
        ),
        (
            LinksKey("1", "s", "r", "ana"),
            *map(links_to_json, LINKED),
            ["he – he: not corrected (shown: linked)", "books – it: linked (shown: not linked)"],
        ),
    ],
)
def test_a_version_is_told_by_what_differs_from_the_shown_one(
    key: Key, version: str | None, shown: str | None, lines: list[str]
) -> None:
    assert list(version_lines(key, version, shown, TEXTS)) == lines
