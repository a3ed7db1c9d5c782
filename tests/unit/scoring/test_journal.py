"""A run that was stopped goes on where it was, and nothing of another run is mixed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.stores import HandMadeStore
from meantree.analysis.layers.required import Layers
from meantree.analysis.parsers import Parsers
from meantree.analysis.sentences import Analysis, SplitSentence
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import InputError
from meantree.scoring import journal, run
from meantree.scoring.journal import Journal
from meantree.scoring.provenance import RunIdentity, run_identity
from meantree.scoring.run import ScoredPortion, metrics_for, score_corpus
from meantree.scoring.table import Rows, ScoreTable

SPECS = ("hwcm", "bleu")
PARSERS = Parsers("hand-made")


def _corpus(size: int) -> Corpus:
    segments = (
        Segment(
            str(place),
            "d",
            references={"A": Text(f"a b c{place}")},
            hypotheses={"s": Text(f"a c{place} b"), **({"t": Text("a b")} if place % 3 else {})},
        )
        for place in range(size)
    )
    return Corpus("c", tuple(segments), ("s", "t"), ("A",))


CORPUS = _corpus(7)


class Stopping(HandMadeStore):
    """Is killed at the analysis of a text; counts what it analysed."""

    def __init__(self, at: str = "\0", fingerprint: str = "hand-made-1") -> None:
        super().__init__()
        self.at, self._fingerprint = at, fingerprint
        self.made: Counter[str] = Counter()

    @property
    def fingerprint(self) -> str:
        return self._fingerprint

    def _analysed(self, text: str, depth: Layers) -> Analysis:
        if text == self.at:
            raise KeyboardInterrupt
        self.made[text] += 1
        return super()._analysed(text, depth)


@pytest.fixture(autouse=True)
def _each_segment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A portion is a segment, and written at once."""
    monkeypatch.setattr(run, "CHUNK_TEXTS", 3)
    monkeypatch.setattr(journal, "PAUSE_SECONDS", -1.0)


def _run(corpus: Corpus = CORPUS, specs: Sequence[str] = SPECS, parsers: Parsers = PARSERS) -> RunIdentity:
    store = HandMadeStore()
    store.parsers = parsers
    return run_identity(corpus, metrics_for(specs, corpus, store), corpus.systems, store)


def _with_tokens(tokens: tuple[str, ...] | None) -> Corpus:
    segment = Segment("1", "d", references={"A": Text("a b c")}, hypotheses={"s": Text("a b c", tokens=tokens)})
    return Corpus("c", (segment,), ("s",), ("A",))


def test_tokens_that_a_project_keeps_make_no_other_run() -> None:
    bare, kept, others = (_run(_with_tokens(tokens), ["hwcm"]) for tokens in (None, ("a", "b", "c"), ("a b", "c")))
    assert kept == bare != others
    assert _run(_with_tokens(("a b", "c")), ["bleu"]) == _run(_with_tokens(None), ["bleu"]), "nothing is analysed"


def _score(path: Path, store: HandMadeStore, *, resume: bool = True) -> ScoreTable:
    with Journal(path, _run(), resume=resume) as kept:
        return score_corpus(CORPUS, SPECS, store, journal=kept)


class Splitting(HandMadeStore):
    """Splits every text before its last word."""

    def _analysed(self, text: str, depth: Layers) -> Analysis:
        return replace(super()._analysed(text, depth), split=(SplitSentence(600, (2,)),))


def test_what_was_split_is_noted_once_a_text_and_kept(tmp_path: Path) -> None:
    first, again = (_score(tmp_path / "journal", Splitting()) for _ in range(2))
    assert first.problems == again.problems
    notes = [problem for problem in first.problems if problem.is_note]
    split = "a sentence of 600 word pieces, expected at most 510, was split after word 2"
    assert [str(note) for note in notes if note.segment == "d/1"] == [
        f"segment d/1: in its {text} {split}" for text in ("reference A", "hypothesis of s", "hypothesis of t")
    ]
    assert len(notes) == 7 + 7 + 4
    assert all(problem.is_note == ("split" in problem.message) for problem in first.problems)


def _stop(path: Path, place: int) -> None:
    with pytest.raises(KeyboardInterrupt):
        _score(path, Stopping(at=f"a b c{place}"))


def _same(one: ScoreTable, two: ScoreTable) -> bool:
    columns = (
        np.array_equal(getattr(column, name), getattr(two.columns[key], name))
        for key, column in one.columns.items()
        for name in ("statistics", "scored", "scores", "defined", "done")
    )
    return one.columns.keys() == two.columns.keys() and all(columns) and one.problems == two.problems


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    path, store = tmp_path / "out.partial", Stopping()
    _stop(path, 3)
    _stop(path, 5)
    table = _score(path, store)
    assert set(store.made) == {f"a b c{n}" for n in (5, 6)} | {f"a c{n} b" for n in (5, 6)} | {"a b"}
    whole = score_corpus(CORPUS, SPECS, HandMadeStore())
    assert _same(table, whole)
    assert table.makers == whole.makers == {"dependencies": "hand-made-1"}
    store.made.clear()
    assert _same(_score(path, store), whole)
    assert not store.made, "all of it was done"


def test_a_kill_at_any_byte_loses_no_more_than_what_was_being_written(tmp_path: Path) -> None:
    path = tmp_path / "out.partial"
    whole = _score(path, HandMadeStore())
    content = path.read_bytes()
    kept = []
    for end in range(0, len(content), 41):
        path.write_bytes(content[:end])
        one = Journal(path, _run())
        kept.append(len(list(one.read())))
        if end % 5 == 0:
            with one:
                assert _same(_score(path, HandMadeStore()), whole)
    assert kept == sorted(kept)
    assert {*kept} == set(range(len(CORPUS.segments)))


@pytest.mark.parametrize("resume", [True, False])
@pytest.mark.parametrize("content", [b"", journal.MAGIC[:5], journal.MAGIC + b'{"segments": 7, "te'])
def test_a_journal_cut_in_its_header_is_empty(tmp_path: Path, content: bytes, resume: bool) -> None:
    path = tmp_path / "out.partial"
    path.write_bytes(content)
    assert _same(_score(path, HandMadeStore(), resume=resume), score_corpus(CORPUS, SPECS, HandMadeStore()))
    assert sum(segments for _, segments in Journal(path, _run()).read()) == len(CORPUS.segments)


@given(place=st.integers(0, 10_000), bit=st.integers(0, 7))
def test_a_flipped_bit_ends_what_is_read(tmp_path_factory: pytest.TempPathFactory, place: int, bit: int) -> None:
    path = tmp_path_factory.mktemp("flipped") / "out.partial"
    whole = _score(path, HandMadeStore())
    content = bytearray(path.read_bytes())
    content[place % len(content)] ^= 1 << bit
    path.write_bytes(content)
    with suppress(InputError):  # refused, or read as far as it is sound
        assert _same(_score(path, HandMadeStore()), whole)


@pytest.mark.parametrize(
    ("other", "differs"),
    [
        (_run(specs=("hwcm", "chrf")), "metrics"),
        (_run(specs=("bleu", "hwcm")), "metrics"),
        (_run(replace(CORPUS, systems=("s",))), "texts, systems"),
        (_run(_corpus(8)), "segments, texts"),
        (_run(replace(CORPUS, segments=CORPUS.segments[::-1])), "texts"),
        (_run(parsers=Parsers("another")), "parsers"),
        (replace(_run(), runtime="onnxruntime-1.0:avx2"), "runtime"),
    ],
)
def test_another_run_is_told_apart(tmp_path: Path, other: RunIdentity, differs: str) -> None:
    path = tmp_path / "out.partial"
    _stop(path, 3)
    before = path.read_bytes()
    with pytest.raises(InputError, match=f"is of a run with other {differs}; repeat the same command"):
        list(Journal(path, other).read())
    assert path.read_bytes() == before


def test_another_analyser_is_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "out.partial"
    _stop(path, 3)
    with pytest.raises(InputError, match="hand-made-1, expected hand-made-2"):
        _score(path, Stopping(fingerprint="hand-made-2"))


def test_without_resume_it_begins_anew(tmp_path: Path) -> None:
    path, store = tmp_path / "out.partial", Stopping()
    _stop(path, 3)
    assert Journal(path, _run(), resume=False).is_ignored()
    assert not Journal(path, _run()).is_ignored()
    _score(path, store, resume=False)
    assert len(store.made) == 1 + 2 * len(CORPUS.segments)
    assert sum(segments for _, segments in Journal(path, _run()).read()) == len(CORPUS.segments)


def test_two_runs_that_write_the_same_file_do_not_mix(tmp_path: Path) -> None:
    path, scored = tmp_path / "out.partial", ScoredPortion({("s", "bleu"): Rows.of([np.ones(3)])})
    runs = [_run(replace(CORPUS, systems=("s",), name=name), [spec]) for name, spec in (("c", "bleu"), ("c", "chrf"))]
    with Journal(path, runs[0], resume=False) as one, Journal(path, runs[1], resume=False) as two:
        one.add(scored, 1)
        two.add(ScoredPortion({("s", "chrf"): Rows.of([np.ones(9)])}), 1)  # takes the file over
        one.add(scored, 1)
        two.add(ScoredPortion({("s", "chrf"): Rows.of([np.ones(9)])}), 1)
    assert [segments for _, segments in Journal(path, runs[1]).read()] == [1]
    with pytest.raises(InputError, match="other metrics"):
        list(Journal(path, runs[0]).read())


def test_the_same_run_twice_at_a_time_keeps_everything_once(tmp_path: Path) -> None:
    path, run = tmp_path / "out.partial", _run(replace(CORPUS, systems=("s",)), ["bleu"])
    with Journal(path, run) as one, Journal(path, run) as two:
        for place in range(3):
            one.add(ScoredPortion({("s", "bleu"): Rows.of([np.full(3, place)])}), 1)
            if place != 1:
                two.add(ScoredPortion({("s", "bleu"): Rows.of([np.full(3, place)])}), 1)
    found = [scored.statistics["s", "bleu"] for scored, _ in Journal(path, run).read()]
    assert [row for rows in found for row in rows.statistics[:, 0]] == [0, 1, 2]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_leaves_no_journal_without_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out.partial"
    one, open_file = Journal(path, _run(replace(CORPUS, systems=("s",)), ["bleu"])), Path.open
    monkeypatch.setattr(Path, "open", lambda self, mode: open_file(Path("/dev/full") if mode == "ab" else self, mode))
    with one:
        one.add(ScoredPortion({("s", "bleu"): Rows.of([np.ones(3)])}), 1)
    assert "the disk is full" in one.why_not
    assert not path.exists()


@pytest.mark.parametrize("resume", [True, False])
def test_what_is_no_journal_is_never_written_over(tmp_path: Path, resume: bool) -> None:
    path = tmp_path / "out.partial"
    path.write_text("a poem", encoding="utf-8")
    with Journal(path, _run(), resume=resume) as kept:
        if resume:
            with pytest.raises(InputError, match="is not the journal"):
                list(kept.read())
        else:
            score_corpus(CORPUS, SPECS, HandMadeStore(), journal=kept)
            assert "is not a journal" in kept.why_not
            kept.remove()
    assert path.read_text(encoding="utf-8") == "a poem"


def test_work_goes_on_where_nothing_can_be_kept(tmp_path: Path) -> None:
    path = tmp_path / "no folder" / "out.partial"
    with Journal(path, _run()) as kept:
        table = score_corpus(CORPUS, SPECS, HandMadeStore(), journal=kept)
    assert _same(table, score_corpus(CORPUS, SPECS, HandMadeStore()))
    assert "does not exist" in kept.why_not


def test_a_run_that_is_over_leaves_nothing(tmp_path: Path) -> None:
    with Journal(tmp_path / "out.partial", _run()) as kept:
        score_corpus(CORPUS, SPECS, HandMadeStore(), journal=kept)
    kept.remove()
    assert not list(tmp_path.iterdir())


def test_a_short_run_makes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "PAUSE_SECONDS", 60.0)
    kept = Journal(tmp_path / "out.partial", _run())
    score_corpus(CORPUS, SPECS, HandMadeStore(), journal=kept)
    kept.remove()
    assert not list(tmp_path.iterdir())


def test_numbers_come_back_as_they_were() -> None:
    run = replace(_run(), systems=("s",), metrics=(("a", ""), ("b", "")))
    rows = [np.array([0.1, -1e-300]), None, np.array([np.pi, 5e-324])]
    columns = {("s", "a"): Rows.of(rows), ("s", "b"): Rows.of([None] * 3)}
    part = ScoredPortion(columns, makers={"dependencies": "x"})
    first, segments, found = journal._decoded(journal._encoded([part, part], 1, 6), run)
    assert (first, segments) == (1, 6)
    assert found.makers == {"dependencies": "x"}
    assert not found.statistics["s", "b"].scored.any()
    for then, now in zip(Rows.of(rows * 2), found.statistics["s", "a"], strict=True):
        assert then.tobytes() == now.tobytes()
