"""The options of ``meantree assign`` that set the rules of a project."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import typer

from meantree.annotation.error_categories import parse_severities
from meantree.annotation.rules import RULE_NAMES, SHARED_RULES, Rules

OFF: Final = {"blind": "open", "by_segment": "by-system", "shuffled": "in-order", "side_by_side": "one-by-one"}
"""What the options that switch rules off are called, if not ``--no-…``."""


def _switches(name: str) -> str:
    option = name.replace("_", "-")
    return f"--{option}/--{OFF.get(name, f'no-{option}')}"


def _help(name: str) -> str:
    on, off = SHARED_RULES[name]
    return f"{on[0].upper()}{on[1:]}; else {off}."


RULE_OPTIONS: Final[Mapping[str, Any]] = {
    **{name: Annotated[bool | None, typer.Option(_switches(name), help=_help(name))] for name in RULE_NAMES},
    "protocol": Annotated[
        Literal["frames", "mqm", "esa", "frames and spans"] | None,
        typer.Option(help="What is annotated: semantic frames, error spans by MQM or ESA, or both."),
    ],
    "severities": Annotated[
        str | None, typer.Option(metavar="A,B,…", help="Severities of errors: neutral, minor, major, critical.")
    ],
    "categories": Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Categories of errors, NAME: EXPLANATION a line (default: those of MQM)."),
    ],
    "suggestions": Annotated[
        str | None,
        typer.Option(
            metavar="A,B,…", help="Annotators, such as tools, whose error spans are proposals; “none” for none."
        ),
    ],
}


class ChosenRules(dict[str, Any]):
    """The values of :data:`RULE_OPTIONS`, None for rules that stay as they are."""

    def applied(self, rules: Rules) -> Rules:
        """Return the rules with those that were chosen.

        Raises:
            InputError: if the file of categories cannot be read.
            UsageError: if severities or categories are not those of errors.
        """
        from meantree.corpus.formats.raw_file import load_lines

        read: dict[str, Callable[[Any], Any]] = {
            "severities": parse_severities,
            "suggestions": names_in,
            "categories": lambda path: "\n".join(load_lines(path)),
        }
        chosen = {name: read.get(name, lambda value: value)(value) for name, value in self.items() if value is not None}
        changed = replace(rules, **chosen)
        _ = changed.category_list  # raises for a list that cannot be read
        return changed


def names_in(text: str) -> tuple[str, ...]:
    """Return names separated by commas; none of “none”."""
    return () if text == "none" else tuple(filter(None, (name.strip() for name in text.split(","))))
