"""Many segments are read and scored as few are, with what is large on disk; without room there, in memory."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree import scratch
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, PlainSegments
from meantree.corpus.formats import InputFile, assemble, read_corpus
from meantree.scoring.run import score_corpus
from meantree.scratch import StoredTexts, split_lines, stored_lines, without

TEXTS = st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=5), min_size=1, max_size=9)
LINES = {
    "hyp.s.en": ["The cat sat.", "", "x" * 60, "Two dogs", "No."],
    "hyp.t.en": ["A cat", "It rained", "Yes", "two dogs", ""],
    "ref.A.en": ["A cat sat.", "It rained.", "Yes.", "", "No"],
    "src.de": ["Eine Katze", "Es regnete.", "Ja", "Zwei Hunde", "Nein"],
}


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Corpus]:
    """Reads the lines as a corpus in which so many segments are a large number."""
    monkeypatch.setattr(assemble, "MAX_SEGMENT_CHARACTERS", 50)
    for name, lines in LINES.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")

    def read_files(large: int) -> Corpus:
        for module in (scratch, assemble):
            monkeypatch.setattr(module, "LARGE", large)
        return read_corpus([InputFile(tmp_path / name) for name in LINES], name="c")

    return read_files


@given(texts=TEXTS, missing=st.sets(st.integers(0, 8), max_size=3))
def test_stored_texts_are_those_of_the_list(texts: list[str], missing: set[int]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scratch, "_PART", 3)
        for found in (without(StoredTexts(texts), missing), without(texts, missing)):
            expected = [None if place in missing else text for place, text in enumerate(texts)]
            assert [found[place] for place in range(len(found))] == list(found) == list(found[:]) == expected
            assert found[-1] == expected[-1]
            with pytest.raises(IndexError):
                found[len(texts)]


def test_segments_and_scores_are_the_same_however_many(read: Callable[[int], Corpus]) -> None:
    corpora = few, many = read(50_000), read(2)
    assert [isinstance(corpus.segments, PlainSegments) for corpus in corpora] == [False, True]
    contents = [
        [(one.key, one.source, dict(one.references), dict(one.hypotheses), one.given) for one in corpus.segments]
        for corpus in corpora
    ]
    assert contents[0] == contents[1]
    assert "s" not in many.segments[2].hypotheses, "it is too long"
    assert [one.key for one in (*many.segments[1:3], many.segments[-1])] == ["2", "3", "5"]
    assert many.part([4]).segments[0].key == "5"
    assert (few.problems, few.given, few.documents) == (many.problems, many.given, many.documents)
    tables = [score_corpus(read(large), ["bleu", "chrf", "wer"], AnalysisStore()) for large in (50_000, 2)]
    scores = [
        [(table.segment_scores(system, spec), table.system_score(system, spec)) for spec in table.metrics]
        for table in tables
        for system in table.corpus.systems
    ]
    assert scores[:2] == scores[2:]
    assert tables[0].problems == tables[1].problems
    assert isinstance(tables[1].columns["t", "bleu"].statistics, np.memmap)


def _full(*_: object, **__: object) -> NoReturn:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize(("broken", "notes"), [("posix_fallocate", 2), ("TemporaryFile", 6)])
def test_that_a_full_temporary_folder_loses_nothing(
    read: Callable[[int], Corpus], monkeypatch: pytest.MonkeyPatch, broken: str, notes: int
) -> None:
    broken_by = {"posix_fallocate": (os, _full), "TemporaryFile": (tempfile, lambda **_: Path("/dev/full").open("r+b"))}  # noqa: SIM115
    monkeypatch.setattr(broken_by[broken][0], broken, broken_by[broken][1], raising=False)
    corpus = read(2)
    table = score_corpus(corpus, ["bleu"], AnalysisStore())
    found = [str(problem) for problem in (*corpus.problems, *table.problems) if problem.is_note]
    assert [("in memory" in note, "cannot hold them" in note) for note in found] == [(True, True)] * notes
    assert table.system_score("t", "bleu") is not None


@given(text=st.text("a\n", min_size=1, max_size=9))
def test_lines_are_the_same_however_many(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        assert stored_lines(text) == (split_lines(text), "")
        patch.setattr(scratch, "LARGE", 1)
        assert list(stored_lines(text)[0]) == split_lines(text) == text.removesuffix("\n").split("\n")


def test_few_rows_stay_in_memory() -> None:
    assert not isinstance(scratch.zeros(3, 2), np.memmap)
