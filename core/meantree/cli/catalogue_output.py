"""What ``meantree metrics``, ``languages`` and ``formats`` print."""

from __future__ import annotations

from collections import Counter
from functools import partial
from textwrap import fill
from typing import Final, get_args

from meantree.analysis.parsers import Parsers
from meantree.cli.console import text_width
from meantree.cli.output import Result, drawn_rows, records, table_text
from meantree.corpus.formats.catalogue import FOLDER_FORMATS, formats
from meantree.escaping import as_json
from meantree.evaluation.value_table import ValueTable
from meantree.language.languages import NAMES, PARTS, Language, known_code
from meantree.metrics.metric import Metric
from meantree.metrics.registry import describe_options, explanation, limits, metric, specs_in, summary, usable_metrics
from meantree.scoring.verdicts import Grade, verdict

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


def languages_result(parsers: Parsers) -> Result:
    """Return all languages: what ships for each, or an installed pipeline makes, and how many metrics are available."""
    rows, metrics = list[tuple[str | int, ...]](), usable_metrics().values()
    for language in map(Language, NAMES):
        parts = parsers.parts(language)
        counts = Counter(verdict(one, language, parts).grade for one in metrics)
        available = (counts[grade] for grade in get_args(Grade))
        there_is = ", ".join(part for part in PARTS if part in {*language.parts, *parts})
        rows.append((language.name, language.code, language.tokenizer, *available, there_is))
    head = ("language", "code", "tokenizer", *get_args(Grade), "there is")
    return _listing(ValueTable("languages", "", "", head, tuple(rows)))


def language_result(name: str, parsers: Parsers) -> Result:
    """Return what each metric can do for a language with these parsers; raise UsageError if it is not known."""
    language = Language(known_code(name))
    parts = parsers.for_language(language.code).parts(language)
    found = ((spec, verdict(one, language, parts)) for spec, one in usable_metrics().items())
    rows = tuple((spec, one.grade, one.reason) for spec, one in found)
    return _listing(ValueTable("metrics", "", "", ("metric", language.name, "what is missing"), rows))


def formats_result() -> Result:
    """Return all formats, a row each."""
    rows = (
        (known.name, " ".join(known.extensions), known.title, known.notes)
        for known in dict.fromkeys((*formats(), *FOLDER_FORMATS))
    )
    return _listing(ValueTable("formats", "", "", ("format", "endings", "is", "holds"), tuple(rows)))


def _listing(table: ValueTable) -> Result:
    return Result(lambda: table_text(drawn_rows(table), WIDTH), lambda: as_json(records(table)), lambda: [table])


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
            "options": records(options),
        }
    )
