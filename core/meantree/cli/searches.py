"""``meantree search``: matches of a request over structure, their number, or groups of them, in all formats."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from meantree import __version__
from meantree.analysis.parsers import Parsers
from meantree.api.requests import SHORT, CorporaSearch, Searched, SearchOptions, segment_names
from meantree.cli.command_inputs import Inputs
from meantree.cli.output import Result
from meantree.corpus.corpus import SIDES, Corpus
from meantree.corpus.formats import FileRole, InputFile, read_corpus
from meantree.corpus.formats.catalogue import files_in
from meantree.corpus.formats.file_names import guess_role
from meantree.errors import Problem, UsageError, require_known
from meantree.escaping import as_json, counted, escaped, quoted
from meantree.evaluation.value_table import ValueTable
from meantree.files import PROJECT
from meantree.project.file import Project
from meantree.queries.matches import Edge, Group, Match, Node
from meantree.queries.request_model import Request
from meantree.queries.request_parsing import is_request, parse_request
from meantree.reporting.table_text import tables_tsv
from meantree.scoring.run import configured_metrics
from meantree.work import Work


def require_valid_search(text: str, inputs: Inputs) -> None:
    """Check that the last argument is a request, and that the texts are named in one way.

    Raises:
        UsageError: if the last argument is a file or an invalid request, or the texts are named twice or not at all.
    """
    if not is_request(text) and os.path.exists(text):
        raise UsageError(f"found the file {quoted(text)} as the last argument, expected a request: 'pattern {{ … }}'")
    parse_request(text)
    if bool(inputs.files) == bool(inputs.hypotheses or inputs.references or inputs.project):
        found = "both" if inputs.files else "nothing to search"
        raise UsageError(f"name files before the request, or with --hyp, --ref and --project; found {found}")


def read_corpora(inputs: Inputs) -> list[Corpus]:
    """Return the corpora to search.

    Files without roles are one corpus if their names tell hypotheses and references apart; otherwise each is a corpus,
    and a text of unknown role is a hypothesis. References alone are a corpus, too.

    Raises:
        InputError: if a file cannot be used.
        UsageError: if an annotator is named who is not in a project.
    """
    files, encoding, annotator = inputs.files, inputs.encoding, inputs.annotator
    if not files:
        if inputs.hypotheses or inputs.project:
            return [inputs.corpus()]
        references = [InputFile(path, FileRole.REFERENCE) for path in inputs.references or ()]
        return [read_corpus(references, encoding=encoding)]
    if annotator is not None and not _projects(inputs):
        raise UsageError("--annotator names an annotator of a project; found no project")
    files = [file for path in files for file in files_in(path)]
    if len(files) > 1 and {FileRole.HYPOTHESIS, FileRole.REFERENCE} <= {guess_role(path) for path in files}:
        return [read_corpus([InputFile(path) for path in files], encoding=encoding)]
    return [_read_file(path, encoding, annotator) for path in files]


def _read_file(path: Path, encoding: str | None, annotator: str | None) -> Corpus:
    if path.suffix == PROJECT:
        with Project(path, passing=True) as opened:
            return opened.corpus(annotator)
    known = guess_role(path) in (FileRole.HYPOTHESIS, FileRole.REFERENCE)
    role = None if known or path.is_dir() else FileRole.HYPOTHESIS
    return read_corpus([InputFile(path, role)], encoding=encoding)


def _projects(inputs: Inputs) -> list[Path]:
    paths = (*(inputs.files or ()), inputs.project)
    return [path for path in paths if path is not None and path.suffix == PROJECT]


def require_annotators(inputs: Inputs, spec: str) -> None:
    """Check that an annotator is named if a metric scores manual frames of a searched project.

    Raises:
        UsageError: if no annotator is named.
    """
    for path in _projects(inputs):
        Inputs(project=path, annotator=inputs.annotator).require_annotator(configured_metrics([spec]))


def search_result(
    corpora: Sequence[Corpus], options: SearchOptions, parsers: Parsers, work: Work
) -> tuple[Result, list[Problem]]:
    """Return the matches in the corpora, and what could not be searched.

    Without a match, the relations and the like that the request names and no text has are among the problems.

    Raises:
        UsageError: if the request, a key, a metric or a name is wrong.
    """
    for corpus in corpora:
        require_known("--system", options.systems, corpus.systems)
    require_known("--reference", [options.reference], chain(*(corpus.references for corpus in corpora)))
    found = CorporaSearch(corpora, options, parsers, work)
    request, keys = found.request, options.keys
    if options.count and not keys:
        return _count(found.count()), found.problems
    if keys:
        groups = found.groups()
        tables = [found.groups_table(groups)]
        result = Result(lambda: tables_tsv(tables), lambda: groups_json(groups, keys, request), lambda: tables)
        return result, found.problems
    matches = found.matches()
    result = Result(
        lambda: listing(matches), lambda: matches_json(matches, request), lambda: [found.matches_table(matches)]
    )
    return result, found.problems


def _count(number: int) -> Result:
    """Return the number of matches, which is the same in plain text and JSON."""
    table = ValueTable("count", "", "", ("count",), ((number,),))
    return Result(lambda: f"{number}\n", lambda: f"{number}\n", lambda: [table])


def matches_json(matches: Iterable[Searched], request: Request) -> str:
    """Return all matches; positions of words count from 1."""
    rows = [_match_json(corpus, match) for corpus, match in matches]
    return as_json({"version": __version__, "request": request.text, "count": len(rows), "matches": rows})


def _match_json(corpus: Corpus, match: Match) -> dict[str, object]:
    system, document, name, reference = segment_names(corpus, match)
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


def listing(matches: Iterable[Searched]) -> str:
    """Return the texts of each match with its words in brackets, and the number of matches."""
    lines, places, number = list[str](), set[tuple[int, int]](), 0
    for corpus, match in matches:
        number += 1
        places.add((id(corpus), match.place))
        segment = corpus.segments[match.place]
        lines.append(" · ".join(map(escaped, filter(None, (match.system, segment.key)))))
        lines += _texts(match)
    total = f"{counted(number, 'match', 'matches')} in {counted(len(places), 'segment')}"
    return "\n".join([*lines, total]) + "\n"


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
    """Return all groups."""
    rows = [
        {"keys": dict(zip(keys, group.keys, strict=True)), "count": group.count, "segments": group.segments}
        for group in groups
    ]
    total = sum(group.count for group in groups)
    return as_json({"version": __version__, "request": request.text, "count": total, "groups": rows})
