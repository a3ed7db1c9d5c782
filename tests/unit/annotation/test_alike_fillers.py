"""Which fillers are linked, how, and which frames because of them."""

from __future__ import annotations

import pytest

from helpers.frames import frame, links
from meantree.alignment.similarity import Word, plain_words
from meantree.analysis.frames import LinkKind
from meantree.annotation.alike_fillers import filler_link, likeness_of_frames, with_links_by_fillers

DIG, PLANT = "1 agent=0 patient=2", "4 agent=3 patient=5"


def compared(text: str) -> list[Word]:
    """Return words in the form in which they are compared, those with a capital letter as names."""
    words = text.split()
    known = zip(words, plain_words(words), strict=True)
    return [(word if word[0].isupper() else form, lemma, pos) for word, (form, lemma, pos) in known]


@pytest.mark.parametrize(
    ("own", "other", "kind"),
    [
        ("on Monday", "on Tuesday", "partial"),
        ("in May", "in March", "partial"),
        ("two children", "three children", "partial"),
        ("fifteen children", "15 children", "correct"),
        ("an hour", "one hour", "correct"),
        ("one hour for him", "an hour for him", "correct"),
        ("near the town", "not far from the town", "correct"),
        ("after the war ended", "before the war ended", "partial"),
        ("too early", "too late", "partial"),
        ("all of them", "none of them", "partial"),
        ("with his friends", "without his friends", "partial"),
        ("before or after the war", "after or before the war", "correct"),
        ("on Monday", "on Monday morning", "correct"),
        ("on Friday", "at 16:15h on Friday", "partial"),
        ("in May", "in May 2012", "partial"),
        ("the meeting on Friday", "the meeting", "partial"),
        ("three children", "children", "partial"),
        ("both his brothers", "his brothers", "correct"),
        ("a single mistake", "a mistake", "correct"),
        ("pictures of him", "pictures", "correct"),
        ("the old man", "the man", "correct"),
        ("the woman", "the mayor", "partial"),
        ("to him", "him", "correct"),
        ("no soldiers", "soldiers", "partial"),
        ("that the vaccine was safe", "that the vaccine was not safe", "partial"),
        ("none of the passengers", "all of the passengers", "partial"),
        ("not only children", "children", "correct"),
        ("in London", "in Paris", "partial"),
        ("exports to Japan", "exports to China", "partial"),
        ("with Merkel", "with Hollande", "partial"),
        ("in Beijing", "in Peking", "correct"),
        ("with Ahmadi", "with Ahmedi", "correct"),
        ("in Israel", "in the Israeli state", "correct"),
        ("chancellor Merkel", "the chancellor", "correct"),
        ("because profits fell", "because profits increased", "partial"),
        ("because profits rose", "because profits increased", "correct"),
        ("next year", "last year", "partial"),
        ("in the evening", "in the morning", "partial"),
        ("late in the evening", "late at night", "correct"),
        ("the west", "the east", "partial"),
        ("the northern coast", "the coast of the north", "correct"),
        ("they declined the offer", "they accepted the offer", "partial"),
        ("they did not decline the offer", "they accepted the offer", "correct"),
        ("dozens of people", "hundreds of people", "partial"),
        ("20 euros", "20 dollars", "partial"),
        ("$ 20", "20 dollars", "correct"),
        ("up to 20 euros", "more than 20 euros", "partial"),
        ("over 20 euros", "more than 20 euros", "correct"),
        ("only five people", "at least five people", "partial"),
        ("only five people", "at most five people", "correct"),
        ("only five people", "five people", "correct"),
        ("every morning and evening", "every evening", "correct"),
    ],
)
def test_fillers_that_say_opposites_or_have_other_names_or_numbers_are_partly_alike(
    own: str, other: str, kind: str
) -> None:
    assert filler_link(compared(own), compared(other))[1] == LinkKind(kind)


@pytest.mark.parametrize(
    ("hyp", "ref", "frames", "similar", "expected"),
    [
        ("men dig holes", "men make holes", ([DIG], [DIG]), "", "0~0"),
        ("men buy holes", "men sell holes", ([DIG], [DIG]), "", ""),
        ("men dig holes", "men make holes", (["1 agent=0"], ["1 patient=0"]), "", ""),
        ("men dig holes", "men dig holes", ([DIG, "1 agent=0"], [DIG]), "", "0~0"),
        ("men dig holes", "men dig holes", ([DIG, DIG], [DIG]), "", ""),
        (
            "men dig holes women plant trees",
            "women need trees men dig it",
            ([DIG, PLANT], [DIG, PLANT]),
            "0=1",
            "0=1 1~0",
        ),
        ("men dig holes", "ideas need wine", ([DIG], [DIG]), "0~0", ""),
        ("men dig holes", "ideas need wine", ([DIG], [DIG]), "0=0", "0=0"),
        ("men dig holes", "men make ponds", ([DIG], [DIG]), "0~0", "0~0"),
        ("men be kings", "ideas be wine", ([DIG], [DIG]), "0=0", ""),
        ("men be kings", "wine be men", ([DIG], [DIG]), "0=0", "0=0"),
    ],
    ids=[
        "other predicates",
        "opposed predicates",
        "other roles",
        "more fillers than another frame",
        "as many fillers as another frame",
        "beside a linked frame",
        "a partial link without a filler",
        "a correct link without a filler",
        "a partial link with a filler",
        "a link of “be” without a filler",
        "a link of “be” with a filler in another role",
    ],
)
def test_frames_that_share_fillers_have_a_partial_link(
    hyp: str, ref: str, frames: tuple[list[str], list[str]], similar: str, expected: str
) -> None:
    own, other = ([frame(text) for text in side] for side in frames)
    words = compared(hyp), compared(ref)
    found = with_links_by_fillers(own, other, dict(links(similar).frames), words)
    assert found == links(expected).frames


@pytest.mark.parametrize(
    ("own", "fillers", "other", "alike"),
    [
        ("men dig holes", DIG, "men make holes", 2),
        ("men dig holes", DIG, "ideas dig wine", 0),
        ("men dig holes", DIG, "men dig mud", 1),
        ("old men dig holes", "2 agent=0-1 patient=3", "men dig holes", pytest.approx(1 + 2 / 3)),
    ],
)
def test_frames_are_as_alike_as_their_fillers(own: str, fillers: str, other: str, alike: float) -> None:
    assert likeness_of_frames(frame(fillers), frame(DIG), (compared(own), compared(other))) == alike
