"""``meantree search``: matches of a request over structure, their number, or groups of them, in all formats."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from meantree import __version__
from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.cli.output import Result
from meantree.corpus.corpus import SIDES, Corpus, Segment, Side
from meantree.corpus.formats import FileRole, InputFile, read_corpus
from meantree.corpus.formats.file_names import guess_role
from meantree.errors import Problem, UsageError
from meantree.escaping import as_json, counted, escaped, quoted, unknown_name
from meantree.evaluation.value_table import Value, ValueTable
from meantree.project.file import SUFFIX, Project
from meantree.report.table_text import tables_tsv
from meantree.scoring.languages import foreign_corpora
from meantree.scoring.run import metrics_for
from meantree.search.corpus_search import Search
from meantree.search.matches import UNDEFINED, Edge, Group, Match, Node, grouped, parse_key
from meantree.search.request_model import Request
from meantree.search.request_parsing import is_request, parse_request
from meantree.work import Work

SHORT: dict[Side, str] = {"hypothesis": "hyp", "reference": "ref"}
Searched = tuple[Corpus, Match]
MOST = 1_000_000
"""Matches that are listed; nobody reads more, and they would not fit into memory."""


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


def _names(corpus: Corpus, match: Match) -> tuple[str, str, str, str]:
    segment: Segment = corpus.segments[match.place]
    return match.system, segment.document, segment.id, match.reference


def matches_table(found: Iterable[Searched], request: Request) -> ValueTable:
    """A row for each match; words by their places in the text, from 1."""
    nodes, edges = tuple(request.pattern.nodes), request.edge_names
    columns = [f"{name}{part}" for name in nodes for part in ("", ".token", ".side")]
    rows = list[tuple[Value, ...]]()
    for corpus, match in found:
        row: list[Value] = [*_names(corpus, match)]
        for name in nodes:
            node = match.nodes[name]
            row += [match.word(name), node.token + 1, SHORT[node.side]]
        rows.append((*row, *(match.edges[name].label for name in edges)))
    return ValueTable("matches", "", "", ("system", "document", "id", "reference", *columns, *edges), tuple(rows))


def matches_json(found: Iterable[Searched], request: Request) -> str:
    """All of the matches; words by their places in the text, from 1."""
    matches = [_match_json(corpus, match) for corpus, match in found]
    return as_json({"version": __version__, "request": request.text, "count": len(matches), "matches": matches})


def _match_json(corpus: Corpus, match: Match) -> dict[str, object]:
    system, document, name, reference = _names(corpus, match)
    return {
        "system": system,
        "document": document,
        "id": name,
        "reference": reference,
        "nodes": {node: {**_node_json(match.nodes[node]), "form": match.word(node)} for node in match.nodes},
        "edges": {edge: _edge_json(match.edges[edge]) for edge in match.edges},
    }


def _node_json(node: Node) -> dict[str, object]:
    return {"side": SHORT[node.side], "token": node.token + 1}


def _edge_json(edge: Edge) -> dict[str, object]:
    return {
        "kind": edge.kind,
        "label": edge.label,
        "status": edge.status,
        "source": None if edge.source is None else _node_json(edge.source),
        "target": _node_json(edge.target),
    }


def listing(found: Iterable[Searched]) -> str:
    """The texts of each match with its words in brackets, and how many there are."""
    lines, places, number = list[str](), set[tuple[int, int]](), 0
    for corpus, match in found:
        number += 1
        places.add((id(corpus), match.place))
        segment = corpus.segments[match.place]
        lines.append(" · ".join(map(escaped, filter(None, (match.system, segment.key)))))
        lines += _texts(match)
    told = f"{counted(number, 'match', 'matches')} in {counted(len(places), 'segment')}"
    return "\n".join([*lines, told]) + "\n"


def _texts(match: Match) -> Iterator[str]:
    seen = {node.side for node in match.nodes.values()} or set(match.words)
    for side in SIDES:
        if side not in seen:
            continue
        names: dict[int, list[str]] = {}
        for name, node in match.nodes.items():
            if node.side == side:
                names.setdefault(node.token, []).append(name)
        words = (
            f"[{escaped(word)}]{','.join(names[place])}" if place in names else escaped(word)
            for place, word in enumerate(match.words[side])
        )
        yield f"  {SHORT[side]}  {' '.join(words)}"


def groups_json(groups: Sequence[Group], keys: Sequence[str], request: Request) -> str:
    """All groups."""
    rows = [
        {"keys": dict(zip(keys, one.keys, strict=True)), "count": one.count, "segments": one.segments} for one in groups
    ]
    total = sum(one.count for one in groups)
    return as_json({"version": __version__, "request": request.text, "count": total, "groups": rows})


def groups_table(groups: Sequence[Group], keys: Sequence[str]) -> ValueTable:
    """A row for each group."""
    rows = [_row(one) for one in groups]
    return ValueTable("groups", "", "", (*keys, "count", "segments"), tuple(rows))


def _row(one: Group) -> tuple[Value, ...]:
    return (*(key or UNDEFINED for key in one.keys), one.count, one.segments)
