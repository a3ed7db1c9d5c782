"""A requested run: corpora, experiments and options, the command that repeats it, and which experiments it allows."""

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
from meantree.experiments.rated import rated_part, why_no_ratings
from meantree.experiments.study import DEFAULT_METRICS, Options


@dataclass(frozen=True, slots=True)
class ExperimentRequest:
    """The arguments of the command.

    Attributes:
        tables: names of experiments, empty for the first.
        journal_base: the file next to which journals of scores are written, None for no journals.
        resume: whether existing journals are read.
        annotator: whose annotations of a project are used, None for the automatic analysis.
    """

    paths: tuple[Path, ...]
    tables: tuple[str, ...]
    options: Options
    encoding: str | None
    parsers: Parsers
    journal_base: Path | None = None
    resume: bool = False
    annotator: str | None = None


def command_of(request: ExperimentRequest) -> str:
    """Return the command that makes the same tables, for a POSIX shell, without options at their defaults.

    Output format and output file are not part of it, nor is the number of processes, which changes no number.
    """
    return shlex.join(["meantree", "experiment", *map(_argument, request.paths), *_arguments(request)])


def _argument(path: Path) -> str:
    return f"./{path}" if str(path).startswith("-") else str(path)


def _arguments(request: ExperimentRequest) -> Iterator[str]:
    options, defaults = request.options, Options(request.options.rating)
    specs = options.metrics if options.metrics != DEFAULT_METRICS else ()
    several = {"--preferences": options.preferences, "--metric": specs, "--table": request.tables}
    single: dict[str, tuple[object, object]] = {
        "--rating": (options.rating, ""),
        "--group-by": (options.group_by, defaults.group_by),
        "--limit": (options.limit, defaults.limit),
        "--resamples": (options.resamples, defaults.resamples),
        "--correction": (options.correction, defaults.correction),
        "--seed": (options.seed, defaults.seed),
        "--pipeline": (request.parsers.pipeline, DEFAULT.pipeline),
        "--constituency": (request.parsers.constituency, DEFAULT.constituency),
        "--encoding": (request.encoding, None),
        "--annotator": (request.annotator, None),
    }
    for name, values in several.items():
        for value in values:
            yield from (name, value)
    for name, (given, default) in single.items():
        if given != default:
            yield from (name, str(given))


RANKS = {"mqm": 0, "da": 1, "hter": 3}
"""Order of the kinds of ratings; all others have rank 2, in the order of the corpora."""
TOO_FEW_CORPORA = "leave-one-language-out needs at least 2 corpora, one for each source language; add another"


@dataclass(frozen=True, slots=True)
class Judgements:
    """The human judgements in one corpus.

    Attributes:
        kinds: of its ratings, each with the reason why metrics cannot be compared with it, empty if they can.
        lacks: why nothing can be scored, empty if something can.
        why_none: what is known of why it has no ratings, after a semicolon.
    """

    name: str
    kinds: Mapping[str, str]
    lacks: str = ""
    why_none: str = ""


def judgements_of(corpus: Corpus) -> Judgements:
    """Return the kinds of ratings in a corpus; slow for very many ratings."""
    missing = "translation" if not corpus.systems else "" if corpus.references else "reference"
    lacks = f"{escaped(corpus.name)} has no {missing}, so nothing can be scored" if missing else ""
    kinds = {kind: _trouble(corpus, kind) for kind in corpus.rating_kinds}
    return Judgements(corpus.name, kinds, lacks, "" if kinds else why_no_ratings(corpus))


def _trouble(corpus: Corpus, kind: str) -> str:
    try:
        rated_part(corpus, kind)
    except UsageError as error:
        return str(error)
    return ""


def rating_kinds(corpora: Sequence[Judgements]) -> tuple[str, ...]:
    """Return the kinds that all corpora have, the most informative first, then those that only some have.

    Errors marked by experts are more informative than direct assessments, and these more than post-editing rates.
    """
    kinds = dict.fromkeys(chain.from_iterable(corpus.kinds for corpus in corpora))
    return tuple(
        sorted(kinds, key=lambda kind: (not all(kind in corpus.kinds for corpus in corpora), RANKS.get(kind, 2)))
    )


def why_unavailable(experiment: Experiment, corpora: Sequence[Judgements], options: Options) -> str:
    """Return why an experiment cannot be run on these corpora with these options; empty if it can."""
    if unscored := next((corpus.lacks for corpus in corpora if corpus.lacks), ""):
        return unscored
    if experiment.follows == "pairwise judgements" and len(options.preferences) != len(corpora):
        files = counted(len(options.preferences), "file")
        return f"it needs pairwise judgements: {files} for {counted(len(corpora), 'corpus', 'corpora')}"
    if experiment.follows == "ratings" and (reason := _no_ratings(corpora, options.rating)):
        return reason
    troubles = [trouble for corpus in corpora if (trouble := corpus.kinds.get(options.rating))]
    if experiment.follows == "nothing" and troubles:
        return troubles[0]
    return TOO_FEW_CORPORA if len(corpora) < experiment.corpora else ""


def _no_ratings(corpora: Sequence[Judgements], kind: str) -> str:
    if not any(one.kinds for one in corpora):
        has = "has" if len(corpora) == 1 else "have"
        why = "".join(corpus.why_none for corpus in corpora)
        return f"it needs ratings, and {listed(corpus.name for corpus in corpora)} {has} none{why}"
    if not kind:
        return "it needs ratings: choose their kind"
    for corpus in corpora:
        if kind not in corpus.kinds:
            available = f"its ratings are of the kinds {listed(corpus.kinds)}" if corpus.kinds else "there are none"
            return f"{escaped(corpus.name)} has no ratings {quoted(kind)}; {available}"
        if corpus.kinds[kind]:
            return corpus.kinds[kind]
    return ""
