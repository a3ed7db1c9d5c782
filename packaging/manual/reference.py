"""Pages of the manual's reference, made from what the program itself says.

Each function returns a page as Markdown: :func:`commands_page`, :func:`metrics_page`, :func:`languages_page`,
:func:`formats_page`, :func:`keys_page` and :func:`schemas_page`. :data:`PAGES` names the files.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from inspect import cleandoc
from typing import Any, Final

import click
from format_sections import SECTIONS

from meantree.analysis.parsers import DEFAULT, Parsers
from meantree.api.evidence_text import derivation_lines
from meantree.api.pairs import ComparedPair, compare
from meantree.cli.app import app
from meantree.cli.arguments import PROGRAM, SUBJECTS
from meantree.cli.command_inputs import Task
from meantree.cli.explanation import explain_segment, explanation_json
from meantree.cli.finding_output import findings_result
from meantree.cli.help import records_by_section
from meantree.cli.score_output import scored, written
from meantree.corpus.formats import InputFile, read_corpus
from meantree.corpus.formats.catalogue import FOLDER_FORMATS, FORMATS
from meantree.corpus.formats.plain_text import pasted_corpus
from meantree.language.languages import Language
from meantree.metrics.registry import METRICS, describe_options, explanation, limits, metric, summary
from meantree.scoring.verdicts import Grade, Verdict, verdict
from meantree.work import Work
from meantree_resources import resource

MADE: Final = "<!-- Made by packaging/manual/build.py; do not edit. -->\n\n"
HYPOTHESIS: Final = "You should cut the cake before it has cooled completely."
REFERENCE: Final = "You should not cut the cake until it has cooled completely."
MANUAL_FRAMES: Final = "hmeant"
"""The metric that needs frames by people, and so has no example."""
SEGMENT: Final = "news/7"
SPECS: Final = ("hwcm", "stm", "nist", "ter", "rte-r", "meant")
"""Metrics whose evidence has every kind of part."""
NULLABLE: Final = ("score", "derivation", "reference")
"""Properties that are null where a score is undefined, or no reference was selected."""
LISTED: Final[Mapping[str, Sequence[Any]]] = {"arcs": [[0, 0]], "nodes": [0], "frontier": [0]}
"""What lists of places hold; in the sample some are empty."""
WIDTH: Final = 100
SHOWN_LANGUAGES: Final = ("en", "ar", "cs", "de", "fr", "hi", "ja", "ko", "ru", "zh")
SIGNS: Final[Mapping[Grade, str]] = {"full": "●", "reduced": "◐", "not available": "–"}
OF_ALL: Final = ("-q, --quiet", "-h, --help")
"""Options of all commands."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def commands_page() -> str:
    """Return all commands with their arguments and options, as ``-h`` has them."""
    with app.make_context(PROGRAM, [], resilient_parsing=True) as context:
        parts = [
            f"{MADE}# Commands\n",
            "`meantree [FILE...]` opens the window; `meantree COMMAND -h` says what stands here.\n",
        ]
        for subject, names in SUBJECTS.items():
            parts.append(f"## {subject}\n")
            for name in names:
                parts += _command(app.commands[name], context, name)
    return "\n".join(parts)


def _command(command: click.Command, parent: click.Context, name: str) -> Iterator[str]:
    with command.make_context(name, [], parent=parent, resilient_parsing=True) as context:
        subcommands: Mapping[str, click.Command] = getattr(command, "commands", {})
        path = context.command_path
        yield f"### {path.removeprefix(PROGRAM).strip()}\n"
        yield f"{_escaped(cleandoc(command.help or ''))}\n"
        if not subcommands:
            pieces = " ".join(command.collect_usage_pieces(context))
            yield f"```\n{path} {pieces}\n```\n"
            yield from _parameters(command, context)
        for one, subcommand in subcommands.items():
            yield from _command(subcommand, context, one)


def _parameters(command: click.Command, context: click.Context) -> Iterator[str]:
    arguments = [param.get_help_record(context) for param in command.params if isinstance(param, click.Argument)]
    rows = [
        ("" if place else title, f"`{name}`", _escaped(text))
        for title, records in {"Arguments": arguments, **records_by_section(command, context)}.items()
        for place, (name, text) in enumerate(record for record in records if record[0] not in OF_ALL)
    ]
    if rows:
        yield table(("", "option", "meaning"), rows)


def _escaped(text: str) -> str:
    return re.sub(r"([<>\[\]])", r"\\\1", text)


def metrics_page() -> str:
    """Return all metrics with their options, an example on one pair, and what they cannot see."""
    rows = [
        (f"[`{name}`](#{_anchor(name)})", one.structure, "↑" if one.higher_is_better else "↓", summary(one), one.paper)
        for name, one in ((name, metric(name)) for name in METRICS)
    ]
    parts = [
        f"{MADE}# Metrics\n",
        "A metric is named as `NAME` or `NAME:option=value,option=value`, in any case. ↑: higher is better, ↓: lower is"
        " better. [Scores](../explanation/scores.md) explains evidence, derivations and limits.\n",
        table(("metric", "compares", "", "is", "source"), rows),
        f"The examples compare\n\n- translation: {HYPOTHESIS}\n- reference: {REFERENCE}\n",
    ]
    for name in METRICS:
        parts += _metric(name)
    return "\n".join(parts)


def _anchor(name: str) -> str:
    return re.sub(r"[^\w-]", "", name.lower())


def _metric(name: str) -> Iterator[str]:
    chosen = metric(name)
    yield f"## {name}\n"
    yield f"{_escaped(explanation(chosen))}\n"
    yield f"It cannot see {limits(chosen)}.\n"
    options = [
        (f"`{one.name}`", f"`{one.value}`", _escaped(one.takes), _escaped(one.meaning))
        for one in describe_options(chosen)
    ]
    if options:
        yield table(("option", "default", "takes", "meaning"), options)
    if chosen.name == MANUAL_FRAMES:
        yield "It scores frames that people annotated and aligned, so there is no example without a project.\n"
        return
    yield f"```\n{_example(compare(HYPOTHESIS, REFERENCE, name))}\n```\n"


def _example(pair: ComparedPair) -> str:
    if pair.derivation is None:
        return "undefined"
    return "\n".join(line.removeprefix("    ") for line in derivation_lines(pair.derivation, WIDTH))


def languages_page() -> str:
    """Return what there is for ten languages, and which metrics are available in each."""
    languages = [Language(code) for code in SHOWN_LANGUAGES]
    of_language = [
        (one.name, f"`{one.code}`", f"`{one.tokenizer}`", ", ".join(one.parts) or "–", _counts(one))
        for one in languages
    ]
    return "\n".join(
        (
            f"{MADE}# Languages\n",
            "What is right for the language of the translations is computed, what is not is not. The language is that"
            " of the option `--language`, of a project, or of the files or their names; else it is detected: by the"
            " script where that is enough, else by the letters of translations and references. `meantree languages`"
            " lists all languages, `meantree languages NAME` every metric for one.\n",
            "## What there is\n",
            "The tokenizer is that of string metrics by default; `tokenize=ja-mecab` and `tokenize=ko-mecab` need MeCab"
            " (`pip install 'sacrebleu[ja]'`, `'sacrebleu[ko]'`). TER is normalized, with East Asian characters"
            " apart, in Chinese, Japanese and Korean. What ships: layers of analysis, lexicons, models of ratings, and"
            " kinds of findings whose precision was measured; other parsers and analyses in files add theirs"
            " ([how](../how-to/parsers.md)).\n",
            table(("language", "code", "tokenizer", "ships", "metrics full, reduced, not available"), of_language),
            "## Metrics\n",
            "●: full, ◐: reduced, –: not available, so not computed. The last column is a language for which a spaCy"
            " pipeline is chosen, here French.\n",
            table(("metric", *(one.code for one in languages), "with a pipeline"), map(_verdicts, METRICS)),
            "## What is missing\n",
            "".join(f"- {reason}\n" for reason in _reasons()),
        )
    )


def _counts(language: Language) -> str:
    found = Counter(_verdict(name, language).grade for name in METRICS)
    return ", ".join(str(found[grade]) for grade in SIGNS)


def _verdict(name: str, language: Language, parsers: Parsers = DEFAULT) -> Verdict:
    return verdict(metric(name), language, parsers.parts(language))


def _verdicts(name: str) -> tuple[str, ...]:
    found = [_verdict(name, Language(code)) for code in SHOWN_LANGUAGES]
    return f"[`{name}`](metrics.md#{_anchor(name)})", *(SIGNS[one.grade] for one in found), SIGNS[_piped(name).grade]


def _piped(name: str) -> Verdict:
    return _verdict(name, Language("fr"), Parsers("fr_core_news_sm"))


def _reasons() -> Iterator[str]:
    """Yield each reason in French, without and with a pipeline, with the metrics that it is of."""
    for title, judge in (("without a parser", lambda name: _verdict(name, Language("fr"))), ("with one", _piped)):
        by_verdict: dict[str, list[str]] = {}
        for name in METRICS:
            if (found := judge(name)).reason:
                by_verdict.setdefault(str(found), []).append(f"`{name}`")
        yield from (f"French {title}, {', '.join(names)}: {reason}" for reason, names in by_verdict.items())


def formats_page() -> str:
    """Return all formats with their endings and what they hold."""
    rows = [
        (f"`{known.name}`", " ".join(f"`{ending}`" for ending in known.extensions), known.title, _escaped(known.notes))
        for known in dict.fromkeys((*FORMATS, *FOLDER_FORMATS))
    ]
    return "\n".join(
        (
            f"{MADE}# Formats\n",
            "Meantree finds the format of a file by its ending and by looking inside. The names `hyp.SYSTEM.LANG`,"
            " `ref.NAME.LANG` and `src.LANG` tell what a file is.\n",
            table(("format", "endings", "is", "holds"), rows),
            "Analyses in the input are used as they are. How other texts are analysed, and by what else they can be,"
            " says [Your own parser or language](../how-to/parsers.md).\n",
            "What is none of these (other XML and JSON, PDF, archives, tables without known columns) is refused with"
            " what it seems to be. Files may be packed with gzip (`hyp.north.en.gz`). A folder given to `--hyp` is read"
            " by the names of its files.\n",
            *map(_format_section, SECTIONS),
        )
    )


def _format_section(name: str) -> str:
    note, files = SECTIONS[name]
    examples = (f"`{file}`:\n\n```\n{content}```\n" for file, content in files.items())
    return "\n".join((f"## {name}\n", f"{note}\n", *examples))


def keys_page(sections: Mapping[str, Iterable[tuple[str, str]]]) -> str:
    """Return the keys of all commands.

    Args:
        sections: rows of keys and what they do, by the menu or the place where they work.
    """
    parts = [
        f"{MADE}# Keys\n",
        "Every command of the window with its default keys, by menu, then by the place where they work."
        " *Settings → Keys* (Ctrl+,) changes them; F1 shows the present ones; Ctrl+K finds any command.\n",
    ]
    for title, rows in sections.items():
        parts += [f"## {title}\n", table(("key", "does"), ((_keys(keys), _escaped(text)) for keys, text in rows))]
    return "\n".join(parts)


def _keys(keys: str) -> str:
    return f"`{keys}`" if keys else ""


def schemas_page() -> str:
    """Return the JSON schemas of ``score``, ``explain`` and ``findings``, made from their output.

    That is for the sample, and for texts of one system without a source, of which one is empty and one has no frame.
    """
    corpus = read_corpus([InputFile(resource("sample/sample.tsv"))])
    few = pasted_corpus({"south": "Yes.\n\nHe came."}, {"A": "No.\nWell.\nHe went."})
    assert few is not None
    french = replace(few, target_language="fr")  # in which some metrics are not available
    documents = {
        "score": [
            json.loads(str(written(scored(Task(each), SPECS, None), "system", "json", Work())))
            for each in (corpus.part([0, 3]), french)
        ],
        "explain": [
            json.loads(explanation_json(explain_segment(Task(texts), [spec], segment, "south")))
            for texts, segment in ((corpus, SEGMENT), (few, "1"), (few, "2"))
            for spec in SPECS
        ],
        "findings": [
            json.loads(str(findings_result(Task(each))[0].written("json")))
            for each in (corpus, few, replace(corpus, target_language="de"))  # other languages have a reason
        ],
    }
    parts = [
        f"{MADE}# JSON of score, explain and findings\n",
        "What `meantree score --format json`, `meantree explain --format json` and `meantree findings --format json`"
        " print, as JSON schemas. A property that is not required is there where a metric or a segment has it. Scores"
        " are `null` where they are undefined; indices count from 0, and the end of a span is excluded.\n",
    ]
    for command, found in documents.items():
        schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema_of(found, command)}
        parts += [f"## {command}\n", f"```json\n{json.dumps(schema, indent=1, ensure_ascii=False)}\n```\n"]
    return "\n".join(parts)


def schema_of(values: Sequence[Any], name: str = "") -> dict[str, Any]:
    """Return the schema of values: their types, the properties of objects, and the items of lists.

    An object whose keys are names that users choose (``references``, ``scores``) has one schema for all of them.
    """
    types = sorted({_type(value) for value in values} | ({"null"} if name in NULLABLE else set()))
    if "integer" in types and "number" in types:
        types.remove("integer")
    schema: dict[str, Any] = {"type": types[0] if len(types) == 1 else types}
    objects = [value for value in values if isinstance(value, dict)]
    items = [item for value in values if isinstance(value, list) for item in (*value, *LISTED.get(name, ()))]
    if objects and name in ("references", "scores"):
        schema["additionalProperties"] = schema_of(
            [item for one in objects for item in one.values()], "score" if name == "scores" else ""
        )
    elif objects:
        keys = dict.fromkeys(key for one in objects for key in one)
        schema["properties"] = {key: schema_of([one[key] for one in objects if key in one], key) for key in keys}
        schema["required"] = [key for key in keys if all(key in one for one in objects)]
    if items:
        schema["items"] = schema_of(items)
    return schema


def _type(value: Any) -> str:
    if value is None:
        return "null"
    kinds = ((bool, "boolean"), (int, "integer"), (float, "number"), (str, "string"), (list, "array"))
    return next((name for kind, name in kinds if isinstance(value, kind)), "object")


PAGES: Final[Mapping[str, Callable[[], str]]] = {
    "commands.md": commands_page,
    "metrics.md": metrics_page,
    "languages.md": languages_page,
    "formats.md": formats_page,
    "json.md": schemas_page,
}
"""Pages that are made without the window, by file name."""
KEYS: Final = "keys.md"
