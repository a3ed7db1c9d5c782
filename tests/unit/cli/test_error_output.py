"""What ``meantree errors`` writes of features counted by hand."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.command import invoke
from helpers.findings import found
from helpers.input_files import written
from helpers.tables import LOST, FeatureRows, feature_table
from meantree.cli.command_inputs import Task
from meantree.cli.error_output import (
    Block,
    By,
    blocks_of,
    compared_systems,
    errors_result,
    json_text,
    require_features,
    table_of,
    tables_text,
)
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.evaluation.feature_values import FeatureValues
from meantree.evaluation.systematic_errors import Baseline, FindingValues
from meantree.reporting.table_text import tables_tsv
from meantree.scoring.table import ScoreTable
from meantree.work import Work

NORTH: FeatureRows = [(0.9, 0.0, 1.0), (0.9, 0.5, 0.0), (0.9, 0.0, 1.0)]
SOUTH: FeatureRows = [(0.9, 0.0, 0.0), (0.9, 0.5, 0.0), None]
TABLE = feature_table({"north": NORTH, "=south": SOUTH}, ("news", "news", "talk"))


def _blocks(by: By = "system", system: str | None = None, against: str | None = None) -> list[Block]:
    values = FeatureValues(TABLE, "rte-r")
    return list(blocks_of(values, TABLE.corpus, compared_systems(TABLE.corpus, system, against), by, Work()))


def test_tsv_has_a_row_for_each_feature_of_each_document_and_system() -> None:
    rows = list(csv.DictReader(tables_tsv([table_of(_blocks("document"), "signed")]).splitlines(), dialect="excel-tab"))
    assert len(rows) == 2 * 3, "two systems are compared once"
    assert [rows[0][name] for name in ("document", "system", "against")] == ["news", "north", "'=south"]
    assert [rows[0][name] for name in ("feature", "segments", "fired", "share", "difference")] == [
        LOST,
        "2",
        "1.000000",
        "0.500000",
        "0.500000",
    ]
    nothing = next(row for row in rows if row["document"] == "talk" and row["feature"] == LOST)
    assert [nothing[name] for name in ("segments", "share", "mean_p")] == ["0", "", ""]


def test_json_says_what_was_compared_and_how_it_was_corrected() -> None:
    read = json.loads(json_text(_blocks(system="north", against="training"), {"name": "rte-r", "signature": "signed"}))
    assert read["metric"] == {"name": "rte-r", "signature": "signed"}
    assert read["correction"] == "Benjamini-Hochberg"
    (block,) = read["comparisons"]
    assert (block["system"], block["against"], block["segments"]) == ("north", {"baseline": "training data"}, 3)
    lost = block["features"][0]
    assert (lost["name"], lost["fired"], lost["share_p"], lost["against"]["share"]) == (LOST, 2, None, None)
    assert lost["adds"] == pytest.approx(-2 / 3)
    assert lost["in_most_translations"] is lost["usual"] is False


def test_tables_are_for_people() -> None:
    text = tables_text(_blocks("document", "north"))
    assert "north compared with =south in news: 2 segments" in text
    assert "negation missing 50.0 % 0.0 % +50.0 " in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 120


def test_systems_are_chosen() -> None:
    corpus = TABLE.corpus
    assert compared_systems(corpus, None, None) == [("north", "=south")], "once"
    assert compared_systems(corpus, None, "north") == [("=south", "north")]
    assert compared_systems(corpus, "north", "others") == [("north", Baseline.OTHERS)]
    for asked in (("nroth", None), (None, "x"), ("north", "north")):
        with pytest.raises(UsageError, match=r"^--(system|against): found "):
            compared_systems(corpus, *asked)


def test_that_documents_are_asked_for_where_there_are_any() -> None:
    bare = replace(TABLE.corpus, segments=tuple(replace(each, document="") for each in TABLE.corpus.segments))
    with pytest.raises(UsageError, match=r"^--by document: .*no documents$"):
        errors_result(Task(bare), None, None, None, "document")


def test_one_system_has_no_others() -> None:
    alone = Corpus("c", (), ("south",), ("A",))
    with pytest.raises(UsageError, match=r"'others', .*'south'"):
        compared_systems(alone, None, "others")
    assert compared_systems(alone, None, "training") == [("south", Baseline.TRAINING)]
    assert compared_systems(Corpus("c", (), ("others",), ("A",)), None, "training") == [("others", Baseline.TRAINING)]


def test_metrics_without_features_are_told_first() -> None:
    require_features("mt+rte-r")
    require_features(None)
    for spec in ("bleu", "mt-r"):
        with pytest.raises(UsageError, match="expected rte-r or mt"):
            require_features(spec)


@pytest.mark.pipeline
def test_the_command(tmp_path: Path) -> None:
    text = "The minister did not confirm it.\nThe dog sleeps.\n"
    hyp, ref = written(tmp_path, {"hyp.one.en": text.replace("not ", ""), "ref.en": text})
    files, output = ["--hyp", hyp, "--ref", ref], tmp_path / "errors.json"
    options = ["--format", "json", "--jobs", "1", "-o", output]
    done = invoke("errors", *files, *options, "--metric", "rte-r")
    assert done.exit_code == 0, done.output
    features = json.loads(output.read_text(encoding="utf-8"))["comparisons"][0]["features"]
    fired = {one["name"]: one["fired"] for one in features}
    assert fired["hyp>ref.negation_added"] == 1
    assert fired["ref>hyp.negation_added"] == 0
    done = invoke("errors", *files, *options)
    assert done.exit_code == 0, done.output
    (block,) = json.loads(output.read_text(encoding="utf-8"))["comparisons"]
    (lost,) = (kind for kind in block["findings"] if kind["kind"] == "negation.missing")
    assert (block["against"], block["segments"], lost["fired"], lost["share"]) == ({"baseline": "nothing"}, 2, 1, 0.5)


def _finding_blocks(by: By = "system", table: ScoreTable = TABLE, **kinds: Sequence[str]) -> list[Block]:
    corpus = table.corpus
    kinds = kinds or {"north": ["negation.missing", "", "name.missing"], "=south": ["", ""]}
    values = FindingValues(corpus, found(corpus, kinds))
    return list(blocks_of(values, corpus, compared_systems(corpus, "north", None, Baseline.NOTHING), by, Work()))


def test_findings_are_counted_by_kind_on_the_segments_of_both_systems() -> None:
    head, *rows = tables_tsv([table_of(_finding_blocks("document"))]).splitlines()
    assert head.split("\t")[:7] == ["document", "system", "against", "finding", "mqm", "segments", "fired"]
    assert [row.split("\t")[3:9] for row in rows[:2]] == [
        ["negation.missing", "Accuracy/Mistranslation", "2", "1", "0.500000", "0.500000"],
        ["name.missing", "Accuracy/Omission", "2", "0", "0.000000", "0.000000"],
    ]
    text = tables_text(_finding_blocks())
    assert "north compared with =south: 2 segments" in text
    assert "The negation is missing Accuracy/Mistranslation 1 · 50.0 % 0 · 0.0 % +50.0 " in " ".join(text.split())
    assert "difference: in percentage points" in text
    assert "A name is missing" not in text, "the other system lacks that segment"
    assert max(map(len, text.splitlines())) <= 120


def test_several_systems_have_the_mean_of_their_counts() -> None:
    table = feature_table(dict.fromkeys(("north", "south", "east"), NORTH), ("", "", ""))
    blocks = _finding_blocks(table=table, north=[""] * 3, south=["name.missing", "", ""], east=[""] * 3)
    (row,) = csv.DictReader(tables_tsv([table_of(blocks)]).splitlines(), dialect="excel-tab")
    assert [row[name] for name in ("fired", "against_fired", "against_share")] == ["0", "0.500000", "0.166667"]
    assert " 0.5 · 16.7 %        −16.7 " in tables_text(blocks)


def test_the_training_data_has_no_findings() -> None:
    with pytest.raises(UsageError, match="--against: found 'training', expected one of north, =south, others"):
        compared_systems(TABLE.corpus, "north", "training", Baseline.NOTHING)
