"""What annotators start from by the rules of a project: the labeller's frames, and the guidelines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.frames import frame
from meantree.analysis.frames import Filler, Frame, FrameLayer, Role
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import DependencyTree, Token
from meantree.annotation.proposals import frames_by_rules, joined
from meantree.annotation.rules import BOTH, ESA, FRAMES, MQM, Rules, predicate_guidelines, protocol_guidelines

# Words as FORM/UPOS/XPOS/HEAD/LABEL, heads from 1, 0 for the root; the lemma of forms of "be" is "be".
GONE = "She/PRON//3/nsubj can/AUX/MD/3/aux go/VERB/VB/0/root"
LATE = "the/DET//2/det arrival/NOUN//4/nsubj was/AUX/VBD/4/cop late/ADJ/JJ/0/root"
BUILT = "it/PRON//4/nsubj:pass has/AUX/VBZ/4/aux been/AUX/VBN/4/aux:pass built/VERB/VBN/0/root"
ROSE = "But/CCONJ/CC/3/cc prices/NOUN//3/nsubj rose/VERB/VBD/0/root here/ADV//3/advmod today/NOUN//3/obl:tmod"
TOOK = "it/PRON//2/nsubj took/VERB//0/root an/DET//4/det hour/NOUN//2/obj to/PART//6/mark sort/VERB//2/advcl it///6/obj"
OVER = "he/PRON//2/nsubj took/VERB/VBD/0/root over/ADP/RP/2/compound:prt"
HURT = "three/NUM//2/nummod people/NOUN//3/nsubj injured/ADJ/JJ/0/root"
MUST = (
    "I/PRON//5/nsubj wo/AUX/MD/5/aux n't/PART//5/advmod really/ADV//5/advmod have/VERB//0/root to/PART//7/mark "
    "win/VERB//5/xcomp"
)
OWNS = "I/PRON//2/nsubj have/VERB//0/root to/PART//4/mark this/DET//2/obl a/DET//6/det key/NOUN//2/obj"

NO_SURVIVORS = "no/DET//2/det survivors/NOUN//0/root"


def _analysis(text: str, *frames: Frame) -> Analysis:
    cells = [word.split("/") for word in text.split()]
    tokens = [
        Token(form, "be" if form in ("was", "been") else form.lower(), upos, xpos) for form, upos, xpos, *_ in cells
    ]
    tree = DependencyTree(tuple(int(cell[3]) - 1 for cell in cells), tuple(cell[4] for cell in cells))
    words = tuple(token.text for token in tokens)
    return Analysis(" ".join(words), (Sentence(tuple(tokens), tree),), labelled=FrameLayer(words, frames))


def _labelled(made: Frame, *labels: str) -> Frame:
    fillers = (replace(filler, label=label) for filler, label in zip(made.fillers, labels, strict=True))
    return replace(made, fillers=tuple(fillers))


@pytest.mark.parametrize(
    ("text", "predicate", "rules", "is_left"),
    [
        (GONE, "2", Rules(nouns=False), True),
        (GONE, "1", Rules(), False),
        (GONE, "1", Rules(auxiliaries=True), True),
        (LATE, "1", Rules(nouns=True), True),
        (LATE, "1", Rules(nouns=False), False),
        (LATE, "2", Rules(nouns=False), True),
        (LATE, "2", Rules(copulas=False), False),
        (LATE, "2", Rules(copulas=False, auxiliaries=True), True),
        (LATE, "2-3", Rules(nouns=False, copulas=False), True),
        (BUILT, "2", Rules(), False),
        (MUST, "4", Rules(), False),
        (MUST, "4", Rules(auxiliaries=True), True),
        (OWNS, "1", Rules(), True),
        (NO_SURVIVORS, "1", Rules(nouns=False), False),
        (NO_SURVIVORS, "1", Rules(nouns=False, verbless=True), True),
        (LATE, "1", Rules(nouns=False, verbless=True), False),
    ],
)
def test_rules_say_what_is_a_predicate(text: str, predicate: str, rules: Rules, is_left: bool) -> None:
    assert len(frames_by_rules(_analysis(text, frame(predicate)), rules)) == is_left


def test_a_verb_that_is_tagged_as_an_adjective_is_not_lost_with_the_nouns() -> None:
    injured = replace(frame("2"), roleset="injure.01")
    assert frames_by_rules(_analysis(HURT, injured), Rules(nouns=False)) == (injured,)
    assert not frames_by_rules(_analysis(HURT, frame("2")), Rules(nouns=False)), "nothing says that it is a verb"
    was_late = replace(frame("3"), roleset="injure.01")
    assert not frames_by_rules(_analysis(LATE, was_late), Rules(nouns=False)), "the copula is the verb"


def test_helping_verbs_are_modal_by_a_rule() -> None:
    analysis = _analysis(BUILT, frame("3 patient=0"))
    assert frames_by_rules(analysis, Rules()) == (frame("3 patient=0"),)
    assert frames_by_rules(analysis, Rules(helpers=True)) == (frame("3 patient=0 modal=1-2"),)
    assert frames_by_rules(_analysis(GONE, frame("2 agent=0")), Rules()) == (frame("2 agent=0 modal=1"),)
    labelled = _labelled(frame("2 agent=0 modal=1"), "ARG0", "ARGM-MOD")
    (found,) = frames_by_rules(_analysis(GONE, labelled), Rules(helpers=True))
    assert found == labelled
    assert found.fillers[1].label == "ARGM-MOD"


@pytest.mark.parametrize(
    ("text", "rules", "expected"),
    [
        (MUST, Rules(), "6 agent=0 modal=1 negation=2 modal=4-5"),
        (MUST.replace("wo/AUX/MD", "did/AUX/VBD"), Rules(), "6 agent=0 negation=2 modal=4-5"),
        (MUST.replace("wo/AUX/MD", "did/AUX/VBD"), Rules(helpers=True), "6 agent=0 modal=1 negation=2 modal=4"),
        (
            MUST.replace("win/VERB//5/xcomp", "be/AUX//8/cop late/ADJ//5/xcomp"),
            Rules(),
            "6 agent=0 modal=1 negation=2 modal=4-5",
        ),
        (MUST, Rules(auxiliaries=True), "6 agent=0"),
    ],
    ids=["a modal verb", "another auxiliary", "all helpers", "a copula", "a predicate of its own"],
)
def test_what_has_to_be_helps_its_verb(text: str, rules: Rules, expected: str) -> None:
    text = text.replace("to/PART//7", "to/PART//8") if "late" in text else text
    assert frames_by_rules(_analysis(text, frame("6 agent=0")), rules) == (frame(expected),)


def test_what_an_active_verb_is_said_of_is_its_agent() -> None:
    rose = _labelled(frame("2 patient=1"), "ARG1")
    assert frames_by_rules(_analysis(ROSE, rose), Rules()) == (frame("2 agent=1"),)
    built = _labelled(frame("3 patient=0"), "ARG1")
    assert frames_by_rules(_analysis(BUILT, built), Rules()) == (frame("3 patient=0"),)


def test_roles_follow_the_roleset_where_it_says_more() -> None:
    taken = replace(_labelled(frame("1 agent=0 patient=2-3 purpose=4-6"), "ARG0", "ARG1", "ARG2"), roleset="take.01")
    analysis = _analysis(TOOK, taken)
    assert frames_by_rules(analysis, Rules()) == (frame("1 agent=0 temporal=2-3 purpose=4-6"),)
    became = replace(_labelled(frame("1 agent=0 other=2-3"), "ARG1", "ARG2"), roleset="turn.02")
    assert frames_by_rules(_analysis(TOOK, became), Rules()) == (frame("1 agent=0 patient=2-3"),)
    rejected = replace(_labelled(frame("1 agent=0 benefactive=4-6"), "ARG0", "ARG2"), roleset="reject.01")
    assert frames_by_rules(_analysis(TOOK, rejected), Rules()) == (frame("1 agent=0 purpose=4-6"),)


@pytest.mark.parametrize(
    ("words", "role"),
    [
        ("an/DET//4/det hour/NOUN//2/obj", "temporal"),
        ("most/ADJ//2/obj of/ADP//5/case day/NOUN//3/nmod", "temporal"),
        ("a/DET//5/det year/NOUN//5/obl old/NOUN//2/obj", "patient"),
        ("a/DET//5/det year/NOUN//5/nmod:poss supply/NOUN//2/obj", "patient"),
    ],
    ids=["a time", "a part of it", "an age", "what a time measures"],
)
def test_only_what_is_a_time_is_temporal(words: str, role: str) -> None:
    made = frame(f"1 agent=0 patient=2-{1 + len(words.split())}")
    analysis = _analysis(f"he/PRON//2/nsubj met/VERB//0/root {words}", made)
    assert frames_by_rules(analysis, Rules())[0].fillers[1].role == role


def test_particles_help_their_verb() -> None:
    took = frame("1 agent=0")
    assert frames_by_rules(_analysis(OVER, took), Rules()) == (took,)
    assert frames_by_rules(_analysis(OVER, took), Rules(helpers=True)) == (frame("1 agent=0 modal=2"),)
    whole = frame("1-2 agent=0")
    assert frames_by_rules(_analysis(OVER, whole), Rules(helpers=True)) == (whole,), "it is a part of the predicate"


def test_connections_are_left_out_and_neighbours_of_one_role_joined() -> None:
    rose = _labelled(frame("2 other=0 agent=1 temporal=3 temporal=4"), "ARGM-ADV", "ARG0", "ARGM-LOC", "ARGM-TMP")
    assert frames_by_rules(_analysis(ROSE, rose), Rules()) == (frame("2 agent=1 temporal=3-4"),)


def test_core_roles_and_fillers_apart_are_not_joined() -> None:
    fillers = tuple(Filler(span, role) for span, role in (((0, 1), Role.AGENT), ((1, 2), Role.AGENT)))
    apart = (Filler((3, 4), Role.OTHER), Filler((5, 6), Role.OTHER))
    assert joined(fillers + apart) == fillers + apart


def test_without_labelled_frames_there_are_none() -> None:
    assert not frames_by_rules(Analysis(""), Rules())


@pytest.mark.parametrize("verbless", [False, True])
@pytest.mark.parametrize("copulas", [False, True])
@pytest.mark.parametrize("nouns", [False, True])
def test_the_guidelines_say_what_the_rules_do(nouns: bool, copulas: bool, verbless: bool) -> None:
    rules = Rules(nouns=nouns, copulas=copulas, verbless=verbless)
    guidelines = predicate_guidelines(rules)
    has_attack = bool(frames_by_rules(_analysis(NO_SURVIVORS, frame("1")), rules))
    assert ("there is no frame: *no" not in guidelines) == has_attack
    assert ("*she **is** late*" in guidelines) == bool(frames_by_rules(_analysis(LATE, frame("2")), rules))


def test_guidelines_are_those_of_the_protocol() -> None:
    heads = ("## What is a predicate", "## Severities", "## Categories")
    shown = {
        name: [head in protocol_guidelines(Rules(protocol=name)) for head in heads] for name in (FRAMES, MQM, ESA, BOTH)
    }
    assert shown == {
        FRAMES: [True, False, False],
        MQM: [False, True, True],
        ESA: [False, True, False],
        BOTH: [True, True, True],
    }
    own = protocol_guidelines(Rules(protocol=MQM, categories="Tone: too rude\nOther", severities=("critical",)))
    assert "- **Tone**: too rude\n- **Other**\n" in own
    assert "- **critical**: " in own
    assert "minor" not in own
