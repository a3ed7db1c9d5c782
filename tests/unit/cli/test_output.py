"""The format of a command's output: as it is named, else as the file's name ends."""

from __future__ import annotations

import csv
import io
import json
from operator import itemgetter
from pathlib import Path

import pytest
from openpyxl import load_workbook

from helpers.command import invoke
from helpers.input_files import written
from meantree.cli import output
from meantree.cli.options import TABLES, format_of
from meantree.cli.output import Result, answer_text, drawn_table, table_text
from meantree.errors import UsageError
from meantree.evaluation.value_table import AnswerColumn, ValueTable, answer_table

OFFERED = ("table", *TABLES)
TABLE = ValueTable("t", "T", "", ("name", "score"), (("=a", 0.5), ("b", None)))
RESULT = Result(lambda: "plain\n", lambda: "[]\n", lambda: [TABLE])


NAMES = {
    "x.json": "json",
    "x.XLSX": "xlsx",
    "x.tsv": "tsv",
    "x.csv": "csv",
    "x.txt": "table",
    "x.TXT": "table",
    "x": "table",
    "/dev/stdout": "table",
    "/dev/fd/3": "table",
    "folder.csv/x": "table",
    "folder/.csv": "csv",
}


@pytest.mark.parametrize(("name", "form"), NAMES.items())
def test_the_ending_names_the_format(name: str, form: str) -> None:
    assert format_of(Path(name), None, OFFERED) == form
    assert format_of(Path(name), "json", OFFERED) == "json", "unless another one is named"


@pytest.mark.parametrize("name", ["x.csv.gz", "x.log", "x.tex", ".hidden", "x.tsv.bak", "x.1", "x.", "folder.csv/.x"])
def test_an_ending_that_no_writer_knows_is_refused(name: str) -> None:
    expected = r"\.tsv, \.tab, \.csv, \.json, \.xlsx, or \.txt or none for text"
    with pytest.raises(UsageError, match=rf"^--output: found the ending \.\w*, expected {expected}$"):
        format_of(Path(name), None, OFFERED)
    assert format_of(Path(name), "csv", OFFERED) == "csv", "unless a format is named"
    with pytest.raises(UsageError, match=r"--output: found the ending \.xlsx, expected \.json"):
        format_of(Path("x.xlsx"), None, ("json",))


def test_stdout_takes_the_first_format_and_no_workbook() -> None:
    assert format_of(None, None, OFFERED) == "table"
    with pytest.raises(UsageError, match=r"stdout.*--output"):
        format_of(None, "xlsx", OFFERED)


def test_a_result_in_all_formats() -> None:
    assert [RESULT.written(form) for form in ("table", "json")] == ["plain\n", "[]\n"]
    assert RESULT.written("tsv") == "name\tscore\n'=a\t0.500000\nb\t\n"
    assert RESULT.written("csv") == "name,score\n'=a,0.500000\nb,\n"
    book = RESULT.written("xlsx")
    assert isinstance(book, bytes)
    (sheet,) = load_workbook(io.BytesIO(book)).worksheets
    assert list(sheet.iter_rows(values_only=True)) == [("name", "score"), ("=a", 0.5), ("b", None)]
    assert sheet["A2"].data_type == "s"


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Two translations, of which one lacks a reference."""
    hyp, ref = written(tmp_path, {"hyp.one.txt": "a cat sat\nthe dog\n", "ref.A.txt": "the cat sat\n\n"})
    return ["--hyp", str(hyp), "--ref", str(ref), "--jobs", "1"]


def _run(*arguments: str, code: int = 1) -> str:
    done = invoke(*arguments, catch_exceptions=False)
    assert done.exit_code == code, done.output
    return done.stdout


def test_a_table_of_scores_has_directions_numbers_of_segments_and_signatures(files: list[str]) -> None:
    lines = _run("score", *files, "--metric", "chrf", "--metric", "ter").splitlines()
    assert lines[1].split() == ["system", "chrf", "↑", "ter", "↓", "n"]
    assert lines[3].split() == ["one", "0.536", "0.333", "1", "of", "2"]
    assert [line.partition("|")[0] for line in lines[-2:]] == ["chrf", "ter"]
    assert all("|refs:1|" in line and line.endswith("|version:meantree-1.0.0") for line in lines[-2:])


def test_scores_follow_the_ending_of_the_file(files: list[str], tmp_path: Path) -> None:
    written = {form: tmp_path / f"scores.{form}" for form in TABLES}
    for path in written.values():
        assert _run("score", *files, "--metric", "ter", "-o", str(path)) == ""
    (system,) = json.loads(written["json"].read_text(encoding="utf-8"))["systems"]
    assert system["scores"]["ter"] == pytest.approx(1 / 3)
    for form, delimiter in (("tsv", "\t"), ("csv", ",")):
        text = written[form].read_text(encoding="utf-8")
        assert "#" not in text
        (row,) = csv.DictReader(io.StringIO(text), delimiter=delimiter)
        assert (row["level"], row["system"], row["ter"], row["n:ter"]) == ("system", "one", "0.333333", "1")
        assert not [name for name in row if name.startswith("signature")]
        (signed,) = json.loads((tmp_path / f"scores.{form}.signatures.json").read_text(encoding="utf-8"))["metrics"]
        assert signed["signature"].startswith("ter|")
        assert text == _run("score", *files, "--metric", "ter", "--format", form)
    assert load_workbook(written["xlsx"]).sheetnames == ["Systems", "Segments", "Signatures"]


def test_a_hyphen_is_stdout(files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert _run("score", *files, "--metric", "ter", "-o", "-") == _run("score", *files, "--metric", "ter")
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize(
    "arguments",
    [("compare", "--metric", "ter"), ("search", "--count", "--metric", "ter", "pattern { X[status=missed] }")],
    ids=["compare", "search"],
)
@pytest.mark.parametrize("form", TABLES)
def test_other_commands_follow_it_too(files: list[str], arguments: tuple[str, ...], form: str, tmp_path: Path) -> None:
    path = tmp_path / f"found.{form}"
    command, *rest = arguments
    invoke(command, *files, *rest, "-o", path, catch_exceptions=False)
    starts = {"json": (b"{", b"1", b"0", b"2"), "xlsx": (b"PK",)}.get(form, (b"metric", b"count"))
    assert path.read_bytes().startswith(starts)


def test_columns_that_do_not_fit_stand_below_with_the_names_again(monkeypatch: pytest.MonkeyPatch) -> None:
    head, row = ("system", *(f"metric{place}" for place in range(6))), ("north", *("0.123",) * 6)
    monkeypatch.setattr(output, "text_width", lambda _wanted: 40)
    lines = table_text(drawn_table(head, [row]), 100).splitlines()
    assert max(map(len, lines)) <= 40
    assert [line.split() for line in lines if "metric" in line or "north" in line] == [
        *(["system", "metric0", "metric1", "metric2"], ["north", *("0.123",) * 3]),
        *(["system", "metric3", "metric4", "metric5"], ["north", *("0.123",) * 3]),
    ]


def test_a_table_without_rows_has_no_head() -> None:
    made = output.set_table(ValueTable("t", "By system", "c: r is undefined", ("sub-scores", "r"), ()))
    assert [line.strip() for line in made.splitlines() if line.strip()] == ["By system", "c: r is undefined"]


def test_an_answer_names_its_columns_and_has_dashes_for_what_is_undefined() -> None:
    columns = (
        AnswerColumn("system", itemgetter(0), is_name=True),
        AnswerColumn("mean_score", itemgetter(1), title="score\x1b"),
        AnswerColumn("share", itemgetter(1), "{:.0%}".format),
    )
    rows = [("north", 0.25), ("a\x07", None)]
    table = answer_table("scores", columns, rows, "Scores")
    assert (table.head, table.rows) == (
        ("system", "mean_score", "share"),
        (("north", 0.25, 0.25), ("a\x07", None, None)),
    )
    head, _, *lines = answer_text(columns, rows, 80).split("\n")[1:-1]
    assert head.split() == ["system", "score\\x1b", "share"]
    assert [line.split() for line in lines if line] == [["north", "0.250", "25%"], ["a\\x07", "–", "–"]]


def test_an_explanation_for_people(files: list[str]) -> None:
    text = _run("explain", *files[:4], "--metric", "CHRF,wer", "--segment", "1", code=0)
    assert "  translation  a cat sat\n  reference A  the cat sat\n" in text
    assert [line for line in text.splitlines() if line.startswith(("chrf", "wer"))] == ["chrf ↑: 0.536", "wer ↓: 0.333"]
    assert "  substitutions: 0 matched, of 1 in the translation and 1 in the reference\n    extra   a ↦ the\n" in text
    assert "    score" in text
    assert "= edits / " in text


def test_what_there_is() -> None:
    for command in ("metrics", "formats"):
        assert json.loads(_run(command, "--format", "json", code=0))
    explained = _run("metrics", "BLEU", code=0)
    assert explained.startswith("bleu\n\nClipped precision")
    assert "It cannot see " in explained


def test_a_picture_of_one_system_or_of_two(files: list[str], tmp_path: Path) -> None:
    (tmp_path / "hyp.two.txt").write_text("the cat sat\na dog\n", encoding="utf-8")
    options = ("explain", "--hyp", str(tmp_path / "hyp.two.txt"), *files[:4], "--metric", "ter", "--segment", "1")
    for name, systems in (("one.svg", ("--system", "one")), ("both.svg", ("--system", "one", "--against", "two"))):
        assert _run(*options, *systems, "-o", str(tmp_path / name), code=0) == ""
    assert "one compared with reference A" in " ".join((tmp_path / "one.svg").read_text(encoding="utf-8").split())
    assert "one and two" in (tmp_path / "both.svg").read_text(encoding="utf-8")
    with pytest.raises(UsageError, match="--against: two systems"):
        _run(*options, "--system", "one", "--against", "two", code=0)
