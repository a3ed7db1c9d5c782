"""Links between fillers of linked frames: which ones are alike, split in two, or exchanged."""

from __future__ import annotations

import pytest

from helpers.frames import annotation_of, frame
from meantree.analysis.frames import FillerPlace, FrameAlignment, LinkKind
from meantree.annotation.edits import Words
from meantree.annotation.filler_links import counterpart, exchanged, link_equal_roles, split_filler
from meantree.annotation.frame_annotation import Annotation
from meantree.corpus.corpus import Side

CORRECT, PARTIAL = LinkKind.CORRECT, LinkKind.PARTIAL
H: Side = "hypothesis"


def test_a_pronoun_is_linked_with_its_other_case() -> None:
    texts: Words = {"hypothesis": ("dogs", "bit", "him"), "reference": ("He", "was", "bitten")}
    bitten = annotation_of("1 patient=2 / 2 patient=0 / 0=0")
    assert link_equal_roles(bitten, (0, 0), texts).alignment.fillers == {((0, 0), (0, 0)): CORRECT}


@pytest.mark.parametrize(
    ("words", "reference", "kind"),
    [
        ("late", "late", CORRECT),
        ("late on Monday at noon", "late", PARTIAL),
        ("soon", "late", None),
        ("the suitcases", "the bags", PARTIAL),
        ("against the sentence", "to appeal the verdict", PARTIAL),
        ("the old man who had praised her", "the old man who had praised him", PARTIAL),
        ("when they saw his dog", "when they saw his dog and he left", CORRECT),
        ("in 1,500 days", "in 1500 days", CORRECT),
        ("in 50 days", "in 15 days", PARTIAL),
        ("in prison", "in prison for two years", PARTIAL),
        ("to leave their country", "to leave their country in search of work", PARTIAL),
        ("the nail", "the final nail in the coffin of my career", PARTIAL),
        ("by Peter", "by John", PARTIAL),
        ("by Mr. White", "by Mr. Brown", PARTIAL),
        ("by Mr. Trump", "by President Trump", CORRECT),
        ("by Trump", "by Donald Trump", CORRECT),
        ("from Google", "from Amazon", PARTIAL),
        ("the UK", "the US", PARTIAL),
        ("the UN", "the US", PARTIAL),
        ("the U.S.", "the US", CORRECT),
        ("in the UK", "in Britain", CORRECT),
    ],
)
def test_fillers_of_one_role_are_linked_as_annotators_mostly_do(
    words: str, reference: str, kind: LinkKind | None
) -> None:
    texts: Words = {"hypothesis": ("go", *words.split()), "reference": ("go", *reference.split())}
    own, other = (frame(f"0 temporal=1-{len(one.split())}") for one in (words, reference))
    annotation = Annotation((own,), (other,), FrameAlignment({(0, 0): CORRECT}))
    made = link_equal_roles(annotation, (0, 0), texts)
    assert made.alignment.fillers == ({} if kind is None else {((0, 0), (0, 0)): kind})


@pytest.mark.parametrize(
    ("reference", "links"),
    [
        ("go in Paris", {((0, 0), (0, 0)): CORRECT}),
        ("go in Paris with some of my friends", {((0, 0), (0, 0)): PARTIAL}),
        ("go on Monday", {((0, 1), (0, 0)): CORRECT}),
        ("go there", {((0, 0), (0, 0)): PARTIAL}),
    ],
    ids=["equal", "longer", "the second half is equal", "other words"],
)
def test_the_halves_of_a_split_filler_are_linked_by_their_words(
    reference: str, links: dict[tuple[FillerPlace, FillerPlace], LinkKind]
) -> None:
    texts: Words = {"hypothesis": ["go", "in", "Paris", "on", "Monday"], "reference": reference.split()}
    ends = f"0 other=1-4 / 0 other=1-{len(texts['reference']) - 1} / 0=0 0.0~0.0"
    assert split_filler(annotation_of(ends), "hypothesis", (0, 0), 3, texts).alignment.fillers == links


def test_the_half_of_a_split_filler_with_the_words_of_another_role_gives_up_its_link() -> None:
    texts: Words = {"hypothesis": ["send", "the", "city", "blankets"], "reference": ["city", "send", "blankets"]}
    ends = annotation_of("0 patient=1-3 / 1 agent=0 patient=2 / 0=0 0.0=0.1")
    split = split_filler(ends, "hypothesis", (0, 0), 3, texts)
    assert split.alignment.fillers == {((0, 1), (0, 1)): CORRECT}


@pytest.mark.parametrize(
    ("hypothesis", "reference", "annotation", "partner"),
    [
        ("he plays a bit of poker", "he plays poker a bit", "1 patient=2-5 / 1 patient=2 degree=3-4", None),
        ("he plays a bit of poker", "he plays poker", "1 patient=2-5 / 1 patient=2", (0, 0)),
        ("the old man bit me", "me bit the old man", "3 agent=0-2 / 1 agent=0 patient=2-4", None),
        ("praised by Ann", "Ann praised by Bob", "0 agent=1-2 / 1 patient=0 agent=2-3", None),
        ("the rebels were killed by Bob", "Bob was killed", "3 patient=0-1 agent=4-5 / 2 patient=0", None),
        ("the guard opened the front door", "the door opened", "2 agent=0-1 patient=3-5 / 2 agent=0-1", (0, 0)),
    ],
    ids=[
        "half of it",
        "none of its words",
        "all words",
        "all words but a preposition",
        "all words of the other one",
        "the head of the other one",
    ],
)
def test_a_filler_that_has_another_role_in_the_other_text_has_no_counterpart(
    hypothesis: str, reference: str, annotation: str, partner: tuple[int, int] | None
) -> None:
    texts: Words = {"hypothesis": hypothesis.split(), "reference": reference.split()}
    found = counterpart(annotation_of(f"{annotation} / 0=0"), H, (0, 0), texts)
    assert (found and found[0]) == partner


@pytest.mark.parametrize(
    ("hypothesis", "reference", "annotation", "linked"),
    [
        ("the soldiers killed five rebels", "the rebels killed five soldiers", "2 agent=0-1 patient=3-4", 0),
        ("Chinese companies own German banks", "Chinese banks own German companies", "2 agent=0-1 patient=3-4", 0),
        ("China taxes the US and Canada", "the US taxes China and Canada", "1 agent=0 patient=2-5", 0),
        ("men of Rome met men of Bonn", "men of Rome met men of Bonn", "3 agent=0-2 patient=4-6", 2),
        ("old men met men", "men met men", "2 agent=0-1 patient=3", 2),
    ],
    ids=["articles", "adjectives", "one of two", "equal heads", "one head"],
)
def test_fillers_that_exchanged_their_heads_are_not_linked(
    hypothesis: str, reference: str, annotation: str, linked: int
) -> None:
    texts: Words = {"hypothesis": hypothesis.split(), "reference": reference.split()}
    other = {"the US taxes": "2 agent=0-1 patient=3-5", "men met men": "1 agent=0 patient=2"}
    there = next((roles for words, roles in other.items() if reference.startswith(words)), annotation)
    made = link_equal_roles(annotation_of(f"{annotation} / {there} / 0=0"), (0, 0), texts)
    assert len(made.alignment.fillers) == linked
    assert (exchanged(made, H, (0, 0), texts) == ((0, 1), (0, 1))) == (linked == 0)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "annotation", "kinds"),
    [
        (
            "the mayor sued the lawyer of the bank",
            "the lawyer of the mayor sued the bank",
            "2 agent=0-1 patient=3-7 / 5 agent=0-4 patient=6-7",
            [PARTIAL, PARTIAL],
        ),
        (
            "the man bit the old dog",
            "the old man bit the dog",
            "2 agent=0-1 patient=3-5 / 3 agent=0-2 patient=4-5",
            [PARTIAL] * 2,
        ),
        (
            "the man bit the old dog",
            "the old man bit the old dog",
            "2 agent=0-1 patient=3-5 / 3 agent=0-2 patient=4-6",
            [CORRECT] * 2,
        ),
        (
            "the man sued the bank",
            "the old man sued the bank",
            "2 agent=0-1 patient=3-4 / 3 agent=0-2 patient=4-5",
            [CORRECT] * 2,
        ),
        (
            "the bank in Bonn met them",
            "in Bonn the bank met them",
            "4 agent=0-3 patient=5 / 4 locative=0-1 agent=2-3 patient=5",
            [CORRECT] * 2,
        ),
    ],
    ids=["heads", "adjectives", "one stays", "nowhere else", "a phrase of place"],
)
def test_a_word_that_changed_its_filler_makes_links_partial(
    hypothesis: str, reference: str, annotation: str, kinds: list[LinkKind]
) -> None:
    texts: Words = {"hypothesis": hypothesis.split(), "reference": reference.split()}
    made = link_equal_roles(annotation_of(f"{annotation} / 0=0"), (0, 0), texts)
    assert [*made.alignment.fillers.values()] == kinds


BOTH = "1 agent=0 patient=2; 4 agent=0 patient=5"
SAID = "1 agent=0 patient=3-4; 4 agent=3"


@pytest.mark.parametrize(
    ("hypothesis", "reference", "frames", "links"),
    [
        (
            "he blamed police and praised judges",
            "he blamed judges and praised police",
            BOTH,
            {(0, 0): "=", (1, 0): "="},
        ),
        ("judges said that rebels lied", "rebels said that judges lied", SAID, {(0, 1): "~"}),
        ("judges said that judges lied", "judges said that rebels lied", SAID, {(0, 0): "=", (0, 1): "="}),
        ("he wept yesterday and slept today", "he wept today and slept yesterday", "1 temporal=2; 4 temporal=5", {}),
    ],
    ids=["patients", "of a clause", "one alone", "times"],
)
def test_fillers_that_exchanged_their_frames_are_not_linked(
    hypothesis: str, reference: str, frames: str, links: dict[FillerPlace, str]
) -> None:
    texts: Words = {"hypothesis": hypothesis.split(), "reference": reference.split()}
    made = annotation_of(f"{frames} / {frames} / 0=0 1=1")
    for pair in ((0, 0), (1, 1)):
        made = link_equal_roles(made, pair, texts)
    kinds = {"=": CORRECT, "~": PARTIAL}
    assert made.alignment.fillers == {(place, place): kinds[kind] for place, kind in links.items()}


def test_a_filler_is_split_before_a_comma() -> None:
    texts: Words = {"hypothesis": ["praise", "Ann", ",", "Bob"], "reference": ()}
    split = split_filler(annotation_of("0 patient=1-3 / "), "hypothesis", (0, 0), 3, texts)
    assert [filler.span for filler in split.hypothesis[0].fillers] == [(1, 2), (3, 4)]
