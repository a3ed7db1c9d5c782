"""What commands read, whose cached analyses they use, and what they say of both."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.command import invoke, meantree
from helpers.corpora import corpus_of
from helpers.frames import frame
from helpers.messages import tell
from helpers.stores import INSTALLED, HandMadeStore, with_second_parse
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.analysis.layers.required import Layers
from meantree.analysis.parsers import Parsers
from meantree.annotation.corrections import TreeKey
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.cli.command_inputs import Inputs
from meantree.cli.project_commands import convert
from meantree.cli.reports import annotators_of
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import UsageError
from meantree.project.file import Project
from meantree.project.new_projects import make_project
from meantree.project.workload import progress_of

SEGMENT = Segment("1", "", None, {"A": Text("x y")}, {"s": Text("x y")})


def test_corrections_that_are_not_used_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.meantree"
    make_project(path, Corpus("x", (SEGMENT,), ("s",), ("A",)))
    Inputs(project=path).corpus()
    assert capsys.readouterr().err == ""
    with Project(path) as project:
        project.save_tree(TreeKey("1", "hypothesis", "s", "ana"), {0: (1, "x")}, "head")
    assert Inputs(project=path).corpus().segments[0].hypotheses["s"].arcs == {}
    message = " ".join(capsys.readouterr().err.split())
    assert "heads, labels and links corrected by ana are not used; name one with --annotator" in message
    Inputs(project=path, annotator="ana").corpus()
    assert capsys.readouterr().err == ""


def test_what_one_person_alone_finished_is_named_once(tmp_path: Path) -> None:
    """The note on the gold standard says why such a translation has no score, and no other line does."""
    path, text = tmp_path / "x.meantree", Text("x y", tokens=("x", "y"))
    done = Annotation((frame("0"),), (frame("0"),), FrameAlignment({(0, 0): LinkKind.CORRECT}), State.DONE)
    whose = (("1", "s", "ana"), ("1", "s", "ben"), ("1", "s", "gold"), ("2", "s", "ana"))
    work = {AnnotationKey(segment, system, "A", who): done for segment, system, who in whose}
    make_project(path, corpus_of([[text] * 3] * 2, "st", ids="12"), work)
    report = tmp_path / "x.html"
    for command in (["score", "--metric", "hmeant"], ["report", "-o", report]):
        told = meantree(*command, "--project", path, "--annotator", "gold", code=1).stderr
        note, *others = (line for line in told.splitlines() if "gold" in line or "segment " in line)
        assert "1 translation was finished by one person alone (2 s)" in note
        assert [line[:20] for line in others] == ["meantree: segment 1:", "meantree: segment 2:"]
        assert all(line.endswith("(t)") for line in others)
    assert ">gold: 1 translation was finished by one person alone (2 s)" in report.read_text(encoding="utf-8")


def test_scored_translations_to_review_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, text = tmp_path / "x.meantree", Text("x y", tokens=("x", "y"))
    linked = Annotation((frame("0"),), (frame("0"),), FrameAlignment({(0, 0): LinkKind.CORRECT}), State.DONE)
    keys = [AnnotationKey(segment, system, "A", "ana") for segment in "1234567" for system in "st"]
    make_project(path, corpus_of([[text] * 3] * 7, "st", ids="1234567"), dict.fromkeys(keys, linked))
    Inputs(project=path, annotator="ana").corpus()
    assert capsys.readouterr().err == ""
    without = replace(linked, reference=(), alignment=FrameAlignment())
    one, six = (
        "1 translation is to review (1 s); its links",
        "6 translations are to review (1 s, 2 s, 3 s, 4 s, 5 s and",
    )
    for count, message in ((1, one), (6, f"{six} 1 more); their links")):
        with Project(path) as project:
            for key in keys[1 : 2 * count : 2]:
                project.save(key, without, "deleted")
            assert progress_of(project, "ana", project.corpus()).review == count
        corpus = Inputs(project=path, annotator="ana").corpus()
        assert corpus.segments[0].hypotheses["s"].annotation is not None, "it is scored"
        assert f"ana: {message} to deleted frames or fillers do not count" in " ".join(capsys.readouterr().err.split())
        annotators_of(Inputs(project=path))
        assert f"ana: {message}" in " ".join(capsys.readouterr().err.split())
    Inputs(project=path).corpus()
    assert capsys.readouterr().err == "", "nobody's frames are scored"


def test_that_a_file_beside_hyp_is_refused_with_what_to_do(tmp_path: Path) -> None:
    texts, errors, target = tmp_path / "hyp.s.en", tmp_path / "errors.tsv", tmp_path / "m.meantree"
    texts.write_text("x y\n", encoding="utf-8")
    head, row = "system\ttarget\tcategory\tseverity", "s\tx <v>y</v>\tAccuracy\tMajor"
    errors.write_text(f"{head}\n{row}\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"instead of IN.*error spans \(MQM\).*with another --hyp"):
        convert.main([str(errors), str(target), "--hyp", str(texts)])
    convert.main([str(target), "--hyp", str(texts), "--hyp", str(errors)], standalone_mode=False)
    with Project(target) as project:
        assert len(project.corpus().segments[0].errors) == 1


OLD = "hand-made-0"
TEXTS = {"s": "a b c d", "t": "a b e d", "A": "a c b d"}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with analyses of one of two systems by an older analyser, which drew other trees."""

    def store(parsers: Parsers, **_limits: int) -> HandMadeStore:
        store = HandMadeStore()
        store.parsers = parsers
        return store

    for module in ("scoring.verdicts", "cli.reports"):
        monkeypatch.setattr(f"meantree.{module}.AnalysisStore", store)
    path = tmp_path / "old.meantree"
    with Project(path, new=True) as project:
        project.fill(corpus_of([list(TEXTS.values())], "st", ids="1"))
        made = HandMadeStore().analyse({TEXTS[name]: Layers(3, roles=True) for name in "sA"})
        project.store_analyses(OLD, {one.text: with_second_parse(one) for one in made.values()})
    return path


def _run(*arguments: str | Path) -> tuple[str, str]:
    done = invoke(*arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    return done.stdout, " ".join(done.stderr.split())


def _scored(path: Path, *more: str) -> tuple[float, str, str]:
    """The score of s, the signature, and what was said."""
    out, message = _run("score", "--project", path, "--metric", "hwcm", "--format", "json", *more)
    read = json.loads(out)
    return read["systems"][0]["scores"]["hwcm"], read["metrics"][0]["signature"], message


USED = f"made by {OLD}; the installed analyser is {INSTALLED}. They are used; --analyse-again"


def test_analyses_by_another_analyser_are_used_where_they_cover_what_is_asked_for(path: Path) -> None:
    old, signed, message = _scored(path, "--system", "s")
    assert f"|analyser:{OLD}|" in signed
    assert USED in message
    new, signed, message = _scored(path, "--system", "s", "--analyse-again")
    assert f"|analyser:{INSTALLED}|" in signed
    assert (message, new == old) == ("", False)


def test_parsers_named_by_hand_win(path: Path) -> None:
    new, signed, message = _scored(path, "--system", "s", "--constituency", "none")
    assert new == _scored(path, "--system", "s", "--analyse-again")[0]
    assert OLD not in signed
    assert "They are not used, because --pipeline, --parser or --constituency names other parsers." in message


def test_where_they_do_not_everything_is_analysed_again(path: Path) -> None:
    new, signed, message = _scored(path)
    assert new == _scored(path, "--analyse-again")[0]
    assert OLD not in signed
    assert "; 1 of 3 texts have no analysis, or lack required layers: everything is analysed again." in message
    assert "3 of 3 texts" in _run("score", "--project", path, "--metric", "dpm:nbest=50")[1]


def test_what_needs_no_analysis_says_nothing(path: Path) -> None:
    assert _run("score", "--project", path, "--metric", "bleu")[1] == ""


def test_analyses_by_the_installed_one_are_used_in_silence(path: Path) -> None:
    with Project(path) as project:
        rows = project.stored_analyses().rows
        project.replace_analyses(replace(project.stored_analyses(), maker=INSTALLED, rows=rows))
    score, signed, message = _scored(path)
    assert (f"|analyser:{INSTALLED}|" in signed, message) == (True, "")
    assert score != _scored(path, "--analyse-again")[0], "these are kept"


def test_all_commands_use_the_same(path: Path, tmp_path: Path) -> None:
    with Project(path) as project:
        made = HandMadeStore().analyse({TEXTS["t"]: Layers(3, roles=True)})
        project.store_analyses(OLD, {one.text: with_second_parse(one) for one in made.values()})
    score, _, _ = _scored(path)
    explained, message = _run(
        *("explain", "--project", path, "--metric", "hwcm", "--system", "s", "--segment", "1", "--format", "json")
    )
    assert USED in message
    assert OLD in json.loads(explained)["metrics"][0]["signature"]
    compared, message = _run("compare", "--project", path, "--metric", "hwcm", "--format", "json")
    assert USED in message
    assert OLD in compared
    assert str(score)[:6] in compared
    report = tmp_path / "report.html"
    assert USED in _run("report", path, "--metric", "hwcm", "-o", report)[1]
    assert f"analyser:{OLD}" in report.read_text(encoding="utf-8")


@pytest.mark.skipif(os.name != "posix", reason="there is no such file here")
@pytest.mark.parametrize("arguments", [["score", "--hyp", "-", "--ref", "-", "--metric", "ter"], ["align", "-", "-"]])
def test_standard_input_is_named_once(arguments: list[str]) -> None:
    assert tell([invoke(*arguments).exception], "standard input (-) … twice … file")


@pytest.mark.skipif(os.name != "posix", reason="there is no such file here")
def test_standard_input_becomes_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = tmp_path / "any"
    texts.write_text("x y\nz\n", encoding="utf-8")
    monkeypatch.setattr("meantree.cli.options.STDIN", texts)
    invoke("convert", "-", tmp_path / "x.meantree", standalone_mode=False)
    with Project(tmp_path / "x.meantree") as project:
        assert [segment.hypotheses["any"].text for segment in project.corpus().segments] == ["x y", "z"]
