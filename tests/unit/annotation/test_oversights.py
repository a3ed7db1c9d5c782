"""What an annotator is asked about before an annotation is done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.frames import annotation_of, frame
from meantree.analysis.frames import LinkKind
from meantree.annotation.edits import Words
from meantree.annotation.filler_links import link_equal_roles
from meantree.annotation.frame_annotation import Annotation
from meantree.annotation.oversights import oversights
from meantree.corpus.corpus import SIDES, Side

WORDS: Words = {
    "hypothesis": ["he", "saw", "the", "man", "and", "the", "man", "slept"],
    "reference": ["they", "saw", "the", "man", "while", "she", "slept"],
}
RAN = (frame("6 temporal=4"),)


def texts(annotation: Annotation, automatic: Annotation | None = None) -> list[str]:
    """What is said of an annotation."""
    return [oversight.text for oversight in oversights(annotation, automatic or Annotation(), WORDS)]


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("1 / 6 temporal=4", ["“saw” has no filler"]),
        ("1 agent=0 agent=2-3 / 6 temporal=4", ["“saw” has 2 agents, “he” and “the man”"]),
        ("1 temporal=0 temporal=2-3 / 6 temporal=4", []),
        ("/ 6 temporal=4", ["the translation has no frame: all of the reference is missed"]),
        ("6 temporal=4 /", ["the reference has no frame: the translation is not scored"]),
        ("", []),
        ("1 patient=2-3 / 1 patient=2-3 / 0=0", ["the patients “the man” and “the man” are not linked"]),
        ("1 agent=0 / 1 agent=0 / 0=0", []),
        ("1 agent=0 / 1 agent=0 / 0=0 0.0=0.0", []),
        ("1 agent=0 / 1 patient=0 / 0=0", []),
        (
            "1 agent=0 / 1 agent=0 patient=2-3 / 0=0 0.0=0.0",
            ["“saw” has no patient; the linked frame has “the man”"],
        ),
        ("7 agent=5-6 / 1 patient=0 agent=2-3 / 0=0", ["the agents “the man” and"]),
    ],
)
def test_what_is_doubtful(annotation: str, expected: list[str]) -> None:
    said = texts(annotation_of(annotation))
    assert len(said) == len(expected), said
    assert all(text.startswith(start) for text, start in zip(said, expected, strict=True)), said


def test_an_inactive_link_is_doubtful() -> None:
    waiting = replace(
        annotation_of("1 agent=0 / 6 temporal=4"), inactive={((0, 0), ((1, 2), (0, 1))): LinkKind.CORRECT}
    )
    assert texts(waiting) == ["the inactive link of “he” with “they” will be dropped"]


def test_an_agent_of_the_automatic_frame_is_lost_unless_its_words_have_another_role() -> None:
    automatic = Annotation((frame("1 agent=0"),))
    lost = Annotation((frame("1 patient=2-3"),), RAN)
    (oversight,) = oversights(lost, automatic, WORDS)
    assert (oversight.text, oversight.part) == ("“saw” has no agent; the automatic frame has “he”", (0, None))
    assert texts(Annotation((frame("1 benefactive=0 patient=2-3"),), RAN), automatic) == []
    assert texts(replace(lost, hypothesis=(frame("7 patient=2-3"),)), automatic) == []


BOTH = annotation_of("1 agent=0 patient=2-3 / 1 agent=0 patient=2-3 / 0=0 0.0=0.0 0.1=0.1")


@pytest.mark.parametrize(
    ("hypothesis", "reference", "start", "expected"),
    [
        ("1 agent=0", "1 agent=0 patient=2-3", BOTH, ["“the man” is no filler now, but “the man” of"]),
        ("1 agent=0", "1 agent=0", BOTH, []),
        ("1 agent=0 patient=2", "1 agent=0 patient=2-3", BOTH, []),
        ("4 patient=1 agent=2-3", "4 agent=1 patient=2-3", None, ["“saw” is the patient, in the reference the agent"]),
        ("", "", BOTH, ["all frames were deleted"]),
        ("", "", None, []),
    ],
)
def test_what_was_deleted_or_exchanged_is_always_asked(
    hypothesis: str, reference: str, start: Annotation | None, expected: list[str]
) -> None:
    made = f"{hypothesis} / {reference} / 0=0" if hypothesis else ""
    found = oversights(annotation_of(made), Annotation(), WORDS, start)
    said = [oversight.text for oversight in found if oversight.always]
    assert len(said) == len(expected), said
    assert all(text.startswith(start) for text, start in zip(said, expected, strict=True)), said


@pytest.mark.parametrize(
    ("reference", "links", "is_asked"),
    [
        ("1 agent=0 patient=2-3", "0=0 0.0=0.0 0.1=0.1", True),
        ("1 agent=0 patient=2-3", "0=0 0.1=0.1", False),
        ("1 agent=0 benefactive=2-3", "0=0 0.0=0.0 0.1=0.1", False),
        ("1 patient=0 agent=2-3", "0=0 0.0=0.0 0.1=0.1", False),
    ],
    ids=["both roles", "one link", "three roles", "equal roles"],
)
def test_links_tell_exchanged_roles_as_well_as_words_do(reference: str, links: str, is_asked: bool) -> None:
    made = annotation_of(f"1 patient=0 agent=2-3 / {reference} / {links}")
    assert any("the other way round" in text for text in texts(made)) == is_asked


@pytest.mark.parametrize(
    ("hypothesis", "reference", "is_asked"),
    [
        ("He met her", "She met him", True),
        ("We saw whom", "Who saw us", True),
        ("He met her", "He met them", False),
        ("He met Ann", "Ann met his", False),
        ("He met him", "He met him", False),
    ],
)
def test_a_pronoun_tells_exchanged_roles_in_either_case(hypothesis: str, reference: str, is_asked: bool) -> None:
    made = annotation_of("1 agent=0 patient=2 / 1 agent=0 patient=2 / 0=0")
    words: Words = {"hypothesis": hypothesis.split(), "reference": reference.split()}
    found = [each.text for each in oversights(made, Annotation(), words) if each.always]
    assert any("the other way round" in text for text in found) == is_asked


def test_what_exchanged_its_frame_is_asked_about_with_both_predicates() -> None:
    each = "1 patient=2; 4 patient=5"
    texts = {"hypothesis": "he blamed police and praised judges", "reference": "he blamed judges and praised police"}
    words: Words = {side: texts[side].split() for side in SIDES}
    (found,) = oversights(annotation_of(f"{each} / {each} / 0=0 1=1"), Annotation(), words)
    there = "in the reference the patient of “praised”, and the other way round"
    assert found.text == f"“police” is the patient of “blamed”, {there}"


OTHER_ROLE = "“Ann” is the benefactive, “Ann” of the reference the patient: they do not count as matched"


@pytest.mark.parametrize(
    ("reference", "made", "expected"),
    [
        ("helped Ann", "0 benefactive=1 / 0 patient=1 / 0=0", [OTHER_ROLE]),
        ("helped Ann", "0 benefactive=1 / 0 patient=1 / 0=0 0.0=0.0", []),
        ("helped her", "0 benefactive=1 / 0 patient=1 / 0=0 0.0~0.0", []),
        ("helped Ann Lee", "0 benefactive=1 / 0 patient=1-2 / 0=0", [OTHER_ROLE.replace("“Ann” of", "“Ann Lee” of")]),
        ("helped her", "0 benefactive=1 / 0 patient=1 / 0=0", []),
        ("helped Ann", "0 benefactive=1 / 0 patient=1", []),
        ("helped Ann", "0 benefactive=1 / 0 patient=1 / 0?0", []),
        ("Ann helped Ann", "0 agent=1 / 1 agent=0 patient=2 / 0=0 0.0=0.0", []),
        ("Ann helped Ann", "0 patient=1 / 1 agent=0 patient=2 / 0=0 0.0=0.1", []),
        ("helped Anne , Ann", "0 benefactive=1 / 0 benefactive=1 patient=3 / 0=0", [OTHER_ROLE]),
        ("met Ann , Ann", "0 benefactive=1 / 0 patient=1 benefactive=3 / 0=0 0.0=0.1", []),
    ],
)
def test_equal_fillers_of_other_roles_are_asked_about_unless_they_are_linked(
    reference: str, made: str, expected: list[str]
) -> None:
    words: Words = {"hypothesis": ["helped", "Ann"], "reference": reference.split()}
    assert [one.text for one in oversights(annotation_of(made), Annotation(), words)] == expected


@pytest.mark.parametrize("start", ["0 benefactive=1 / 0 benefactive=1", "0 patient=1 / 0 patient=1"])
def test_a_role_that_one_text_alone_has_now_is_asked_about_where_the_start_links_both(start: str) -> None:
    words: Words = {"hypothesis": ["helped", "Ann"], "reference": ["helped", "Ann"]}
    made = annotation_of("0 benefactive=1 / 0 patient=1 / 0=0 0.0=0.0")
    for links, expected in (("0=0 0.0=0.0", [OTHER_ROLE]), ("0=0", [])):
        found = oversights(made, Annotation(), words, annotation_of(f"{start} / {links}"))
        assert [one.text for one in found] == expected


GAVE = "gave", "a", "book", "to"


def test_a_benefactive_with_a_preposition_exchanges_its_role_with_an_agent() -> None:
    each = "1 agent=0 patient=2-3 benefactive=4-5"
    words: Words = {"hypothesis": ("She", *GAVE, "him"), "reference": ("He", *GAVE, "her")}
    made = link_equal_roles(annotation_of(f"{each} / {each} / 0=0"), (0, 0), words)
    assert made.alignment.fillers.keys() == {((0, 1), (0, 1))}
    (found,) = oversights(made, Annotation(), words)
    assert found.text == "“She” is the agent, in the reference the benefactive, and the other way round"


@pytest.mark.parametrize(
    ("hypothesis", "reference", "link", "is_asked"),
    [
        ("50 children", "15 children", "=", True),
        ("50 children", "15 children", "~", False),
        ("fifteen children", "15 children", "=", False),
        ("1,500 children", "1500 children", "=", False),
        ("on 5 May 2020", "on 5 May", "=", False),
        ("at 4.15 pm", "at 16:15h", "=", False),
        ("at 4.15 pm", "at 16:45", "=", True),
    ],
)
def test_other_numbers_or_dates_in_fillers_linked_as_correct_are_asked_about(
    hypothesis: str, reference: str, link: str, is_asked: bool
) -> None:
    words: Words = {"hypothesis": ["saved", *hypothesis.split()], "reference": ["saved", *reference.split()]}
    ends = " / ".join(f"0 patient=1-{len(words[side]) - 1}" for side in SIDES)
    found = oversights(annotation_of(f"{ends} / 0=0 0.0{link}0.0"), Annotation(), words)
    asked = f"“{hypothesis}” is linked as correct with “{reference}”, which has other numbers or dates"
    assert [one.text for one in found] == [asked] * is_asked


@pytest.mark.parametrize("automatic", ["", "1 agent=0 patient=2-3"])
@pytest.mark.parametrize("side", SIDES)
def test_a_lost_filler_is_asked_about_once(side: Side, automatic: str) -> None:
    """The question about a filler that the other text still has says that the frame has none of its role, too."""
    texts = {"hypothesis": "1 agent=0 patient=2-3", "reference": "1 agent=0 patient=2-3"} | {side: "1 patient=2-3"}
    made = annotation_of(f"{texts['hypothesis']} / {texts['reference']} / 0=0")
    found = oversights(made, annotation_of(automatic and f"{automatic} / {automatic}"), WORDS, BOTH)
    gone, stays = ("he", "they") if side == "hypothesis" else ("they", "he")
    said = [each.text for each in found if "the patients" not in each.text]
    assert said == [f"“{gone}” is no filler now, but “{stays}” of the other text is"]


def test_who_takes_the_automatic_frame_for_a_suggested_one_deleted_nothing() -> None:
    made = annotation_of("1 agent=0 / 1 agent=0 patient=2-3 / 0=0")
    assert not [each for each in oversights(made, made, WORDS, BOTH) if "no filler now" in each.text]
