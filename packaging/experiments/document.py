"""Writes the document: the template, with measured tables and numbers filled in.

In the template, ``<!-- table NAME -->`` stands for a table, ``<!-- run NAME … -->`` for commands with their durations,
``<!-- head NAME -->`` for the provenance of all outputs, and ``{{RUN | TABLE | COLUMN = VALUE; … | COLUMN}}`` for a
number. Text between ``<!-- if RUN … -->`` and ``<!-- end -->`` is skipped if one of these outputs is missing. A section
that asks for a missing output stays as it is on the page, so that one can measure again only what a change concerns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from chosen import Chosen
from outputs import Outputs

from meantree.evaluation.value_table import cell_text
from meantree.numbers import MISSING

DIRECTIVE: Final = re.compile(r"<!-- (\w+) (.*?) -->")
SPOKEN: Final = re.compile(r"<!-- if (.*?) -->\n(.*?)<!-- end -->\n", re.DOTALL)
BLANK: Final = re.compile(r"\n{3,}")
ANALYSER: Final = "analyser:"
NUMBER: Final = re.compile(r"\{\{(.+?)\}\}")
SECTION: Final = re.compile(r"^(?=## )", re.MULTILINE)


def written(template: str, tables: Mapping[str, Chosen], outputs: Outputs, page: str = "") -> str:
    """Return the whole document; sections that lack an output are those of the page as it was, if it has them.

    Raises:
        LookupError: if the template or a table names what an output does not have.
    """
    directives: dict[str, Callable[[str], str]] = {
        "table": lambda name: "\n".join(tables[name].lines(outputs)),
        "run": lambda names: _commands(names.split(), outputs),
        "head": lambda name: HEADS[name](outputs),
    }
    earlier = {_heading(section): section for section in SECTION.split(page)[1:]}
    head, *sections = SECTION.split(template)
    texts, kept = [], []
    for section in sections:
        outputs.missed.clear()
        text, heading = _filled(section, directives, outputs), _heading(section)
        if outputs.missed and heading in earlier:
            text = earlier[heading]
            kept.append(f"*{heading.removeprefix('## ')}*")
        texts.append(text)
    note = f"Of an earlier run, and not in the figures above: {'; '.join(kept)}." if kept else ""
    return "".join([_filled(head, {**directives, "kept": lambda _: note}, outputs), *texts])


def _heading(section: str) -> str:
    return section.partition("\n")[0]


def _filled(template: str, directives: Mapping[str, Callable[[str], str]], outputs: Outputs) -> str:
    text = SPOKEN.sub(lambda match: match[2] if all(map(outputs.is_done, match[1].split())) else "", template)
    text = DIRECTIVE.sub(lambda match: directives[match[1]](match[2]), text)
    return BLANK.sub("\n\n", NUMBER.sub(lambda match: _number(match[1], outputs), text))


def _number(words: str, outputs: Outputs) -> str:
    run, table, row, column = (part.strip() for part in words.split("|"))
    cells_of = outputs.table(run, table)
    if cells_of is None:
        return MISSING
    where = {name.strip(): value.strip() for name, _, value in (part.partition("=") for part in row.split(";"))}
    return cell_text(cells_of.cell(where, column))


def _commands(names: list[str], outputs: Outputs) -> str:
    lines = []
    for name in names:
        state = outputs.state(name)
        details = [_minutes(state.seconds), *([state.note] if state.note else [])]
        status = ", ".join(details) if outputs.is_done(name) else "not run yet"
        lines.append(f"- {name} ({status}): `{outputs.run(name).shown}`")
    return "\n".join(lines)


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def _corpora(outputs: Outputs) -> str:
    return "; ".join([*outputs.provenance("corpus"), *outputs.provenance("annotator of")]) + "."


def _settings(outputs: Outputs) -> str:
    named = ("seed", "bootstrap samples", "permutations")
    settings = [f"{name} {cell_text(int(value))}" for name in named for value in outputs.provenance(name)]
    return ", ".join([*outputs.provenance("version"), *settings]) + "."


def _signatures(outputs: Outputs) -> str:
    """Return the first signature of each metric, the number of further ones, and the analysers, each once."""
    by_metric: dict[str, list[str]] = {}
    for signature in outputs.provenance("signature"):
        by_metric.setdefault(signature.split("|")[0], []).append(signature)
    analysers: dict[str, str] = {}
    texts = []
    for _, signatures in sorted(by_metric.items()):
        parts = signatures[0].split("|")
        for place, part in enumerate(parts):
            if part.startswith(ANALYSER):
                parts[place] = ANALYSER + analysers.setdefault(part, f"A{len(analysers) + 1}")
        texts.append(f"`{'|'.join(parts)}`{_others(len(signatures) - 1)}")
    named = (f"{name} is `{part.removeprefix(ANALYSER)}`" for part, name in analysers.items())
    return "; ".join([*texts, *named]) + "."


def _others(number: int) -> str:
    return f" (and {number} more)" if number else ""


def _time(outputs: Outputs) -> str:
    done = [run for run in outputs.runs if outputs.is_done(run.name)]
    seconds = sum(outputs.state(run.name).seconds for run in done)
    return f"{len(done)} of {len(outputs.runs)} commands, {_minutes(seconds)}."


HEADS: Final[Mapping[str, Callable[[Outputs], str]]] = {
    "corpora": _corpora,
    "settings": _settings,
    "signatures": _signatures,
    "time": _time,
}


def write(template: Path, document: Path, tables: Mapping[str, Chosen], work: Path) -> None:
    """Write the document from the outputs in a working folder."""
    page = document.read_text(encoding="utf-8") if document.exists() else ""
    text = written(template.read_text(encoding="utf-8"), tables, Outputs(work), page)
    document.write_text(text, encoding="utf-8")
