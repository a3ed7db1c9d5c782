"""The first argument of the command line: the name of a command, or files for the window."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Final

from meantree.errors import UsageError
from meantree.escaping import closest_name, quoted
from meantree.lazy import LazyMapping

PROGRAM: Final = "meantree"
COMPLETION: Final = "_MEANTREE_COMPLETE"
"""The environment variable that the shell sets to ask for completions."""
_PLACES: Final[Mapping[str, Mapping[str, str]]] = {
    "Score and compare": {
        "score": "score_commands.score",
        "compare": "score_commands.compare",
        "explain": "score_commands.explain",
        "errors": "score_commands.errors",
        "findings": "score_commands.findings",
        "coverage": "score_commands.coverage",
        "report": "report_commands.report",
        "sample-report": "report_commands.sample_report",
    },
    "Texts and structures": {
        "parse": "text_commands.parse",
        "align": "text_commands.align",
        "search": "text_commands.search",
        "convert": "project_commands.convert",
    },
    "Annotation": {
        "assign": "project_commands.assign",
        "split": "project_commands.split",
        "merge": "project_commands.merge",
        "agreement": "project_commands.agreement",
    },
    "Metrics, languages and formats": {
        "metrics": "catalogue_commands.metrics",
        "languages": "catalogue_commands.languages",
        "formats": "catalogue_commands.formats",
        "experiment": "experiment_commands.experiment",
        "train": "experiment_commands.train",
        "faults": "fault_commands.faults",
    },
}
SUBJECTS: Final[Mapping[str, tuple[str, ...]]] = {subject: tuple(places) for subject, places in _PLACES.items()}
"""The names of commands by subject, in the order of the help."""
COMMANDS: LazyMapping[Any] = LazyMapping(
    "meantree.cli", {name: place for places in _PLACES.values() for name, place in places.items()}
)
"""The function of each command, or its group of commands, in the order of the help."""


def require_working_directory() -> None:
    """Check that the working directory exists; raise UsageError if it was deleted."""
    try:
        os.getcwd()
    except FileNotFoundError as error:
        raise UsageError("the current folder was deleted; change to a folder that exists") from error


def require_files(arguments: Sequence[str]) -> None:
    """Check that the arguments are files or folders that the window can open.

    Raises:
        UsageError: if one does not exist; the message suggests a command with a similar name.
    """
    for place, argument in enumerate(arguments):
        if os.path.exists(argument):
            continue
        if place > 0:
            raise UsageError(f"{quoted(argument)}: there is no such file or folder")
        near = closest_name(argument, COMMANDS)
        hint = f"did you mean meantree {near}?" if near else "see meantree --help"
        raise UsageError(f"{quoted(argument)} is neither a command nor a file or folder that exists; {hint}")
