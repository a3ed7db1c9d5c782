"""What ``meantree score`` writes in all formats; what a command that was killed did is not done again."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from helpers.command import invoke
from meantree.errors import InputError, UsageError
from meantree.scoring import journal
from meantree.scoring.journal import Journal
from meantree.scoring.run import CHUNK_TEXTS, UNANALYSED, ScoredPortion

SIZE = CHUNK_TEXTS * UNANALYSED * 2
KILLED = """
import os, signal
from meantree.scoring import journal
journal.PAUSE_SECONDS = -1.0
write, written = journal.Journal._write, []
def killed(self):
    if len(written) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    written.append(write(self))
journal.Journal._write = killed
from meantree.cli.app import main
main()
"""


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    for name, words in (("hyp.one", "a cat sat"), ("ref.A", "the cat sat down")):
        (tmp_path / f"{name}.txt").write_text("".join(f"{words} {n % 17} {n}\n" for n in range(SIZE)))
    files = ["--hyp", str(tmp_path / "hyp.one.txt"), "--ref", str(tmp_path / "ref.A.txt")]
    return ["score", *files, "--metric", "bleu", "--metric", "ter", "--format", "json", "--jobs", "1"]


def _invoke(*arguments: str | Path, code: int = 0) -> str:
    done = invoke(*arguments, catch_exceptions=False)
    assert done.exit_code == code, done.stderr
    return done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such kill")
def test_a_killed_command_goes_on(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, out, partial = tmp_path / "whole.json", tmp_path / "out.json", tmp_path / "out.json.partial"
    _invoke(*command, "-o", whole)
    done = subprocess.run([sys.executable, "-c", KILLED, *command, "-o", str(out)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert partial.is_file()
    assert not out.exists()
    again: list[int] = []
    add = Journal.add

    def counting(self: Journal, scored: ScoredPortion, segments: int) -> None:
        again.append(segments)
        add(self, scored, segments)

    monkeypatch.setattr(Journal, "add", counting)
    assert "is of a run with other metrics" in str(_refused(*command, "--metric", "chrf", "-o", out, "--resume"))
    _invoke(*command, "-o", out, "--resume")
    assert 0 < sum(again) < SIZE
    assert out.read_bytes() == whole.read_bytes()
    assert not partial.exists()


def _refused(*arguments: str | Path) -> Exception | None:
    with pytest.raises((InputError, UsageError)) as raised:
        invoke(*arguments, catch_exceptions=False)
    return raised.value


def test_a_stopped_command_says_how_it_goes_on(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "PAUSE_SECONDS", -1.0)
    out, add, counts = tmp_path / "out.json", Journal.add, list[int]()

    def stopped(self: Journal, scored: ScoredPortion, segments: int) -> None:
        if len(counts) == 2:
            raise KeyboardInterrupt
        counts.append(segments)
        add(self, scored, segments)

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "add", stopped)
        message = _invoke(*command, "-o", out, code=130)
    assert f"{sum(counts):,} of {SIZE:,} segments are stored in" in message
    assert "with --resume continues from there" in message
    message = _invoke(*command, "-o", out)
    assert "is the journal of an unfinished run and is replaced" in message
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["hyp.one.txt", "out.json", "ref.A.txt"]


@pytest.mark.usefixtures("command")
@pytest.mark.parametrize("ending", ["tsv", "csv", "tsv.gz", "jsonl", "parquet"])
def test_rows_are_the_same_in_all_formats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    monkeypatch.setattr("meantree.reporting.score_export.BATCH", 7)
    files = ["score", "--level", "segment", "--metric", "bleu,chrf"]
    for option, name in (("--hyp", "hyp.one.txt"), ("--ref", "ref.A.txt")):
        path = tmp_path / f"few.{name}"
        path.write_text("".join((tmp_path / name).read_text(encoding="utf-8").splitlines(keepends=True)[:20]))
        files += [option, str(path)]
    out = tmp_path / f"out.{ending}"
    assert _invoke(*files, "-o", out) == ""
    found = {
        "jsonl": lambda: pd.json_normalize([json.loads(line) for line in out.read_text("utf-8").splitlines()]),
        "parquet": lambda: pd.read_parquet(out),
    }.get(ending, lambda: pd.read_csv(out, sep="," if ending == "csv" else "\t"))()
    whole = json.loads(invoke(*files, "--format", "json").stdout)
    signed = json.loads((tmp_path / f"out.{ending}.signatures.json").read_text(encoding="utf-8"))
    assert signed["metrics"] == whole["metrics"]
    (system,) = whole["systems"]
    assert len(found) == 20
    assert not [name for name in found.columns if name.startswith("signature:")]
    for spec in ("bleu", "chrf"):
        column = found[f"scores.{spec}" if ending == "jsonl" else spec]
        assert list(column) == pytest.approx([one["scores"][spec] for one in system["segments"]], abs=1e-6)


def test_signatures_are_printed_or_columns(tmp_path: Path) -> None:
    (tmp_path / "hyp.en").write_text("a cat\n", encoding="utf-8")
    command = ["score", "--hyp", str(tmp_path / "hyp.en"), "--ref", str(tmp_path / "hyp.en")]
    done = invoke(*command, "--metric", "bleu", "--format", "tsv")
    assert done.stderr.startswith("bleu|smooth:exp|")
    assert "bleu|" not in done.stdout
    done = invoke(*command, "--metric", "bleu", "--format", "tsv", "--signatures", "column")
    assert (done.stdout.count("bleu|"), done.stderr) == (1, "")
