"""Findings as errors that people can keep, change or reject."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.findings import finding
from helpers.stores import HandMadeStore
from helpers.trees import parsed
from meantree.annotation import finding_errors
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.finding_errors import ANNOTATOR, findings_as_errors
from meantree.annotation.frame_annotation import State
from meantree.comparison.pair_findings import SegmentFindings
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import Problem
from meantree.metrics.pair import Pair
from meantree.work import Work


def test_findings_are_errors_at_their_words_or_of_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    text = parsed("the:2:det cat:3:nsubj sleeps:0:root there:3:advmod")
    segments = tuple(Segment(name, "d", None, {"A": Text(text.text)}, {"s": Text(text.text)}) for name in "123")
    different, lost = finding("tense.different"), finding("modifier.missing")
    found = (replace(different, hypothesis=(0, 1, 3)), replace(different, hypothesis=()), lost)
    hidden = replace(lost, shown=False)
    problem = Problem(None, None, "too long", "3")
    items = [
        SegmentFindings(segments[0], "s", Pair(text, [text]), 0, (*found, hidden)),
        SegmentFindings(segments[1], "s", Pair(text, [text]), 0, (hidden,)),
        problem,
    ]
    monkeypatch.setattr(finding_errors, "corpus_findings", lambda *_: items)
    errors = findings_as_errors(Corpus("c", segments, ("s",), ("A",)), HandMadeStore(), Work())
    kind, name, other = different.kind, different.name, lost.name
    assert name.startswith("tense.different: ")
    words = (Place("hypothesis", 0, 7), Place("hypothesis", 15, 20))
    assert errors.annotations == {
        ErrorKey("d/1", "s", ANNOTATOR): ErrorAnnotation(
            (
                MarkedError(words, kind.severity, kind.mqm, different.sentence, finding=name),
                MarkedError((), kind.severity, kind.mqm, different.sentence, missing=True, finding=name),
                MarkedError((), lost.kind.severity, lost.kind.mqm, lost.sentence, missing=True, finding=other),
            ),
            state=State.DONE,
        ),
        ErrorKey("d/2", "s", ANNOTATOR): ErrorAnnotation(state=State.NOTHING),
    }
    assert errors.problems == (problem,)
