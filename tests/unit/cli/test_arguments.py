"""What the command line begins with."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from meantree.cli.app import app
from meantree.cli.arguments import COMMANDS, require_files
from meantree.errors import UsageError


def test_the_commands_are_those_that_there_are() -> None:
    assert set(COMMANDS) == set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


def test_what_exists_is_opened(tmp_path: Path) -> None:
    (tmp_path / "x.meantree").touch()
    require_files([])
    require_files([str(tmp_path), str(tmp_path / "x.meantree")])


@pytest.mark.parametrize(
    ("argument", "hint"), [("Scor", "did you mean meantree score?"), ("letter.txt", "see meantree --help")]
)
def test_what_does_not_exist_is_named(argument: str, hint: str) -> None:
    with pytest.raises(UsageError, match=f"'{argument}' is neither") as raised:
        require_files([argument])
    assert str(raised.value).endswith(hint)
