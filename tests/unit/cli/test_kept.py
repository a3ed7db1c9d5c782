"""Whose analyses of a project commands use, and what they say of it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from helpers.stores import INSTALLED, HandMadeStore
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.cli.app import app
from meantree.cli.inputs import Inputs
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import UsageError
from meantree.project.file import Project

OLD = "hand-made-0"
TEXTS = {"s": "a b c d", "t": "a b e d", "A": "a c b d"}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with analyses of one of two systems by an older analyser, which drew other trees."""
    for module in ("scores", "evidence", "reports", "comparisons"):
        monkeypatch.setattr(f"meantree.cli.{module}.AnalysisStore", lambda _parsers: HandMadeStore())
    path, texts = tmp_path / "old.meantree", {name: Text(text) for name, text in TEXTS.items()}
    with Project(path, new=True) as project:
        segment = Segment("1", "", references={"A": texts.pop("A")}, hypotheses=texts)
        project.fill(Corpus("old", (segment,), ("s", "t"), ("A",)))
        made = HandMadeStore().analyse({TEXTS[name]: Layers(3, roles=True) for name in "sA"})
        project.keep_analyses(OLD, {one.text: _chain(one) for one in made.values()})
    return path


def _chain(analysis: Analysis) -> Analysis:
    """The same text with its second parse as its tree."""
    (sentence,) = analysis.sentences
    assert sentence.nbest is not None
    return replace(analysis, sentences=(replace(sentence, tree=sentence.nbest.tree(1)),))


def _run(*arguments: str | Path) -> tuple[str, str]:
    done = CliRunner().invoke(app, list(map(str, arguments)), catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    return done.stdout, " ".join(done.stderr.split())


def _scored(path: Path, *more: str) -> tuple[float, str, str]:
    """The score of s, the signature, and what was said."""
    out, told = _run("score", "--project", path, "--metric", "hwcm", "--format", "json", *more)
    read = json.loads(out)
    return read["systems"][0]["scores"]["hwcm"], read["metrics"][0]["signature"], told


USED = f"made by {OLD}; the analyser that is installed is {INSTALLED}. They are used; --analyse-again"


def test_analyses_by_another_analyser_are_used_where_they_cover_what_is_asked_for(path: Path) -> None:
    old, signed, told = _scored(path, "--system", "s")
    assert f"|analyser:{OLD}|" in signed
    assert USED in told
    new, signed, told = _scored(path, "--system", "s", "--analyse-again")
    assert f"|analyser:{INSTALLED}|" in signed
    assert (told, new == old) == ("", False)


def test_where_they_do_not_everything_is_analysed_again(path: Path) -> None:
    new, signed, told = _scored(path)
    assert new == _scored(path, "--analyse-again")[0]
    assert OLD not in signed
    assert "; 1 of 3 texts have none, or not all that is needed: everything is analysed again." in told
    assert "3 of 3 texts" in _run("score", "--project", path, "--metric", "dpm:nbest=50")[1]


def test_what_needs_no_analysis_says_nothing(path: Path) -> None:
    assert _run("score", "--project", path, "--metric", "bleu")[1] == ""


def test_analyses_by_the_installed_one_are_used_in_silence(path: Path) -> None:
    with Project(path) as project:
        rows = project.kept_analyses().rows
        project.keep_only(replace(project.kept_analyses(), maker=INSTALLED, rows=rows))
    score, signed, told = _scored(path)
    assert (f"|analyser:{INSTALLED}|" in signed, told) == (True, "")
    assert score != _scored(path, "--analyse-again")[0], "these are kept"


def test_all_commands_use_the_same(path: Path, tmp_path: Path) -> None:
    with Project(path) as project:
        made = HandMadeStore().analyse({TEXTS["t"]: Layers(3, roles=True)})
        project.keep_analyses(OLD, {one.text: _chain(one) for one in made.values()})
    score, _, _ = _scored(path)
    explained, told = _run("explain", "--project", path, "--metric", "hwcm", "--system", "s", "--segment", "1")
    assert USED in told
    assert OLD in json.loads(explained)["metrics"][0]["signature"]
    compared, told = _run("compare", "--project", path, "--metric", "hwcm", "--format", "json")
    assert USED in told
    assert OLD in compared
    assert str(score)[:6] in compared
    report = tmp_path / "report.html"
    assert USED in _run("report", path, "--metric", "hwcm", "-o", report)[1]
    assert f"analyser:{OLD}" in report.read_text(encoding="utf-8")


def test_without_a_project_there_is_nothing_to_analyse_again(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="found no --project"):
        Inputs(hypotheses=[tmp_path / "hyp.s.txt"], analyse_again=True).corpus()
