"""Scores as files to compute with."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pandas as pd
import pytest
from openpyxl import load_workbook

from helpers.reports import ATTACKS, TWO, attacked
from helpers.stores import HandMadeStore
from helpers.tables import put
from meantree.corpus.corpus import Corpus, Rating, Segment, Text
from meantree.errors import Cancelled
from meantree.escaping import name_cell
from meantree.reporting.score_export import BATCH, WRITERS, delimited_scores, unscored_systems, write_scores
from meantree.scoring.provenance import signature
from meantree.scoring.run import configured_metrics, score_corpus
from meantree.scoring.table import ScoreTable
from meantree.work import Work

SPECS = ("hwcm", "ter")


def _written(table: ScoreTable, path: Path, form: str) -> Path:
    write_scores(table, HandMadeStore(), path / f"scores.{form}", form)
    return path / f"scores.{form}"


@pytest.fixture
def table() -> ScoreTable:
    """Two systems, of which one has ratings by two people."""
    first, second = TWO.segments
    ratings = (Rating("s", "da", 70, "x"), Rating("s", "da", 80, "y"))
    rated = Segment(first.id, first.document, first.source, first.references, first.hypotheses, ratings)
    corpus = Corpus("two", (rated, second), TWO.systems, TWO.references)
    return score_corpus(corpus, SPECS, HandMadeStore())


def test_pandas_reads_the_table_as_it_is(table: ScoreTable, tmp_path: Path) -> None:
    frame = pd.read_csv(_written(table, tmp_path, "tsv"), sep="\t", dtype={"segment": str})
    assert list(frame.level) == ["segment"] * 4 + ["document"] * 2 + ["system"] * 2
    segments = iter(frame[frame["level"] == "segment"].to_dict("records"))
    for system in ("s", "t"):
        for place, segment in enumerate(table.corpus.segments):
            row = next(segments)
            assert (row["system"], row["document"], row["segment"]) == (system, "d", segment.id)
            for spec in SPECS:
                score = table.segment_score(system, spec, place)
                assert pd.isna(row[spec]) if score is None else row[spec] == pytest.approx(score, abs=1e-6)
    first = frame.to_dict("records")[0]
    assert first["rating:da"] == 75
    assert [first[name] for name in ("source", "hypothesis", "reference A")] == ["eins", "a b c d", "a b c d"]
    totals = frame[frame["level"] == "system"].set_index("system")
    assert totals.loc["s", "hwcm"] == pytest.approx(table.system_score("s", "hwcm"), abs=1e-6)
    provenance = table.provenance(HandMadeStore())
    for spec, metric in table.metrics.items():
        assert set(frame[f"signature:{spec}"]) == {signature(metric, provenance)}
    assert totals.loc["s", "n:hwcm"] == 2
    assert list(frame[frame["level"] == "segment"]["n:hwcm"]) == [1, 1, 1, 0]


LEVELS = """
level	system	document	segment	dpm	n:dpm
segment	'+sys	'=cmd()	1	0.500000	1
segment	'+sys	'=cmd()	2		0
segment	'+sys	b	1	0.000000	1
document	'+sys	'=cmd()		0.500000	1
document	'+sys	b		0.000000	1
system	'+sys			0.333333	2
""".strip()


def test_each_row_has_its_level_and_the_number_of_segments_behind_its_score() -> None:
    segments = (Segment("1", "=cmd()"), Segment("2", "=cmd()"), Segment("1", "b"))
    table = ScoreTable(Corpus("c", segments, ("+sys",), ("ref",)), configured_metrics(["dpm"]))
    put(table, "+sys", "dpm", [[1.0, 2, 2], None, [0.0, 1, 1]])
    written = b"".join(delimited_scores(table, HandMadeStore(), Work(), texts=False)).decode()
    rows, signed = zip(*(line.rsplit("\t", 1) for line in written.splitlines()), strict=True)
    assert "\n".join(rows) == LEVELS
    assert signed[0] == "signature:dpm"
    assert len(set(signed)) == 2
    some = b"".join(delimited_scores(table, HandMadeStore(), Work(), ",", levels=["system"], texts=False)).decode()
    assert some.splitlines()[1].startswith("system,'+sys,,,0.333333,2,")


def test_csv_is_the_same_table(table: ScoreTable, tmp_path: Path) -> None:
    frame = pd.read_csv(_written(table, tmp_path, "csv"))
    pd.testing.assert_frame_equal(frame, pd.read_csv(_written(table, tmp_path, "tsv"), sep="\t"))


def test_a_workbook_has_the_sheets_of_scores(table: ScoreTable, tmp_path: Path) -> None:
    book = load_workbook(_written(table, tmp_path, "xlsx"))
    assert book.sheetnames == ["Systems", "Documents", "Segments", "Signatures"]
    head, first, *_ = book["Segments"].iter_rows(values_only=True)
    assert first[head.index("rating:da")] == 75


def test_json_has_all_digits_and_texts(table: ScoreTable, tmp_path: Path) -> None:
    message = json.loads(_written(table, tmp_path, "json").read_text(encoding="utf-8"))
    first = message["systems"][0]
    assert first["scores"] == {spec: table.system_score("s", spec) for spec in SPECS}
    assert first["segments"][0]["scores"] == {spec: table.segment_score("s", spec, 0) for spec in SPECS}
    assert first["segments"][0]["ratings"][1] == {"kind": "da", "value": 80, "rater": "y"}
    assert first["documents"][0]["scores"] == {spec: table.document_scores("s", spec)["d"] for spec in SPECS}
    assert message["segments"][1]["references"] == {"A": "e f", "B": "g h i"}


def test_what_is_not_scored_is_left_out_and_named(tmp_path: Path) -> None:
    table = score_corpus(TWO, SPECS, HandMadeStore(), systems=["s"])
    assert unscored_systems(table) == ("t",)
    frame = pd.read_csv(_written(table, tmp_path, "tsv"), sep="\t")
    assert set(frame.system) == {"s"}


@pytest.mark.parametrize("attack", ATTACKS)
def test_hostile_texts_stay_in_their_cells(attack: str, tmp_path: Path) -> None:
    table = score_corpus(attacked(attack), ("ter",), HandMadeStore())
    text = _written(table, tmp_path, "tsv").read_text(encoding="utf-8")
    rows = list(csv.reader(io.StringIO(text), dialect="excel-tab"))
    assert {len(row) for row in rows} == {len(rows[0])}
    assert len(rows) == 1 + 2 * 3
    assert rows[1][1] == name_cell(attack).encode("utf-8", "replace").decode()
    assert not any(cell.startswith(("=", "@", "+")) for row in rows for cell in row)
    assert not any(code in text for code in "\x00\x1b\u202e\u2066\u2028")
    message = json.loads(_written(table, tmp_path, "json").read_text(encoding="utf-8"))
    assert message["systems"][0]["segments"][0]["hypothesis"] == f"{attack} a b"
    assert load_workbook(_written(table, tmp_path, "xlsx")).sheetnames[0] == "Systems"


def test_stopped_work_leaves_nothing(tmp_path: Path) -> None:
    text = Text("a")
    segments = tuple(
        Segment(str(number), "", references={"A": text}, hypotheses={"s": text}) for number in range(BATCH)
    )
    table = score_corpus(Corpus("c", segments, ("s",), ("A",)), ("ter",), HandMadeStore())
    for form in WRITERS:
        with pytest.raises(Cancelled):
            write_scores(table, HandMadeStore(), tmp_path / f"s.{form}", form, Work(cancelled=lambda: True))
    assert not list(tmp_path.iterdir())
