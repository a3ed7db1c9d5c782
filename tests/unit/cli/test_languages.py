"""What is not available in a language: cells, TSV, JSON, exits; never silenced. The table of languages."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import Result

from helpers.command import invoke
from helpers.input_files import written
from helpers.parser_program import command
from meantree.errors import UsageError

FRENCH = "Le petit chat de la voisine dort souvent sur notre grand fauteuil près du feu.\n"
REASON = "needs a parser for French"


@pytest.fixture
def texts(tmp_path: Path) -> list[str]:
    hyp, ref = written(tmp_path, {"hyp.one.txt": FRENCH, "ref.txt": FRENCH})
    return ["--hyp", str(hyp), "--ref", str(ref)]


@pytest.mark.parametrize("quiet", [[], ["--quiet"]])
def test_a_metric_that_is_not_available_is_told_and_ends_with_1(texts: list[str], quiet: list[str]) -> None:
    result = invoke("score", *texts, "--metric", "chrf", "--metric", "hwcm", *quiet)
    assert result.exit_code == 1
    assert REASON in result.stdout.partition("\n\n")[0]
    assert f"hwcm: not available: {REASON}" in result.stderr


def test_tables_and_json_say_why(texts: list[str]) -> None:
    metrics = ["--metric", "chrf", "--metric", "meteor", "--metric", "hwcm"]
    rows = [*metrics, "--format", "tsv", "--signatures", "column"]
    (row,) = csv.DictReader(invoke("score", *texts, *rows).stdout.splitlines(), delimiter="\t")
    assert (row["hwcm"], row["signature:hwcm"]) == ("", f"hwcm: not available: {REASON}")
    chrf, meteor, hwcm = json.loads(invoke("score", *texts, *metrics, "--format", "json").stdout)["metrics"]
    assert "verdict" not in chrf
    assert meteor["verdict"].startswith("reduced: without stems and synonyms")
    assert hwcm["verdict"] == f"not available: {REASON}"


def test_nothing_is_analysed_or_explained_in_their_place(texts: list[str]) -> None:
    for arguments in (["explain", *texts, "--metric", "hwcm", "--segment", "1"], ["parse", texts[1]]):
        result = invoke(*arguments)
        assert isinstance(result.exception, UsageError)
        assert REASON in str(result.exception)
        assert REASON not in result.stderr  # which the exception adds
    found = invoke("findings", *texts)
    assert "for English alone" in found.stdout
    assert "for English alone" in found.stderr


@pytest.mark.parametrize("command", ["findings", "errors", "explain"])
def test_texts_that_were_not_searched_say_why_in_all_formats(texts: list[str], command: str) -> None:
    arguments = [command, *texts, *(["--metric", "bleu", "--segment", "1"] if command == "explain" else [])]
    plain = invoke(*arguments, "--quiet").stdout
    assert "for English alone" in plain
    assert "no findings" not in plain
    assert "for English alone" in invoke(*arguments, "--format", "json").stdout


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        (["--units", "labels"], f"--units labels: {REASON}"),
        (["--bucket", "pos"], f"--bucket pos: {REASON}"),
        (["--metric", "hwcm", "--pipeline", "de_other"], "de_other is for German, and the texts look like French"),
    ],
)
def test_what_needs_a_parser_is_refused_with_the_reason(texts: list[str], option: list[str], reason: str) -> None:
    two = ["--hyp", texts[-1], *texts, "--system", "ref", "--against", "one", "--metric", "bleu"]
    assert reason in str(invoke("compare", *two, *option).exception)


def test_the_language_can_be_stated(texts: list[str]) -> None:
    assert "a parser for German" in invoke("score", *texts, "--metric", "hwcm", "--language", "de").stderr
    assert "no language" in str(invoke("score", *texts, "--metric", "chrf", "--language", "xq").exception)


def test_languages_and_metrics_are_listed() -> None:
    rows = {row["code"]: row for row in json.loads(invoke("languages", "--format", "json").stdout)}
    assert rows["en"]["not available"] == 0
    assert (rows["ja"]["tokenizer"], rows["ja"]["there is"]) == ("char", "")
    of_japanese = json.loads(invoke("languages", "Japanese", "--format", "json").stdout)
    assert {row["metric"]: row["Japanese"] for row in of_japanese}["bleu"] == "full"
    assert {row["metric"]: row["what is missing"] for row in of_japanese}["hwcm"] == "needs a parser for Japanese"


def test_a_command_parses_and_its_trees_in_a_file_give_the_same_scores(tmp_path: Path) -> None:
    texts = {
        "hyp.one": ["Der Hund schläft nicht.", "Er bellt."],
        "ref": ["Der Hund schläft heute nicht.", "Er bellt laut."],
    }
    options = ["--metric", "hwcm", "--metric", "bleu", "--language", "de", "--format", "json"]
    for name, lines in texts.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        made = invoke("parse", str(tmp_path / f"{name}.txt"), "--language", "de", "--parser", command())
        (tmp_path / f"{name}.conllu").write_text(made.stdout, encoding="utf-8")

    def scored(kind: str, *more: str) -> Result:
        files = ["--hyp", f"{tmp_path}/hyp.one{kind}", "--ref", f"{tmp_path}/ref{kind}"]
        return invoke("score", *files, *options, *more)

    by = {
        ".txt": json.loads(scored(".txt", "--parser", command()).stdout),
        ".conllu": json.loads(scored(".conllu").stdout),
    }
    assert by[".txt"]["systems"][0]["scores"] == by[".conllu"]["systems"][0]["scores"]
    assert "de_command-" in by[".txt"]["metrics"][0]["signature"]
    searched = invoke("search", f"{tmp_path}/ref.conllu", "pattern { X -[dep]-> Y }", "--count")
    assert (searched.stdout, searched.stderr) == ("6\n", "")
    failed = scored(".txt", "--parser", command("die"))
    assert "ended with status 1" in str(failed.exception)
