"""Groups of options that fill one parameter of a command."""

from __future__ import annotations

import os
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from meantree.analysis.parsers import Parsers
from meantree.annotation.rules import Rules
from meantree.cli.command_inputs import Inputs
from meantree.cli.options import GROUPS, Jobs, Metrics, input_file, metric_names, with_groups
from meantree.cli.rule_options import ChosenRules
from meantree.errors import UsageError
from meantree.metrics.registry import metric, specs_in


@pytest.mark.parametrize("kind", GROUPS)
def test_a_group_fills_fields_with_defaults(kind: Any) -> None:
    filled = Rules if kind is ChosenRules else kind
    defaults = {field.name for field in fields(filled) if field.default is not MISSING}
    assert set(GROUPS[kind]) <= defaults


def test_options_fill_the_parameters_of_their_groups() -> None:
    received: list[object] = []

    @with_groups
    def run(*, name: str, inputs: Inputs, parsers: Parsers, jobs: Jobs = None) -> None:
        """Help."""
        received.extend((name, inputs, parsers, jobs))

    app = typer.Typer()
    app.command()(run)
    arguments = ["x", "--hyp", "a", "--hyp", "b", "--analyse-again", "--constituency", "none", "--jobs", "2"]
    assert CliRunner().invoke(app, arguments, catch_exceptions=False).exit_code == 0
    hypotheses = [Path("a"), Path("b")]
    assert received == ["x", Inputs(hypotheses=hypotheses, analyse_again=True), Parsers(constituency="none"), 2]
    received.clear()
    assert CliRunner().invoke(app, ["x"], catch_exceptions=False).exit_code == 0
    assert received == ["x", Inputs(), Parsers(), None]


@pytest.mark.parametrize(
    ("arguments", "specs"),
    [
        (["bleu,chrF", "TER"], ["bleu", "chrf", "ter"]),
        (["DPM:parts=dl,lh,nbest=1"], ["dpm:parts=dl,lh,nbest=1"]),
        (["bleu, hwcm,"], ["bleu", "hwcm"]),
        ([" HWCM :n=3"], ["hwcm:n=3"]),
        (["Blue"], ["Blue"]),
    ],
)
def test_metrics_are_named_in_any_case_and_separated_by_commas(arguments: list[str], specs: list[str]) -> None:
    received: list[str] = []

    def run(metric: Metrics) -> None:
        received.extend(metric)

    app = typer.Typer()
    app.command()(run)
    options = [word for argument in arguments for word in ("--metric", argument)]
    assert CliRunner().invoke(app, options, catch_exceptions=False).exit_code == 0
    assert received == specs


@pytest.mark.parametrize(
    ("argument", "message"),
    [(" , ", "found ' , ', expected a metric; there are bleu"), ("bleu, hwcm:n=3", "those with options one by one")],
)
def test_arguments_without_metrics_or_with_mixed_ones_are_explained(argument: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        [metric(spec) for spec in specs_in(argument)]


def test_the_shell_completes_the_last_metric() -> None:
    assert metric_names("bleu,ch") == ["bleu,chrf"]


@pytest.mark.skipif(os.name != "posix", reason="there is no such file here")
def test_a_hyphen_is_standard_input() -> None:
    assert input_file(Path("-")) == Path("/dev/stdin")
    assert input_file(Path("x")) == Path("x")
