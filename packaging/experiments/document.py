"""Writes the document: our words from the template, with the measured tables and numbers put in.

In the template, ``<!-- table NAME -->`` stands for a table, ``<!-- run NAME … -->`` for commands and how long they
took, ``<!-- head NAME -->`` for what all outputs say of themselves, and for one number there is
``{{RUN | TABLE | COLUMN = VALUE; … | COLUMN}}``. What stands between ``<!-- if RUN … -->`` and ``<!-- end -->``
speaks of these outputs, and is left out if one is missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from chosen import Chosen, told_missing
from outputs import Outputs

from meantree.report.table_text import MISSING, cell_text

DIRECTIVE: Final = re.compile(r"<!-- (\w+) (.*?) -->")
SPOKEN: Final = re.compile(r"<!-- if (.*?) -->\n(.*?)<!-- end -->\n", re.DOTALL)
BLANK: Final = re.compile(r"\n{3,}")
ANALYSER: Final = "analyser:"
NUMBER: Final = re.compile(r"\{\{(.+?)\}\}")


def written(template: str, tables: Mapping[str, Chosen], outputs: Outputs) -> str:
    """The whole document.

    Raises:
        LookupError: if the template or a table names what an output does not have.
    """
    made: Mapping[str, Callable[[str], str]] = {
        "table": lambda name: "\n".join(tables[name].lines(outputs)),
        "run": lambda names: _commands(names.split(), outputs),
        "head": lambda name: HEADS[name](outputs),
    }
    text = SPOKEN.sub(lambda found: found[2] if all(map(outputs.is_done, found[1].split())) else "", template)
    text = DIRECTIVE.sub(lambda found: made[found[1]](found[2]), text)
    return BLANK.sub("\n\n", NUMBER.sub(lambda found: _number(found[1], outputs), text))


def _number(words: str, outputs: Outputs) -> str:
    run, table, row, column = (part.strip() for part in words.split("|"))
    found = outputs.table(run, table)
    if found is None:
        return MISSING
    where = {name.strip(): value.strip() for name, _, value in (part.partition("=") for part in row.split(";"))}
    return cell_text(found.cell(where, column))


def _commands(names: list[str], outputs: Outputs) -> str:
    lines = []
    for name in names:
        state = outputs.state(name)
        took = [_minutes(state.seconds), *([state.note] if state.note else [])]
        told = ", ".join(took) if outputs.is_done(name) else "not run yet"
        lines.append(f"- {name} ({told}): `{outputs.run(name).shown}`")
    return "\n".join(lines)


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def _corpora(outputs: Outputs) -> str:
    return "; ".join([*outputs.provenance("corpus"), *outputs.provenance("annotator of")]) + "."


def _settings(outputs: Outputs) -> str:
    named = ("seed", "bootstrap samples", "permutations")
    told = [f"{what} {cell_text(int(one))}" for what in named for one in outputs.provenance(what)]
    return ", ".join([*outputs.provenance("version"), *told]) + "."


def _signatures(outputs: Outputs) -> str:
    """The first of each metric; its others differ in options, or in what corpora told them. Analysers are told once."""
    found: dict[str, list[str]] = {}
    for one in outputs.provenance("signature"):
        found.setdefault(one.split("|")[0], []).append(one)
    analysers: dict[str, str] = {}
    told = []
    for _, those in sorted(found.items()):
        parts = those[0].split("|")
        for place, part in enumerate(parts):
            if part.startswith(ANALYSER):
                parts[place] = ANALYSER + analysers.setdefault(part, f"A{len(analysers) + 1}")
        told.append(f"`{'|'.join(parts)}`{_others(len(those) - 1)}")
    named = (f"{name} is `{part.removeprefix(ANALYSER)}`" for part, name in analysers.items())
    return "; ".join([*told, *named]) + "."


def _others(number: int) -> str:
    return f" (and {number} more)" if number else ""


def _time(outputs: Outputs) -> str:
    done = [run for run in outputs.runs if outputs.is_done(run.name)]
    told = (
        f"{len(done)} of {len(outputs.runs)} commands, {_minutes(sum(outputs.state(one.name).seconds for one in done))}"
    )
    missing = [run.name for run in outputs.runs if run not in done]
    return f"{told}. {told_missing(missing)}" if missing else f"{told}."


HEADS: Final[Mapping[str, Callable[[Outputs], str]]] = {
    "corpora": _corpora,
    "settings": _settings,
    "signatures": _signatures,
    "time": _time,
}


def write(template: Path, document: Path, tables: Mapping[str, Chosen], work: Path) -> None:
    """Write the document from the outputs in a working folder."""
    text = written(template.read_text(encoding="utf-8"), tables, Outputs(work))
    document.write_text(text, encoding="utf-8")
