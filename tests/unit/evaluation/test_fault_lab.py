"""How often planted errors are noticed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers.command import invoke
from meantree.analysis.store import AnalysisStore
from meantree.errors import UsageError
from meantree.evaluation.fault_lab import lab_tables, share_of
from meantree.evaluation.value_table import ValueTable

TEXTS = (
    "The ministry has not confirmed the report.",
    "All members must pay 20 euros in March.",
    "The old minister visited the church on Monday.",
)
GERMAN = (
    "Der alte Minister hat die kleine Kirche am Montag nicht besucht, weil er seit einigen Tagen krank war und bei "
    "seiner Familie geblieben ist.\nWir wollten ihn danach anrufen, aber niemand konnte uns sagen, wo er wohnt."
)
REFERENCES = (
    "The report has not been confirmed by the ministry.",
    "Every member has to pay 20 euros in March.",
    "On Monday the old minister went to the church.",
)


def test_that_a_share_has_an_interval_only_with_texts() -> None:
    assert share_of([]) == (None, None, None)
    assert share_of([1.0] * 8 + [0.0] * 2) == pytest.approx((0.8, 0.490, 0.943), abs=1e-3)
    shares = [share_of([hit] * texts) for texts in range(1, 60) for hit in (0.0, 1.0)]
    bounds = [bound for share in shares for bound in share[1:] if isinstance(bound, float)]
    assert all(0 <= bound <= 1 for bound in bounds), "rounding leaves no bound outside"


@pytest.mark.pipeline
def test_that_metrics_and_findings_are_measured_by_kind(tmp_path: Path) -> None:
    file = tmp_path / "ref.txt"
    file.write_text("\n".join(TEXTS), encoding="utf-8")
    arguments = ["faults", "measure", str(file), "--metric", "bleu", "--most", "2", "--format", "json"]
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    tables = {table["name"]: table for table in json.loads(result.stdout)}
    assert tables.keys() == {"noticed-intact", "noticed-harmless", "marked-faults", "findings"}
    shares = {row[0]: row[2] for row in tables["noticed-intact"]["rows"]}
    assert tables["noticed-intact"]["head"][2] == "bleu"
    assert shares["negation.missing"] == 1.0
    marked = {row[0]: row[2] for row in tables["marked-faults"]["rows"]}
    assert marked["number.different"] == 1.0
    assert marked["other words"] < 0.2


@pytest.mark.pipeline
def test_that_errors_are_also_measured_beside_another_translation() -> None:
    tables, scores = lab_tables(TEXTS, REFERENCES, ("bleu",), AnalysisStore(), name="a", most=2)
    assert not scores.problems, "texts that allow no harmless change are no problem"
    noticed, _, marked, beside_original, beside_other = (
        {row[0]: dict(zip(table.head, row, strict=True)) for row in table.rows} for table in tables
    )
    assert noticed["negation.missing"]["texts"] == 1
    assert marked["negation.missing"]["bleu"] is not None
    assert beside_original["negation.missing"]["named"] == 1.0
    assert beside_other["negation.missing"]["texts"] == 1


@pytest.mark.pipeline
def test_that_errors_that_others_planted_are_measured_beside_their_references(tmp_path: Path) -> None:
    file = tmp_path / "planted.tsv"
    rows = [
        "kind\tseverity\tid\treference\ttranslation\tfaulty",
        f"number.different\tmajor\t1\t{REFERENCES[1]}\t{TEXTS[1]}\tAll members must pay 30 euros in March.",
        f"tokenized\tminor\t2\t{REFERENCES[0]}\t{TEXTS[0]}\t{TEXTS[0].replace('.', ' .')}",
    ]
    file.write_text("\n".join(rows), encoding="utf-8")
    arguments = ["faults", "measure", "--planted", str(file), "--metric", "bleu,ter", "--format", "json"]
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    tables = {table["name"]: table for table in json.loads(result.stdout)}
    assert [*tables] == [
        "noticed-intact",
        "score-differences",
        "marked-faults",
        "findings",
        "findings-beside-reference",
    ]
    number, tokenized = "number.different (major)", "tokenized (minor)"
    noticed, differences, _, beside_original, beside_reference = (
        {row[0]: dict(zip(table["head"], row, strict=True)) for row in table["rows"]} for table in tables.values()
    )
    assert (noticed[number]["bleu"], noticed[number]["ter"]) == (1.0, 1.0)
    assert noticed[tokenized]["bleu"] == differences[tokenized]["bleu"] == 0.0
    assert differences[number]["bleu"] > 0
    assert differences[number]["ter"] == pytest.approx(1 / 9), "one more of nine words, and lower is better"
    assert beside_original[number]["named"] == beside_reference[number]["touched"] == 1.0
    assert beside_original[tokenized]["named"] is None, "there is no such kind of findings"


@pytest.mark.parametrize(
    ("content", "metrics", "message"),
    [
        ("\n", "bleu", "found no text"),
        ("\n", "bleu,chrf", "found no text"),  # both are metrics
        (GERMAN, "bleu", "not English"),
        ("Yes.\nOh.\n", "bleu", "expected whole sentences of 4 to 80 words"),
    ],
)
def test_that_unfit_texts_are_named(tmp_path: Path, content: str, metrics: str, message: str) -> None:
    file = tmp_path / "ref.txt"
    file.write_text(content, encoding="utf-8")
    assert message in str(invoke("faults", "measure", file, "--metric", metrics).exception)


def test_that_metrics_of_annotated_frames_are_refused() -> None:
    with pytest.raises(UsageError, match="hmeant: needs frames by annotators"):
        lab_tables(TEXTS, None, ("bleu", "hmeant"), AnalysisStore(), name="a")


def test_that_many_metrics_fit_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    specs = [f"metric-{place}" for place in range(12)]
    head = ("kind", "texts", *(f"{spec}{bound}" for spec in specs for bound in ("", " low", " high")))
    table = ValueTable("t", "T", "Shares.", head, (("negation.missing", 3, *(0.5, 0.25, 0.75) * len(specs)),))
    monkeypatch.setattr("meantree.evaluation.fault_lab.lab_tables", lambda *_given, **_options: ([table], None))
    monkeypatch.setattr("meantree.cli.output.text_width", lambda _wanted: 80)
    (tmp_path / "t.txt").write_text("One.\n", encoding="utf-8")
    command = ["faults", "measure", str(tmp_path / "t.txt"), "--metric", "bleu"]
    printed = invoke(*command).stdout
    assert max(map(len, printed.splitlines())) <= 80
    assert [spec for spec in specs if spec not in printed] == []
    assert printed.count("0.500") == len(specs)
    assert "0.250" not in printed
    assert "intervals" in printed
    assert "0.25" in invoke(*command, "--format", "tsv").stdout


@pytest.mark.pipeline
def test_that_lines_in_another_language_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "ref.txt"
    file.write_text("\n".join((*TEXTS, GERMAN)), encoding="utf-8")
    result = invoke("faults", "plant", file)
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert rows[0][:4] == ["id", "kind", "original", "faulty"]
    assert {row[0] for row in rows[1:]} == {"1", "2", "3"}
    assert "2 of 5 texts allow none of these changes" in " ".join(result.stderr.split())
