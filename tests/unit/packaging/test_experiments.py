"""The page of experiments is written from outputs alone; nothing is run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from helpers.scripts import FOLDER, scripts

chosen, document, made, runs, tables = scripts("experiments", "chosen", "document", "outputs", "runs", "tables")
Run, Chosen, Column, Given = runs.Run, chosen.Chosen, chosen.Column, chosen.Given
HEAD = ["corpus", "metric", "ρ", "ρ low", "ρ high", "ε"]
ROWS = [
    ["zh", "bleu", 0.25, 0.2, 0.3, None],
    ["zh", "chrf|x", None, None, None, 0.0004],
    ["et", "bleu", 0.5, 0.4, 0.6, 1.0],
]
PROVENANCE = [
    ["seed", 1],
    ["corpus zh", "0123abcd, 2 segments"],
    ["version", "meantree 9"],
    ["signature", "ter|analyser:en-1"],
    ["signature", "bleu|analyser:en-1|x"],
    ["signature", "bleu|longer"],
]
DONE, LEFT = Run("done", ("zh", "--rating", "da")), Run("left", ("et", "--limit", "2"))


@pytest.fixture
def outputs(tmp_path: Path) -> Any:
    """One run is done, another is not."""
    output = [
        {"name": "segments", "title": "", "note": "", "head": HEAD, "rows": ROWS},
        {"name": "provenance", "title": "", "note": "", "head": ["what", "value"], "rows": PROVENANCE},
    ]
    (tmp_path / DONE.output).write_text(json.dumps(output), encoding="utf-8")
    state = {"command": DONE.shown, "seconds": 61.0}
    (tmp_path / "done.state").write_text(json.dumps(state), encoding="utf-8")
    return made.Outputs(tmp_path, (DONE, LEFT))


def written(template: str, outputs: Any) -> str:
    text: str = document.written(template, {}, outputs)
    return text


def rho(corpus: str, *, run: str = "done", interval: bool = False) -> Any:
    return Column(corpus, run, "segments", "ρ", {"corpus": corpus}, interval)


def test_a_table_has_the_rows_and_columns_that_were_chosen_beside_the_papers_numbers(outputs: Any) -> None:
    table = Chosen("metric", (rho("et"), rho("zh", interval=True), Given("paper", {"bleu": "49.6"})), ("bleu",))
    lines = ["| metric | et | zh | paper |", "| --- | ---: | ---: | ---: |"]
    assert table.lines(outputs) == [*lines, "| bleu | 0.500 | 0.250 [0.200, 0.300] | 49.6 |"]


def test_without_a_choice_rows_are_those_of_the_first_column_in_their_order(outputs: Any) -> None:
    table = Chosen("metric", (rho("zh", interval=True), Given("paper", {})))
    assert [line.split(" | ")[0] for line in table.lines(outputs)[2:]] == ["| bleu", "| chrf\\|x"]
    assert len(Chosen("metric", (rho("zh"),), most=1).lines(outputs)) == 3


def test_a_run_that_is_missing_is_said(outputs: Any) -> None:
    both = Chosen("metric", (rho("et"), rho("zh", run="left")), ("bleu",))
    assert both.lines(outputs)[-3:] == ["| bleu | 0.500 | – |", "", "*Not run yet: `left`.*"]
    assert Chosen("metric", (rho("zh", run="left"),), ("bleu",)).lines(outputs) == ["*Not run yet: `left`.*"]


def test_an_output_of_another_command_counts_as_missing(outputs: Any) -> None:
    state = {"command": "meantree experiment other", "seconds": 1.0}
    (outputs.work / "done.state").write_text(json.dumps(state), encoding="utf-8")
    assert not outputs.is_done("done")


def test_commands_stand_with_how_long_they_took(outputs: Any) -> None:
    assert written("<!-- run done left -->", outputs).splitlines() == [
        "- done (61 s): `meantree experiment zh --rating da`",
        "- left (not run yet): `meantree experiment et --limit 2`",
    ]


def test_numbers_in_sentences_come_from_the_outputs(outputs: Any) -> None:
    sentence = "ρ is {{done | segments | corpus = zh; metric = bleu | ρ}}, not {{left | segments | metric = bleu | ρ}}"
    assert written(sentence, outputs) == "ρ is 0.250, not –"
    assert (
        written("{{done | segments | corpus = zh; metric = chrf|x | ρ}}".replace("chrf|x", "bleu"), outputs) == "0.250"
    )


@pytest.mark.parametrize("words", ["done | segments | metric = bleu | ρ", "done | segments | metric = ter | ρ"])
def test_a_number_is_of_exactly_one_row(outputs: Any, words: str) -> None:
    with pytest.raises(LookupError, match="expected 1"):
        written(f"{{{{{words}}}}}", outputs)


def test_a_name_that_no_output_has_is_an_error(outputs: Any) -> None:
    with pytest.raises(LookupError, match="no column 'τ'"):
        written("{{done | segments | metric = bleu; corpus = zh | τ}}", outputs)
    with pytest.raises(LookupError, match="no table 'systems'"):
        written("{{done | systems | metric = bleu | ρ}}", outputs)


def test_the_head_says_where_numbers_come_from(outputs: Any) -> None:
    head = written(
        "<!-- head settings -->\n<!-- head corpora -->\n<!-- head signatures -->\n<!-- head time -->", outputs
    )
    assert head.splitlines() == [
        "meantree 9, seed 1.",
        "zh: 0123abcd, 2 segments.",
        "`bleu|analyser:A1|x` (and 1 more); `ter|analyser:A1`; A1 is `en-1`.",
        "1 of 2 commands, 61 s.",
    ]


def test_words_about_an_output_are_left_out_without_it(outputs: Any) -> None:
    template = "a\n<!-- if done -->\nb\n<!-- end -->\n<!-- if done left -->\nc\n<!-- end -->\nd"
    assert written(template, outputs) == "a\nb\nd"
    assert written("a\n\n<!-- if left -->\nc\n<!-- end -->\n\nd", outputs) == "a\n\nd"


def test_a_section_without_its_outputs_stays_as_it_was(outputs: Any) -> None:
    template = "head<!-- kept sections -->\n\n## A\n\n<!-- run done -->\n\n## B\n\n<!-- run left -->\n"
    page = "old head\n\n## B\n\nold B\n\n## A\n\nold A\n"
    text = document.written(template, {}, outputs, page)
    assert text.startswith("headOf an earlier run, and not in the figures above: *B*.\n\n## A\n\n- done (61 s)")
    assert text.endswith("\n\n## B\n\nold B\n\n")
    assert written(template, outputs).endswith("## B\n\n- left (not run yet): `meantree experiment et --limit 2`\n")


def test_the_template_names_tables_and_runs_that_there_are(tmp_path: Path) -> None:
    template = (FOLDER / "experiments" / "template.md").read_text(encoding="utf-8")
    text = document.written(template, tables.TABLES, made.Outputs(tmp_path))
    assert "<!--" not in text
    assert "{{" not in text
    assert all(f"<!-- table {name} -->" in template for name in tables.TABLES)
    assert all(one.shown in text for one in runs.RUNS)
