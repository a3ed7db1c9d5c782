"""The options of ``meantree assign`` that set the rules of a project."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click

from meantree.annotation.error_categories import parse_severities
from meantree.annotation.rules import PROTOCOLS, RULE_NAMES, SHARED_RULES, Rules
from meantree.cli.options import PATH, OneOf, filling
from meantree.errors import UsageError
from meantree.escaping import quoted, unknown_name

if TYPE_CHECKING:
    from meantree.project.file import Project

OFF: Final = {"blind": "open", "by_segment": "by-system", "shuffled": "in-order", "side_by_side": "one-by-one"}
"""What the options that switch rules off are called, if not ``--no-…``."""


def _switches(name: str) -> str:
    option = name.replace("_", "-")
    return f"--{option}/--{OFF.get(name, f'no-{option}')}"


def _help(name: str) -> str:
    on, off = SHARED_RULES[name]
    return f"{on[0].upper()}{on[1:]}; else {off}."


RULE_OPTIONS: Final[Mapping[str, Any]] = {
    **{name: click.option(_switches(name), name, default=None, help=_help(name)) for name in RULE_NAMES},
    "protocol": click.option(
        "--protocol",
        type=OneOf(tuple(PROTOCOLS)),
        help="What is annotated: semantic frames, error spans by MQM or ESA, or both.",
    ),
    "severities": click.option(
        "--severities", metavar="A,B,…", help="Severities of errors: neutral, minor, major, critical."
    ),
    "categories": click.option(
        "--categories",
        type=PATH,
        metavar="FILE",
        help="Categories of errors, NAME: EXPLANATION a line (default: those of MQM).",
    ),
    "suggestions": click.option(
        "--suggestions",
        metavar="A,B,…",
        help="Who proposes errors: tools or annotators with error spans in the project, “findings”, or “none”.",
    ),
}
"""The options by rule."""


class ChosenRules(dict[str, Any]):
    """The values of :data:`RULE_OPTIONS`, None for rules that stay as they are."""

    def applied(self, project: Project) -> Rules:
        """Return the rules of a project with those that were chosen.

        Raises:
            InputError: if the file of categories cannot be read.
            UsageError: if severities or categories are not those of errors, or nobody has errors to be suggested.
        """
        from meantree.corpus.formats.raw_file import load_lines

        read: dict[str, Callable[[Any], Any]] = {
            "severities": parse_severities,
            "suggestions": partial(_sources_in, project),
            "categories": lambda path: "\n".join(load_lines(path)),
        }
        chosen = {name: read.get(name, lambda value: value)(value) for name, value in self.items() if value is not None}
        changed = replace(project.rules, **chosen)
        _ = changed.category_list  # raises for a list that cannot be read
        return changed


chosen_rules = filling("rules", ChosenRules, RULE_OPTIONS, *RULE_OPTIONS.values())


def _sources_in(project: Project, text: str) -> tuple[str, ...]:
    """Return the names, separated by commas, whose error spans are suggested; none of “none”.

    “findings” are those of Meantree that the project has, of any version.

    Raises:
        UsageError: if one of them has no error spans in the project.
    """
    from meantree.annotation.error_annotation import FINDINGS
    from meantree.annotation.finding_errors import ANNOTATOR

    if text == "none":
        return ()
    sources = project.suggestion_sources
    findings = [name for name in sources if name.split(" ")[0] == FINDINGS]
    names = []
    for name in filter(None, (part.strip() for part in text.split(","))):
        if name not in sources and name in (FINDINGS, ANNOTATOR) and not findings:
            how = f"meantree convert {project.path.name} NEW --spans {FINDINGS}"
            raise UsageError(f"--suggestions: this project has no findings; add them first: {how}")
        known = findings[-1] if name == FINDINGS and name not in sources else name
        if known not in sources:
            if not sources:
                raise UsageError(f"--suggestions: nobody has error spans in this project; found {quoted(name)}")
            found = unknown_name(name, sources)
            raise UsageError(f"--suggestions: found {found} (who have error spans here) or “none”")
        names.append(known)
    return tuple(names)
