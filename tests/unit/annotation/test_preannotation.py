"""The frames that an annotator begins with, by the rules of the project."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from helpers.frames import frame
from meantree.analysis.frames import Frame, FrameLayer, LinkKind
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import DependencyTree, Token
from meantree.annotation.frame_annotation import Annotation
from meantree.annotation.proposals import preannotate, with_probabilities
from meantree.annotation.rules import Rules
from meantree.corpus.corpus import SIDES

# She can go ; the arrival was late
WORDS = ("She", "can", "go", ";", "the", "arrival", "was", "late")
TAGS = ("PRON", "AUX", "VERB", "PUNCT", "DET", "NOUN", "AUX", "ADJ")
LEMMAS = ("she", "can", "go", ";", "the", "arrival", "be", "late")
FRAMES = (frame("1"), frame("2 agent=0"), frame("5"), frame("6 agent=4-5"), frame("6-7"))


def _analysis() -> Analysis:
    tokens = tuple(Token(word, lemma, tag) for word, lemma, tag in zip(WORDS, LEMMAS, TAGS, strict=True))
    tree = DependencyTree((-1, *(0,) * 7), ("root", *("dep",) * 7))
    return Analysis(" ".join(WORDS), (Sentence(tokens, tree),), labelled=FrameLayer(WORDS, FRAMES))


def test_frames_that_are_left_out_leave_no_links() -> None:
    found = preannotate(_analysis(), _analysis(), rules=Rules(nouns=False, copulas=False))
    assert found.hypothesis == found.reference == (FRAMES[1], FRAMES[4])
    assert not found.faults
    assert set(found.alignment.frames) == {(0, 0), (1, 1)}


def _praise(*words: str) -> Analysis:
    tokens = tuple(Token(word, word, tag) for word, tag in zip(words, ("PROPN", "VERB", "PROPN"), strict=True))
    tree = DependencyTree((1, -1, 1), ("nsubj", "root", "obj"))
    frames = FrameLayer(words, (frame("1 agent=0 patient=2"),))
    return Analysis(" ".join(words), (Sentence(tokens, tree),), labelled=frames)


@pytest.mark.parametrize(
    ("reference", "linked"), [("Ann praised Bob", 2), ("Bob praised Ann", 0), ("Bob praised Bob", 1)]
)
def test_fillers_that_exchanged_their_roles_are_not_linked(reference: str, linked: int) -> None:
    found = preannotate(_praise("Ann", "praised", "Bob"), _praise(*reference.split()))
    assert (len(found.alignment.frames), len(found.alignment.fillers)) == (1, linked)


@pytest.mark.parametrize(("other", "kind"), [("Smith", LinkKind.CORRECT), ("Brown", LinkKind.PARTIAL)])
def test_analysed_names_that_are_common_words_too_are_told_apart(other: str, kind: LinkKind) -> None:
    found = preannotate(_praise("Smith", "praised", "Ann"), _praise(other, "praised", "Ann"))
    assert found.alignment.fillers.get(((0, 0), (0, 0)), LinkKind.PARTIAL) is kind


def test_frames_that_an_annotator_made_stay_whatever_the_rules() -> None:
    assert preannotate(_analysis(), _analysis(), FRAMES[:1], Rules(auxiliaries=False)).reference == FRAMES[:1]


def _probabilities(frames: Sequence[Frame]) -> list[tuple[float | None, list[float | None]]]:
    return [(one.probability, [filler.probability for filler in one.fillers]) for one in frames]


def test_stored_frames_have_probabilities_while_they_are_as_the_labeller_made_them() -> None:
    sure = (replace(frame("2 agent=0 modal=1"), probability=0.9),)
    sure = (replace(sure[0], fillers=tuple(replace(filler, probability=0.6) for filler in sure[0].fillers)),)
    stored = Annotation((frame("2 patient=0 modal=1"), frame("5")), (frame("2 agent=0 modal=1"),))
    found = with_probabilities(stored, Annotation(sure, sure))
    assert found == stored
    assert _probabilities(found.hypothesis) == [(0.9, [None, 0.6]), (None, [])]
    assert _probabilities(found.reference) == [(0.9, [0.6, 0.6])]
    assert with_probabilities(stored, Annotation(sure, sure), SIDES[:1]).reference[0].probability is None
