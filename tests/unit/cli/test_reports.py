"""``meantree report``: what is read, and what becomes of wrong arguments."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest

from helpers.command import invoke
from helpers.corpora import corpus_of
from helpers.input_files import written
from helpers.pdf_text import pdf_text
from helpers.stores import HandMadeStore
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.cli import reports
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import UsageError
from meantree.project import database
from meantree.project.new_projects import make_project


@pytest.fixture(autouse=True)
def _no_pipeline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "AnalysisStore", lambda _parsers, **_: HandMadeStore())


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Two translations and a reference, whose names tell what they are."""
    texts = {"hyp.north.en": "a b c\nd e f\n", "hyp.south.en": "a b\nd e x\n", "ref.A.en": "a b c\nd e f\n"}
    return list(map(str, written(tmp_path, texts)))


def run(*arguments: str) -> None:
    """Call the command; what is wrong is raised."""
    result = invoke("report", *arguments, catch_exceptions=False, standalone_mode=False)
    if result.exception is not None:
        raise result.exception


def test_roles_are_guessed_from_names_or_given(files: list[str], tmp_path: Path) -> None:
    one, two = tmp_path / "one.html", tmp_path / "two.html"
    run(*files, "-o", str(one), "--metric", "ter", "--title", "Mine")
    run("--hyp", files[0], "--hyp", files[1], "--ref", files[2], "-o", str(two), "--metric", "ter", "--title", "Mine")
    run(str(Path(files[0]).parent), "-o", str(tmp_path / "folder.html"), "--metric", "ter", "--title", "Mine")
    text = one.read_text(encoding="utf-8")
    assert text == (tmp_path / "folder.html").read_text(encoding="utf-8")
    assert text == two.read_text(encoding="utf-8")
    assert '<h1 dir="auto">Mine</h1>' in text
    assert "north and south are compared with the reference A" in text
    assert "all 2 segments" in text


def test_what_is_not_asked_for_is_left_out(files: list[str], tmp_path: Path) -> None:
    output = tmp_path / "r.html"
    chosen = ["--system", "south", "--segments", "2", "--filter", "x"]
    run(*files, "-o", str(output), "--metric", "ter", *chosen)
    text = output.read_text(encoding="utf-8")
    assert text.count("<bdi>Segment ") == 1
    assert "<bdi>Segment 2</bdi>" in text
    assert "north" not in text


@pytest.mark.parametrize(("form", "begins"), [("html", b"<!doctype html>"), ("pdf", b"%PDF"), ("xlsx", b"PK")])
def test_the_ending_or_an_option_tells_the_format(
    form: str, begins: bytes, files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    one, two = tmp_path / f"one.{form.upper()}", tmp_path / "two.report"
    run(*files, "-o", str(one), "--metric", "ter", "--metric", "hwcm")
    run(*files, "-o", str(two), "--to", form, "--metric", "ter", "--metric", "hwcm")
    assert one.read_bytes().startswith(begins)
    assert one.read_bytes() == two.read_bytes(), "the same command, the same file"


@pytest.mark.parametrize("given", [["-o", "r.tex"], ["-o", "r.x", "--to", "tex"]])
def test_latex_is_answered_with_what_to_use(files: list[str], given: list[str]) -> None:
    result = invoke("report", *files, *given)
    assert isinstance(result.exception, UsageError)
    for name in ("use pdf", "--template FILE", "explain --format tex", "experiment --format tex"):
        assert name in str(result.exception)


def test_a_template_of_ones_own_is_used_and_tried_before_long_work(files: list[str], tmp_path: Path) -> None:
    template, output = tmp_path / "mine.typ", tmp_path / "r.pdf"
    template.write_text("mine: #json(bytes(sys.inputs.data)).title")
    run(*files, "-o", str(output), "--metric", "ter", "--title", "*Mine*", "--template", str(template))
    assert pdf_text(output.read_bytes()) == "mine: *Mine*"
    earlier = output.read_bytes()
    html = ["-o", str(tmp_path / "r.html")]
    for code, given, told in (
        ('#import "@preview/a:1.0.0"', [], "mine.typ:1: found"),
        ("\n#absent", [], "mine.typ:2: unknown variable: absent"),
        ("mine", html, "--template: found the format html, expected pdf"),
    ):
        template.write_text(code)
        result = invoke("report", *files, "-o", output, "--metric", "ter", "--template", template, *given)
        assert told in str(result.exception)
        assert output.read_bytes() == earlier, "nothing was written"


@pytest.mark.parametrize("form", ["html", "pdf", "xlsx"])
def test_metrics_of_frames_need_no_annotator_to_be_reported(form: str, tmp_path: Path) -> None:
    texts = {"s": Text("a b c")}
    make_project(
        tmp_path / "p.meantree",
        Corpus("p", (Segment("1", "d", references={"r": texts["s"]}, hypotheses=texts),), ("s",), ("r",)),
    )
    run(str(tmp_path / "p.meantree"), "--metric", "hmeant", "-o", str(tmp_path / f"r.{form}"))
    assert (tmp_path / f"r.{form}").stat().st_size
    if form == "html":
        assert "Nobody annotated these translations" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_a_report_on_annotations_opens_its_project_six_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key, corpus = AnnotationKey("d/0", "s", "r", "ann"), corpus_of([["a b c"] * 2] * 2, "s", "r", document="d")
    make_project(tmp_path / "p.meantree", corpus, {key: Annotation(state=State.NOTHING)})
    opened = Mock(wraps=database.open_database)
    monkeypatch.setattr(database, "open_database", opened)
    run(str(tmp_path / "p.meantree"), "-o", str(tmp_path / "r.html"))
    assert opened.call_count <= 6


def test_that_what_could_not_be_scored_is_one_line_as_in_score(tmp_path: Path) -> None:
    key, corpus = AnnotationKey("d/0", "s", "r", "ann"), corpus_of([["a b c"] * 2] * 7, "s", "r", document="d")
    make_project(tmp_path / "p.meantree", corpus, {key: Annotation(state=State.NOTHING)})
    given = [str(tmp_path / "p.meantree"), "--annotator", "ann", "--metric", "hmeant", "-o", str(tmp_path / "r.html")]
    few, every = (invoke("report", *given, *more) for more in ([], ["--verbose"]))
    assert "meantree: 6 times: the translation has no finished annotation" in few.stderr
    assert "segment d/1:" not in few.stderr
    assert few.stderr.endswith("meantree: --verbose lists all of them\n")
    assert every.stderr.count("meantree: segment d/") == 6
    assert few.exit_code == every.exit_code == 1
