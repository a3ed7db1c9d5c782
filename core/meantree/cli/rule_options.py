"""The options of ``meantree assign`` that set the rules of a project."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

if TYPE_CHECKING:
    from meantree.annotation.rules import Rules

SWITCHES: Final[Mapping[str, tuple[str, str]]] = {
    "nouns": ("--nouns/--no-nouns", "Whether nouns can be predicates, or only verbs."),
    "auxiliaries": ("--auxiliaries/--no-auxiliaries", "Whether auxiliaries and modal verbs are predicates."),
    "copulas": ("--copulas/--no-copulas", "Whether “be” is a predicate where it helps no verb."),
    "verbless": (
        "--verbless/--no-verbless",
        "Whether the main word of a clause without a verb is a predicate.",
    ),
    "helpers": (
        "--helpers/--no-helpers",
        "Whether all helping verbs and particles are modal, or modal verbs only.",
    ),
    "blind": ("--blind/--open", "Whether annotators see the frames of others only after their own, in the app."),
    "scores": ("--scores/--no-scores", "Whether annotators see HMEANT while they annotate."),
    "by_segment": (
        "--by-segment/--by-system",
        "Order of work: all systems of a segment first, or all segments of a system.",
    ),
    "shuffled": ("--shuffled/--in-order", "Whether systems come in random order, for each annotator."),
    "side_by_side": (
        "--side-by-side/--one-by-one",
        "Whether all translations of a segment are shown while errors are marked in one of them.",
    ),
    "repeats": (
        "--repeats/--no-repeats",
        "Whether errors marked in a translation are proposed where others of the segment have the same words.",
    ),
}
"""The rules that are on or off, with their options and their help."""
RULE_OPTIONS: Final[Mapping[str, Any]] = {
    **{name: Annotated[bool | None, typer.Option(flags, help=words)] for name, (flags, words) in SWITCHES.items()},
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
        from meantree.annotation.error_categories import parse_severities
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
