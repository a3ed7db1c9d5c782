"""What annotators say of a contested predicate, as a list of adjudication shows it."""

from __future__ import annotations

from dataclasses import replace

from helpers.frames import frame
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.annotation.differences import contested_rows, joined_rows
from meantree.annotation.frame_annotation import Annotation
from meantree.corpus.corpus import Side

CORRECT = LinkKind.CORRECT
TOKENS: dict[Side, tuple[str, ...]] = {
    "hypothesis": ("he", "gave", "her", "one", "book", "said"),
    "reference": ("he", "handed", "her", "a", "book", "."),
}
ANA = Annotation(
    (frame("1 agent=0 patient=3-4"),),
    (frame("1 agent=0"),),
    FrameAlignment({(0, 0): CORRECT}, {((0, 0), (0, 0)): CORRECT}),
)


def _said(ana: Annotation, ben: Annotation) -> list[tuple[str, str, tuple[str, ...], list[str]]]:
    found = contested_rows({"ana": ana, "ben": ben}, TOKENS)
    return [(one.contested.side, one.words, one.kinds, list(one.answers.values())) for one in found]


def test_nothing_is_said_where_all_agree() -> None:
    assert _said(ANA, replace(ANA, comment="?")) == []


def test_a_frame_that_one_lacks_is_told_whole() -> None:
    more = replace(ANA, hypothesis=(*ANA.hypothesis, frame("5 patient=3-4 agent=0")))
    assert _said(ANA, more) == [
        ("hypothesis", "said", ("frame",), ["no frame", "agent: he · patient: one book"]),
    ]
    bare = replace(ANA, hypothesis=(*ANA.hypothesis, frame("5")))
    assert _said(bare, ANA)[0][3] == ["frame without fillers", "no frame"]


def test_other_fillers() -> None:
    other = replace(ANA, hypothesis=(frame("1 agent=0 other=4"),))
    assert _said(ANA, other) == [("hypothesis", "gave", ("filler",), ["patient: one book", "other: book"])]
    none = replace(ANA, hypothesis=(frame("1 agent=0"),))
    assert _said(ANA, none)[0][3] == ["patient: one book", "no filler"]


def test_a_link_is_told_at_the_end_of_the_translation() -> None:
    apart = replace(ANA, alignment=FrameAlignment())
    assert _said(ANA, apart) == [
        (
            "hypothesis",
            "gave",
            ("frame link", "filler link"),
            ["linked with handed (correct) · he: linked with he (correct)", "not linked · he: not linked"],
        ),
    ]


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
    apart = {"ana": ANA, "ben": replace(ANA, hypothesis=(frame("2 agent=0"),), alignment=FrameAlignment())}
    assert [one.words for one in joined_rows(contested_rows(apart, TOKENS))] == ["gave", "her"]
