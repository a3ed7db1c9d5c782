"""What is asked for: corpora, experiments and options, and the command that asks for the same."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from meantree.analysis.parsers import DEFAULT, Parsers
from meantree.experiments.study import DEFAULT_METRICS, Options


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command was asked for.

    Attributes:
        paths: of the corpora.
        tables: names of experiments, none for the first.
        options: for all of them.
        encoding: of the files.
        parsers: what analyses texts.
        kept: beside which file journals are kept, None for nowhere.
        resume: whether they are read.
        annotator: whose annotations of a project, None for the automatic analysis.
    """

    paths: tuple[Path, ...]
    tables: tuple[str, ...]
    options: Options
    encoding: str | None
    parsers: Parsers
    kept: Path | None = None
    resume: bool = False
    annotator: str | None = None


def command_of(asked: Asked) -> str:
    """The command that makes the same tables, for a POSIX shell; options that say what holds anyway are left out.

    Neither the format nor where the output goes is part of it, and processes do not change numbers.
    """
    return shlex.join(["meantree", "experiment", *map(_argument, asked.paths), *_options(asked)])


def _argument(path: Path) -> str:
    return f"./{path}" if str(path).startswith("-") else str(path)


def _options(asked: Asked) -> Iterator[str]:
    options, usual = asked.options, Options(asked.options.rating)
    specs = options.metrics if options.metrics != DEFAULT_METRICS else ()
    several = {"--preferences": options.preferences, "--metric": specs, "--table": asked.tables}
    one: dict[str, tuple[object, object]] = {
        "--rating": (options.rating, ""),
        "--group-by": (options.group_by, usual.group_by),
        "--limit": (options.limit, usual.limit),
        "--resamples": (options.resamples, usual.resamples),
        "--correction": (options.correction, usual.correction),
        "--seed": (options.seed, usual.seed),
        "--pipeline": (asked.parsers.pipeline, DEFAULT.pipeline),
        "--constituency": (asked.parsers.constituency, DEFAULT.constituency),
        "--encoding": (asked.encoding, None),
        "--annotator": (asked.annotator, None),
    }
    for name, values in several.items():
        for each in values:
            yield from (name, each)
    for name, (value, without) in one.items():
        if value != without:
            yield from (name, str(value))
