"""The search of a corpus for findings: progress, and what is said of translations that cannot be searched."""

from __future__ import annotations

import pytest

from helpers.corpora import corpus_of
from helpers.messages import tell
from helpers.stores import HandMadeStore
from meantree.comparison.pair_findings import corpus_findings
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem
from meantree.phenomena.search import Finding
from meantree.work import Work


@pytest.fixture(autouse=True)
def _without_finders(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(*_args: object, **_options: object) -> tuple[Finding, ...]:
        return ()

    monkeypatch.setattr("meantree.comparison.pair_findings.find", find)


def _corpus(*translations: str | None) -> Corpus:
    return corpus_of([(text, "a b") for text in translations], "s", "r")


def test_that_translations_without_findings_are_said_not_to_be_searched() -> None:
    found = list(corpus_findings(_corpus("a b", "", None), ["s"], HandMadeStore(), Work()))
    told = (each for each in found if isinstance(each, Problem))
    assert tell(told, "segment 1: … empty … findings", "segment 2: … no hypothesis of s … findings")


def test_that_progress_is_told_segment_by_segment() -> None:
    told: list[tuple[int, int]] = []
    work = Work(report=lambda _stage, done, total: told.append((done, total)))
    list(corpus_findings(_corpus("a", "a b", "b"), ["s"], HandMadeStore(), work))
    assert list(dict.fromkeys(told)) == [(0, 3), (1, 3), (2, 3), (3, 3)]
