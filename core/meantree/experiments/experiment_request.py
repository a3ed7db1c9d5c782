"""What is asked for: corpora, experiments and options, and the command that asks for the same."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from meantree.analysis.parsers import DEFAULT, Parsers
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import counted, escaped, listed, quoted
from meantree.experiments.experiment_registry import Experiment
from meantree.experiments.rated import rated_part
from meantree.experiments.study import DEFAULT_METRICS, Options


@dataclass(frozen=True, slots=True)
class ExperimentRequest:
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


def command_of(asked: ExperimentRequest) -> str:
    """The command that makes the same tables, for a POSIX shell; options that say what holds anyway are left out.

    Neither the format nor where the output goes is part of it, and processes do not change numbers.
    """
    return shlex.join(["meantree", "experiment", *map(_argument, asked.paths), *_arguments(asked)])


def _argument(path: Path) -> str:
    return f"./{path}" if str(path).startswith("-") else str(path)


def _arguments(asked: ExperimentRequest) -> Iterator[str]:
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


RANKS = {"mqm": 0, "da": 1, "hter": 3}
"""Kinds of ratings before and after the others, which stand at 2 in the order of the corpora."""
ROBIN = "a round robin takes one corpus for each source language, 2 at least; add another one"


@dataclass(frozen=True, slots=True)
class Judgements:
    """What people and systems say in one corpus.

    Attributes:
        name: of the corpus.
        kinds: of its ratings, each with why nothing can follow them, empty where something can.
        lacks: why nothing can be scored, empty if something can.
    """

    name: str
    kinds: Mapping[str, str]
    lacks: str = ""


def judgements_of(corpus: Corpus) -> Judgements:
    """Look through the ratings of a corpus; of very many this takes a moment."""
    missing = "translation" if not corpus.systems else "" if corpus.references else "reference"
    lacks = f"{escaped(corpus.name)} has no {missing}, so nothing can be scored" if missing else ""
    return Judgements(corpus.name, {kind: _trouble(corpus, kind) for kind in corpus.rating_kinds}, lacks)


def _trouble(corpus: Corpus, kind: str) -> str:
    try:
        rated_part(corpus, kind)
    except UsageError as error:
        return str(error)
    return ""


def rating_kinds(corpora: Sequence[Judgements]) -> tuple[str, ...]:
    """The kinds that all corpora have, those that are followed most first; what only some have, after them.

    Errors that experts mark tell more than direct assessments, which tell more than what editing took.
    """
    found = dict.fromkeys(chain.from_iterable(one.kinds for one in corpora))
    return tuple(sorted(found, key=lambda kind: (not all(kind in one.kinds for one in corpora), RANKS.get(kind, 2))))


def why_not(experiment: Experiment, corpora: Sequence[Judgements], options: Options) -> str:
    """Why an experiment cannot be made of these corpora with these options; empty if nothing speaks against it."""
    if unscored := next((one.lacks for one in corpora if one.lacks), ""):
        return unscored
    if experiment.follows == "preferences" and len(options.preferences) != len(corpora):
        files = counted(len(options.preferences), "file")
        return f"it follows people's preferences: {files} for {counted(len(corpora), 'corpus', 'corpora')}"
    if experiment.follows == "ratings" and (lack := _no_ratings(corpora, options.rating)):
        return lack
    troubles = [trouble for one in corpora if (trouble := one.kinds.get(options.rating))]
    if experiment.follows == "nothing" and troubles:
        return troubles[0]
    return ROBIN if len(corpora) < experiment.corpora else ""


def _no_ratings(corpora: Sequence[Judgements], kind: str) -> str:
    if not any(one.kinds for one in corpora):
        return f"it follows people's ratings, and {listed(one.name for one in corpora)} has none"
    if not kind:
        return "it follows people's ratings: choose their kind"
    for one in corpora:
        if kind not in one.kinds:
            there = f"those there are of the kinds {listed(one.kinds)}" if one.kinds else "there are none"
            return f"{escaped(one.name)} has no ratings {quoted(kind)}; {there}"
        if one.kinds[kind]:
            return one.kinds[kind]
    return ""


def require_judgements(options: Options, corpora: int, chosen: Sequence[Experiment]) -> None:
    """See to it that there is something to follow, where it is needed, before corpora are read.

    Raises:
        UsageError: if there are neither ratings nor preferences, or not a file of these for each corpus.
    """
    if not options.rating and not options.preferences and any(one.follows != "nothing" for one in chosen):
        raise UsageError("nothing to follow: name people's ratings with --rating, or files with --preferences")
    if options.preferences and len(options.preferences) != corpora:
        told = f"{counted(len(options.preferences), 'file')} for {counted(corpora, 'corpus', 'corpora')}"
        raise UsageError(f"--preferences: found {told}, expected one for each")
