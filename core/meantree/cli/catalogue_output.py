"""What ``meantree metrics`` and ``meantree formats`` print."""

from __future__ import annotations

from functools import partial
from textwrap import fill
from typing import Final

from meantree.cli.console import text_width
from meantree.cli.output import Result, drawn_rows, table_text
from meantree.corpus.formats.catalogue import FOLDER_FORMATS, formats
from meantree.escaping import as_json
from meantree.evaluation.value_table import ValueTable
from meantree.metrics.metric import Metric
from meantree.metrics.registry import describe_options, explanation, limits, metric, specs_in, summary, usable_metrics

WIDTH: Final = 120
BETTER: Final = {True: "higher", False: "lower"}


def metrics_result() -> Result:
    """Return all metrics, a row each."""
    rows = (
        (name, one.structure, BETTER[one.higher_is_better], summary(one), one.paper)
        for name, one in usable_metrics().items()
    )
    return _listing(ValueTable("metrics", "", "", ("metric", "compares", "better", "is", "source"), tuple(rows)))


def metric_result(spec: str) -> Result:
    """Return what a metric is, and a row for each of its options.

    Raises:
        UsageError: if there is no such metric, or an option has a wrong value.
    """
    name = specs_in(spec)[0]
    chosen = metric(name)
    rows = tuple((option.name, option.value, option.takes, option.meaning) for option in describe_options(chosen))
    options = ValueTable("options", "", "", ("option", "value", "takes", "meaning"), rows)
    return Result(
        partial(_explained, name, chosen, options), partial(_metric_json, name, chosen, options), lambda: [options]
    )


def formats_result() -> Result:
    """Return all formats, a row each."""
    rows = (
        (known.name, " ".join(known.extensions), known.title, known.notes)
        for known in dict.fromkeys((*formats(), *FOLDER_FORMATS))
    )
    return _listing(ValueTable("formats", "", "", ("format", "endings", "is", "holds"), tuple(rows)))


def _listing(table: ValueTable) -> Result:
    json = partial(as_json, [dict(zip(table.head, row, strict=True)) for row in table.rows])
    return Result(lambda: table_text(drawn_rows(table), WIDTH), json, lambda: [table])


def _explained(name: str, chosen: Metric, options: ValueTable) -> str:
    better = f"{BETTER[chosen.higher_is_better].capitalize()} is better. Compares {chosen.structure}."
    paragraphs = [name, explanation(chosen), better]
    if limits(chosen):
        paragraphs.append(f"It cannot see {limits(chosen)}.")
    text = "\n\n".join(fill(paragraph, text_width(WIDTH)) for paragraph in paragraphs) + "\n"
    return f"{text}\n{table_text(drawn_rows(options), WIDTH)}" if options.rows else text


def _metric_json(name: str, chosen: Metric, options: ValueTable) -> str:
    return as_json(
        {
            "name": name,
            "explanation": explanation(chosen),
            "compares": chosen.structure,
            "higher_is_better": chosen.higher_is_better,
            "cannot_see": limits(chosen),
            "source": chosen.paper,
            "options": [dict(zip(options.head, row, strict=True)) for row in options.rows],
        }
    )
