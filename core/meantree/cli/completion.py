"""Completion by the shell: the script that asks the program, and its place in the start file of the shell."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete
from platformdirs import user_data_path

from meantree.cli.arguments import COMPLETION, PROGRAM
from meantree.errors import UsageError
from meantree.escaping import quoted

SHELLS: Final[Mapping[str, tuple[type[ShellComplete], str]]] = {
    "bash": (BashComplete, ".bashrc"),
    "zsh": (ZshComplete, ".zshrc"),
    "fish": (FishComplete, ".config/fish/config.fish"),
}
"""What completes for each shell, and the start file of the shell in the home folder."""
ZSH_NEEDS: Final = "(( $+functions[compdef] )) || { autoload -Uz compinit; compinit }\n"


def script(command: click.Command) -> str:
    """Return the completion script for the shell that ``SHELL`` names; raise UsageError if it has none."""
    shell = _shell()
    asking = SHELLS[shell][0](command, {}, PROGRAM, COMPLETION).source()
    return ZSH_NEEDS + asking if shell == "zsh" else asking


def install(command: click.Command) -> str:
    """Store the completion script, load it in the start file of the shell, and return a message.

    Raises:
        UsageError: if the shell has no completion.
    """
    shell = _shell()
    stored, start = user_data_path(PROGRAM) / f"completion.{shell}", Path.home() / SHELLS[shell][1]
    for path in (stored, start):
        path.parent.mkdir(parents=True, exist_ok=True)
    stored.write_text(script(command), encoding="utf-8")
    line = f"source {shlex.quote(str(stored))}"
    with start.open("a+", encoding="utf-8") as file:
        file.seek(0)
        if line not in file.read().splitlines():
            file.write(f"\n{line}\n")
    return f"{shell} completes {PROGRAM} in new terminals: {start} loads {stored}"


def _shell() -> str:
    shell = Path(os.environ.get("SHELL", "")).name
    if shell not in SHELLS:
        raise UsageError(f"SHELL: found {quoted(shell)}, expected one of {', '.join(SHELLS)}")
    return shell
