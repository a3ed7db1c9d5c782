"""``meantree search``: matches of a request over structure, their number, or groups of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.cli.output import Result
from meantree.cli.search_tables import Searched, groups_json, groups_table, listing, matches_json, matches_table
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats import FileRole, InputFile, read_corpus
from meantree.corpus.formats.file_names import guess_role
from meantree.errors import Problem, UsageError
from meantree.escaping import quoted, unknown_name
from meantree.evaluation.value_table import ValueTable
from meantree.project.file import SUFFIX, Project
from meantree.report.table_text import tables_tsv
from meantree.scoring.languages import foreign_corpora
from meantree.scoring.run import metrics_for
from meantree.search.corpus_search import Search
from meantree.search.matches import grouped, parse_key
from meantree.search.request_parsing import is_request, parse_request
from meantree.work import Work

MOST = 1_000_000
"""Matches that are listed; nobody reads more, and they would not fit into memory."""


def read_files(paths: Sequence[Path], encoding: str | None, annotator: str | None = None) -> list[Corpus]:
    """The corpora of files whose roles nobody told: one of all where their names tell hypotheses and references apart.

    Otherwise each file is a corpus of its own; a text of which nothing tells what it is, is a hypothesis.

    Raises:
        InputError: if a file cannot be used.
        UsageError: if an annotator is named who is not in a project.
    """
    if annotator is not None and not projects_of(paths):
        raise UsageError("--annotator names somebody in a project; found no project")
    roles = {guess_role(path) for path in paths}
    if len(paths) > 1 and {FileRole.HYPOTHESIS, FileRole.REFERENCE} <= roles:
        return [read_corpus([InputFile(path) for path in paths], encoding=encoding)]
    return [_alone(path, encoding, annotator) for path in paths]


def projects_of(paths: Iterable[Path | None]) -> list[Path]:
    """Those that are projects, by their endings."""
    return [path for path in paths if path is not None and path.suffix == SUFFIX]


def read_references(paths: Sequence[Path], encoding: str | None) -> Corpus:
    """References alone, which are texts, too.

    Raises:
        InputError: if a file cannot be used.
    """
    return read_corpus([InputFile(path, FileRole.REFERENCE) for path in paths], encoding=encoding)


def require_request(text: str) -> None:
    """See to it that the last argument is a request.

    Raises:
        UsageError: if it is a file, or a request that is wrong.
    """
    if not is_request(text) and os.path.exists(text):
        raise UsageError(f"found the file {quoted(text)} as the last argument, expected a request: 'pattern {{ … }}'")
    parse_request(text)


def _alone(path: Path, encoding: str | None, annotator: str | None) -> Corpus:
    if path.suffix == SUFFIX:
        with Project(path, passing=True) as opened:
            return opened.corpus(annotator)
    known = guess_role(path) in (FileRole.HYPOTHESIS, FileRole.REFERENCE)
    role = None if known or path.is_dir() else FileRole.HYPOTHESIS
    return read_corpus([InputFile(path, role)], encoding=encoding)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is looked for.

    Attributes:
        pattern: the request.
        spec: of the metric that is asked for statuses, links and features, if one is named.
        systems: whose hypotheses; all by default.
        reference: only this one.
        keys: what matches are grouped by; none lists them.
        count: the number of matches alone, unless they are grouped.
    """

    pattern: str
    spec: str | None = None
    systems: Sequence[str] | None = None
    reference: str | None = None
    keys: Sequence[str] = ()
    count: bool = False


def search_result(
    corpora: Sequence[Corpus], asked: Asked, parsers: Parsers, work: Work
) -> tuple[Result, list[Problem]]:
    """Return what is found in the corpora, with what could not be looked at.

    Raises:
        UsageError: if the request, a key, a metric or a name is wrong.
    """
    keys, spec = asked.keys, asked.spec
    request = parse_request(asked.pattern)
    _require_reference(corpora, asked.reference)
    known = [parse_key(key, request) for key in keys]
    store, problems = AnalysisStore(parsers), foreign_corpora(corpora, parsers)
    searches = [
        Search(
            request,
            corpus,
            store,
            metrics_for([spec], corpus, store)[spec] if spec is not None else None,
            _systems(corpus, asked.systems),
            asked.reference,
            work=work,
            problems=problems,
        )
        for corpus in corpora
    ]
    if asked.count and not keys:
        return _count(sum(search.count() for search in searches)), problems
    found: Iterator[Searched] = ((search.corpus, match) for search in searches for match in search.matches(known))
    if keys:
        groups = list(grouped(found))
        tables = [groups_table(groups, keys)]
        return Result(lambda: tables_tsv(tables), lambda: groups_json(groups, keys, request), lambda: tables), problems
    found = _bounded(found)
    result = Result(
        lambda: listing(found), lambda: matches_json(found, request), lambda: [matches_table(found, request)]
    )
    return result, problems


def _count(number: int) -> Result:
    """The number of matches alone, which is JSON, too."""
    table = ValueTable("count", "", "", ("count",), ((number,),))
    return Result(lambda: f"{number}\n", lambda: f"{number}\n", lambda: [table])


def _bounded(found: Iterator[Searched]) -> Iterator[Searched]:
    """The matches.

    Raises:
        UsageError: if there are more than can be listed.
    """
    yield from islice(found, MOST)
    if next(found, None) is not None:
        raise UsageError(f"more than {MOST:,} matches; expected fewer, or --count or --group-by")


def _require_reference(corpora: Sequence[Corpus], wanted: str | None) -> None:
    there = list(dict.fromkeys(name for corpus in corpora for name in corpus.references))
    if wanted is not None and wanted not in there:
        raise UsageError(f"--reference: found {unknown_name(wanted, there)}")


def _systems(corpus: Corpus, wanted: Sequence[str] | None) -> Sequence[str] | None:
    for system in wanted or ():
        if system not in corpus.systems:
            raise UsageError(f"--system: found {unknown_name(system, corpus.systems)}")
    return wanted
