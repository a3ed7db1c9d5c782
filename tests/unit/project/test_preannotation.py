"""The frames that an annotator begins with, by the rules of the project."""

from __future__ import annotations

from helpers.frames import frame
from meantree.analysis.frames import FrameLayer
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import DependencyTree, Token
from meantree.project.annotation_rules import Rules
from meantree.project.preannotation import preannotate

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


def test_frames_that_an_annotator_made_stay_whatever_the_rules() -> None:
    assert preannotate(_analysis(), _analysis(), FRAMES[:1], Rules(auxiliaries=False)).reference == FRAMES[:1]
