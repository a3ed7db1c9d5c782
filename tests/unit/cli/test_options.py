"""Options that fill one parameter of a command, and the values of others."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from meantree.analysis.parsers import Parsers
from meantree.cli import options
from meantree.cli.command_inputs import Inputs
from meantree.cli.options import OneOf, Output
from meantree.errors import UsageError
from meantree.metrics.registry import metric, specs_in


def received(arguments: list[str], *decorators: Callable[[Any], Any]) -> dict[str, Any]:
    """Return what a command with these options receives."""
    values: dict[str, Any] = {}

    def receive(**given: Any) -> None:
        values.update(given)

    command = reduce(lambda decorated, option: option(decorated), reversed(decorators), receive)
    assert CliRunner().invoke(click.command()(command), arguments, catch_exceptions=False).exit_code == 0
    return values


def test_options_fill_the_parameters_of_their_groups() -> None:
    of_groups = (options.inputs, options.parsers, options.jobs)
    arguments = ["--hyp", "a", "--hyp", "b", "--analyse-again", "--constituency", "none", "--jobs", "2"]
    inputs = Inputs(hypotheses=(Path("a"), Path("b")), references=(), analyse_again=True)
    assert received(arguments, *of_groups) == {"inputs": inputs, "parsers": Parsers(constituency="none"), "jobs": 2}
    nothing = {"inputs": Inputs(hypotheses=(), references=()), "parsers": Parsers(), "jobs": None}
    assert received([], *of_groups) == nothing
    assert received([], options.pipeline) == {"parsers": Parsers()}


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        ([], Output(None, "table")),
        (["-o", "-"], Output(None, "table")),
        (["-o", "x.csv"], Output(Path("x.csv"), "csv")),
        (["-o", "x.csv", "--format", "json"], Output(Path("x.csv"), "json")),
    ],
)
def test_an_output_is_a_file_and_a_format(arguments: list[str], output: Output) -> None:
    assert received(arguments, options.table) == {"output": output}


def test_a_misspelt_name_is_corrected() -> None:
    with pytest.raises(click.BadParameter, match=r"found 'tvs' \(did you mean tsv\?\), expected one of tsv, csv"):
        OneOf(("tsv", "csv")).convert("tvs", None, None)


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
    words = [word for argument in arguments for word in ("--metric", argument)]
    assert received(words, options.metrics) == {"metric": specs}


@pytest.mark.parametrize(
    ("argument", "message"),
    [(" , ", "found ' , ', expected a metric; there are bleu"), ("bleu, hwcm:n=3", "those with options one by one")],
)
def test_arguments_without_metrics_or_with_mixed_ones_are_explained(argument: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        [metric(spec) for spec in specs_in(argument)]


def test_the_shell_completes_the_last_metric() -> None:
    assert options.metric_names(None, None, "bleu,ch") == ["bleu,chrf"]
