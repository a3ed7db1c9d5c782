"""What metrics see of marked errors, on words counted by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.command import meantree
from helpers.stores import HandMadeStore
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import State
from meantree.corpus.corpus import Corpus, ErrorSpan, Rating, Segment, Text
from meantree.errors import UsageError
from meantree.evaluation.coverage import ALL, Bootstrap, coverage, coverage_tables
from meantree.experiments.experiment_registry import marked_error_tables
from meantree.experiments.study import Options, Study
from meantree.metrics.registry import metric
from meantree.project.file import Project
from meantree.project.new_projects import make_project
from meantree.work import Work

REFERENCE = "we saw the old bridge"


def _corpus(errors: bool = True) -> Corpus:
    """In north, wrong words cost BLEU and are marked; south has a comma error in two parts that nothing sees."""
    segments = []
    for number in range(6):
        north = "we saw the old house" if number % 2 else REFERENCE
        spans = [ErrorSpan("north", "hypothesis", 15, 20, "Mistranslation", "major", "r")] if number % 2 else []
        spans.append(ErrorSpan("south", "hypothesis", 0, 2, "Punctuation", "minor", "r"))
        spans.append(replace(spans[-1], start=7, end=10, is_further=True))
        spans.append(ErrorSpan("south", "source", 0, 3, "Omission", "minor", "r"))
        spans.append(ErrorSpan("south", "hypothesis", 3, 6, "No-error", "no-error", "r"))
        ratings = tuple(Rating(name, "mqm", 0.0, "r") for name in ("north", "south"))
        texts = {"north": Text(north), "south": Text(REFERENCE)}
        segments.append(
            Segment(str(number), "", "Quelle", {"A": Text(REFERENCE)}, texts, ratings, tuple(spans) if errors else ())
        )
    return Corpus("c", tuple(segments), ("north", "south"), ("A",))


def test_shares_and_slopes_are_those_of_the_words() -> None:
    found, problems = coverage(_corpus(), {"bleu": metric("bleu")}, HandMadeStore(), bootstrap=Bootstrap(50))
    assert problems == []
    by_name = {item.category: item for item in found}
    assert next(iter(by_name)) == ALL
    wrong, comma, omitted = (by_name[name] for name in ("Mistranslation", "Punctuation", "Omission"))
    assert (wrong.errors, wrong.characters, wrong.marked.value, wrong.elsewhere.value) == (3, 15, 1.0, 0.0)
    assert (comma.errors, comma.marked.value, omitted.characters, omitted.marked.value) == (6, 0.0, 0, None)
    assert wrong.segments == (1, 3, 5)
    assert wrong.per_error.value is not None
    assert wrong.per_error.value < -0.2
    assert wrong.marked.low == wrong.marked.high == 1.0
    assert by_name[ALL].errors == 15
    (matrix, _) = coverage_tables(found)
    assert [row for row in matrix.rows if row[0] in ("Mistranslation", "elsewhere")] == [
        ("Mistranslation", 3, 1.0),
        ("elsewhere", None, by_name[ALL].elsewhere.value),
    ]


def test_a_metric_that_marks_no_words_has_no_shares() -> None:
    found, _ = coverage(_corpus(), {"chrf": metric("chrf")}, HandMadeStore(), bootstrap=Bootstrap(20))
    assert {(item.marked.value, item.elsewhere.value, item.difference.value) for item in found} == {(None, None, None)}
    assert found[0].per_error.value is not None


def test_coverage_is_an_experiment() -> None:
    study = Study((_corpus(),), Options("", ("bleu",), resamples=20), HandMadeStore())
    matrix, _ = marked_error_tables(study, study.options, Work())
    assert matrix.rows[0][:2] == (ALL, 15)
    with pytest.raises(UsageError, match="no errors are marked"):
        marked_error_tables(replace(study, corpora=(_corpus(errors=False),)), study.options, Work())


@pytest.mark.pipeline
def test_the_command_prints_and_names_segments(tmp_path: Path) -> None:
    path = tmp_path / "p.meantree"
    make_project(path, _corpus(errors=False))
    errors = {
        ErrorKey(str(number), "north", name): ErrorAnnotation(
            (MarkedError((Place("hypothesis", 15, 20),), "major", "Mistranslation"),), state=State.DONE
        )
        for name, numbers in (("r", (1, 3)), ("gold", (1, 5)))
        for number in numbers
    }
    with Project(path) as project:
        project.add_errors(errors)
    arguments = ("coverage", "--project", path, "--metric", "bleu", "--resamples", "20")
    printed = meantree(*arguments).stdout
    assert "Errors that metrics mark" in printed
    note = "1 translation that no person finished: ratings and errors are of gold (gold standard)"
    assert note in " ".join(printed.split())
    result = json.loads(meantree(*arguments, "--format", "json").stdout)
    assert result["notes"] == [note]
    (wrong,) = [item for item in result["coverage"] if item["category"] == "Accuracy/Mistranslation"]
    assert wrong["segments"] == ["1", "3", "5"]
    assert (wrong["errors"], wrong["marked"]["value"]) == (3, 1.0), "gold counts only where no person finished"
