"""The sentences of page one on error spans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from meantree.agreement.pooled_annotations import PooledAnnotations
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError
from meantree.annotation.frame_annotation import State
from meantree.corpus.corpus import Corpus
from meantree.reporting.error_verdict import error_verdict

MINOR = MarkedError(severity="Minor", category="Style")
MAJOR = MarkedError(severity="major", category="Accuracy/Mistranslation")


def said(errors: Mapping[str, Sequence[Sequence[MarkedError]]], state: State = State.DONE) -> list[str]:
    """What is said of the errors by system and segment that one person marked; the gold standard has other ones."""
    marked = {
        ErrorKey(str(segment), system, "ana"): ErrorAnnotation(tuple(found), state=state)
        for system, segments in errors.items()
        for segment, found in enumerate(segments)
    }
    gold = {ErrorKey("0", "A", "gold"): ErrorAnnotation((MAJOR,) * 9, state=State.DONE)}
    corpus = Corpus("c", (), tuple(errors), ())
    return list(error_verdict(PooledAnnotations((), corpus, errors={"ana": marked, "gold": gold}, gold={"gold"})))


def test_a_clear_difference_is_told_with_its_interval() -> None:
    better, frequent = said({"A": [[MAJOR]] * 12, "B": [[]] * 11 + [[MINOR]]})
    assert better.startswith("B is better than A: MQM −0.083 against −5.000 a translation, n = 12; 95 % of bootstrap")
    assert frequent == ("Of 13 marked errors 12 are Accuracy/Mistranslation, the most frequent category; 12 are major.")


def test_that_what_may_be_chance_is_said_to_be() -> None:
    mixed = [[MAJOR], []] * 10
    (ahead, _) = said({"A": mixed, "B": [*mixed[1:], [MINOR]]})
    assert "A is ahead of B" in ahead or "B is ahead of A" in ahead
    assert "may be chance" in ahead


def test_that_few_equal_and_unfinished_segments_tell_nothing() -> None:
    assert "2 segments are too few to tell" in said({"A": [[MAJOR], []], "B": [[], []]})[0]
    assert "1 segment is too few to tell" in said({"A": [[MAJOR]], "B": [[]]})[0]
    assert "have the same score" in said({"A": [[], []], "B": [[], []]})[0]
    assert said({"A": [[MAJOR]], "B": [[]]}, State.OPEN) == []
    assert len(said({"A": [[MAJOR]]})) == 1
