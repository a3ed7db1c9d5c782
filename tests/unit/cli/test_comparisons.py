"""What ``meantree compare`` writes."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helpers.command import invoke
from helpers.corpora import corpus_of
from helpers.findings import finding
from helpers.input_files import written
from helpers.stores import HandMadeStore
from meantree.analysis.sentences import Analysis
from meantree.cli import comparison_output
from meantree.cli.comparison_output import json_text, table_of, tables_text
from meantree.cli.comparisons import ComparedSystems, ComparisonOptions, compared, require_valid
from meantree.corpus.corpus import Corpus, Rating
from meantree.errors import UsageError
from meantree.evaluation.significance import Resampling
from meantree.phenomena.search import Finding
from meantree.reporting.table_text import tables_tsv
from meantree.scoring.run import score_corpus
from meantree.work import Work

SPECS = ["bleu", "ter"]
HOW = Resampling(resamples=50)
TEXTS = [
    ("the old dog sleeps here", "the dog slept there", "the old dog sleeps here"),
    ("a cat sat on a mat", "a cat sat on the mat", "the cat sat on the mat"),
    ("=1+1 is what they said", "they said so", "they said so"),
]


def _corpus(third: bool = False) -> Corpus:
    names = ("north", "=south", "east") if third else ("north", "=south")
    rows = [(*row[:2], row[0], row[2]) if third else row for row in TEXTS]
    ratings = [(Rating("north", "da", 10.0 * place),) for place in range(len(TEXTS))]
    return corpus_of(rows, names, document="news", ratings=ratings)


def _found(corpus: Corpus | None = None, **asked: Any) -> ComparedSystems:
    corpus, store = corpus or _corpus(), HandMadeStore()
    wanted = ComparisonOptions(SPECS, **{"resampling": HOW, **asked})
    table = score_corpus(corpus, SPECS, store)
    return compared(table, store, wanted, wanted.pair(corpus), Work())


def _rows(found: ComparedSystems) -> list[dict[str, str]]:
    return list(csv.DictReader(tables_tsv([table_of(found)]).splitlines(), dialect="excel-tab"))


PAIR: dict[str, Any] = {"system": "north", "against": "=south"}


def test_rankings_in_each_form() -> None:
    found = _found()
    table = tables_text(found)
    assert "Ranking by bleu ↑: 3 segments" in table
    assert "Paired bootstrap (two-sided), 50 resamples, seed 1." in table
    assert found.signatures["ter"] in table
    rows = _rows(found)
    assert len(rows) == 4
    assert [rows[0][name] for name in ("metric", "segments", "left_out", "resamples", "seed")] == [
        *("bleu", "3", "0", "50", "1")
    ]
    assert rows[0]["signature"] == found.signatures["bleu"]
    assert {row["system"] for row in rows} == {"north", "'=south"}
    read = json.loads(json_text(found))
    best = read["rankings"][0]["systems"][0]
    other = read["rankings"][0]["systems"][1]
    assert best["p"] == {other["system"]: found.rankings[0].p(best["system"], other["system"])}
    assert other["p"] == {best["system"]: best["p"][other["system"]]}
    assert best["p"][other["system"]] is not None
    assert (read["seed"], read["test"], read["segments"]) == (1, "bootstrap", 3)


def test_two_systems_in_each_form() -> None:
    found = _found(**PAIR, units="n-grams", bucket="length")
    table = tables_text(found)
    assert table.startswith("north against =south: 3 segments\n")
    assert "  ter ↓ " in table
    assert "n-grams, north against =south: 3 segments" in table
    assert "bleu ↑ by length: 3 segments" in table
    assert not found.rankings
    read = json.loads(json_text(found))
    assert [one["metric"] for one in read["outcomes"]] == SPECS
    one = read["outcomes"][1]
    assert one["wins"] + one["ties"] + one["losses"] == 3
    said = next(unit for unit in read["units"]["units"] if unit["unit"] == "so")
    assert (said["difference"], said["segments"], said["against_segments"]) == (-1, [], ["news/2"])
    assert read["units"]["signature"].startswith("bleu|")
    assert read["buckets"][0]["buckets"][0]["scores"].keys() == {"north", "=south"}
    assert [row["wins"] for row in _rows(_found(**PAIR))] == [str(each["wins"]) for each in read["outcomes"]]


@pytest.mark.parametrize("most", [3, 25])
def test_units_that_are_not_in_the_table_are_counted(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(comparison_output, "MOST", most)
    found = _found(**PAIR, units="n-grams")
    assert found.units is not None
    table = tables_text(replace(found, outcomes=()))
    drawn = sum("-grams" in line for line in table.splitlines()[1:])
    assert drawn == most
    assert f" {len(found.units[0].units) - drawn} more units with --format tsv." in table


def test_one_table_of_units_or_buckets() -> None:
    units = _rows(_found(**PAIR, units="pos"))
    assert [row["unit"] for row in units] == ["X"]
    assert units[0]["signature"].startswith("pos|refs:1|analyser:hand-made-1|aligner:")
    ngrams = {(row["kind"], row["unit"]): row for row in _rows(_found(**PAIR, units="n-grams"))}
    assert ngrams["2-grams", "'= 1"]["counted"] == "extra"  # no formula
    assert [row["bucket"] for row in _rows(_found(bucket="rating"))] == ["0"] * 2 + ["10"] * 2 + ["20"] * 2 + (
        ["0"] * 2 + ["10"] * 2 + ["20"] * 2
    )
    words = _rows(_found(bucket="frequency"))
    assert {row["system"] for row in words} == {"north", "'=south"}
    assert sum(int(row["reference"]) for row in words) == 2 * sum(len(row[2].split()) for row in TEXTS)


@pytest.mark.parametrize("write", [tables_text, lambda found: tables_tsv([table_of(found)]), json_text])
@pytest.mark.parametrize("asked", [{}, PAIR, {**PAIR, "units": "labels", "bucket": "document"}, {"bucket": "pos"}])
def test_a_filter_that_accepts_nothing_leaves_nothing_to_compare(
    write: Callable[[ComparedSystems], str], asked: dict[str, Any]
) -> None:
    found = _found(**asked, filter="nowhere")
    assert found.segments == 0
    assert write(found).strip()


def test_segments_that_cannot_be_compared_are_counted() -> None:
    corpus = _corpus()
    lacking = replace(corpus.segments[0], references={})
    found = _found(replace(corpus, segments=(lacking, *corpus.segments[1:])), bucket="length")
    message = tables_text(found)
    assert "Ranking by bleu ↑: 2 segments; 1 segment left out" in message
    assert "bleu ↑ by length: 2 segments; 1 segment left out" in message


def test_only_the_segments_that_the_filter_accepts() -> None:
    found = _found(filter="cat")
    assert found.segments == found.rankings[0].segments == 1
    assert json.loads(json_text(found))["filter"] == "cat"
    with pytest.raises(UsageError, match="no number is called 'edpm'"):
        _found(filter="edpm < .5")


def test_findings_are_counted_and_tested_by_segment(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(hyp: Analysis, *_args: object, **_options: object) -> tuple[Finding, ...]:
        return (finding("name.missing"),) * 2 if "dog" in hyp.text else ()

    monkeypatch.setattr("meantree.comparison.pair_findings.find", find)
    monkeypatch.setattr("meantree.evaluation.unit_counts.reason_without_findings", lambda _pair: "")
    corpus = corpus_of([("a dog", "a cat", "a cat"), ("a cow", "a cat", "a cat")], "st")
    corpus = replace(corpus, target_language="en")
    text = " ".join(tables_text(_found(corpus, system="s", units="findings")).split())
    assert "1 of 1 differ in some segment, 0 of them significantly" in text
    assert "finding kind count against per segment against segments against p q" in text
    assert "A name is missing name.missing 2 0 1.000 0.000 1 0 1.000 1.000" in text


def test_systems_are_chosen() -> None:
    two, three = _corpus(), _corpus(third=True)
    assert ComparisonOptions(SPECS).pair(two) is None
    assert ComparisonOptions(SPECS, "north").pair(two) == ("north", "=south")
    assert ComparisonOptions(SPECS, None, "north").pair(two) == ("=south", "north")
    assert ComparisonOptions(SPECS, "east", "north").pair(three) == ("east", "north")
    for system, against, message in (
        ("north", None, "--against: found nothing, expected one of =south, east"),
        (None, "north", "--system: found nothing, expected one of =south, east"),
        ("esat", None, r"--system: found 'esat' \(did you mean east\?\), expected one of north"),
        ("north", "north", "--against: found 'north', which is also --system"),
    ):
        with pytest.raises(UsageError, match=message):
            ComparisonOptions(SPECS, system, against).pair(three)


def test_what_makes_no_sense_is_told_first() -> None:
    require_valid(ComparisonOptions(["edpm"], "a", "b", units="edpm", bucket="rating:da"), "json")
    for wanted, message in (
        (ComparisonOptions(["x"]), "there is no metric 'x'"),
        (ComparisonOptions(SPECS, units="labels"), "--units: found no two systems"),
        (
            ComparisonOptions(SPECS, "a", "b", units="lables"),
            r"'lables' \(did you mean labels\?\), expected one of findings, facts, n-grams, labels",
        ),
        (ComparisonOptions(SPECS, bucket="size"), "--bucket: found 'size', expected one of length"),
        (ComparisonOptions(SPECS, bucket="length:da"), "--bucket: found 'length:da'"),
        (ComparisonOptions(SPECS, "a", "b", units="labels", bucket="pos"), "--format tsv writes one table"),
    ):
        with pytest.raises(UsageError, match=message):
            require_valid(wanted, "tsv")


def test_the_command(tmp_path: Path) -> None:
    """Without trees no pipeline is loaded."""
    first, second, other = map("\n".join, zip(*TEXTS, strict=True))
    north, south, ref = written(tmp_path, {"hyp.north.txt": first, "hyp.south.txt": second, "ref.A.txt": other})
    files = ["--hyp", north, "--hyp", south, "--ref", ref, "--metric", "bleu", "--jobs", "1"]
    message = ["compare", *files, "--system", "north", "--units", "n-grams", "--test", "randomisation"]
    done = invoke(*message, "--resamples", "20", "--seed", "3", "--format", "json")
    assert done.exit_code == 0, done.output
    read = json.loads(done.stdout)
    assert (read["test"], read["resamples"], read["seed"]) == ("randomisation", 20, 3)
    assert read["units"]["segments"] == 3
