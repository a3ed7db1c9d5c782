"""Groups of options that fill one parameter of a command."""

from __future__ import annotations

from dataclasses import MISSING, fields
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from meantree.analysis.parsers import Parsers
from meantree.cli.command_inputs import Inputs
from meantree.cli.options import GROUPS, Jobs, with_groups


@pytest.mark.parametrize("kind", GROUPS)
def test_a_group_fills_fields_with_defaults(kind: type) -> None:
    defaults = {field.name for field in fields(kind) if field.default is not MISSING}
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
    assert received == [
        "x",
        Inputs(hypotheses=hypotheses, analyse_again=True),
        Parsers(constituency="none"),
        2,
    ]
    received.clear()
    assert CliRunner().invoke(app, ["x"], catch_exceptions=False).exit_code == 0
    assert received == ["x", Inputs(), Parsers(), None]
