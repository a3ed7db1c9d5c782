"""``meantree search``: matches of a request over structure, their number, or groups of them, in all formats."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from meantree import __version__
from meantree.analysis.parsers import Parsers
from meantree.cli.command_inputs import Inputs, require_systems
from meantree.cli.output import Result
from meantree.corpus.corpus import SIDES, Corpus, Segment, Side
from meantree.corpus.formats import FileRole, InputFile, read_corpus
from meantree.corpus.formats.catalogue import files_in
from meantree.corpus.formats.file_names import guess_role
from meantree.errors import Problem, UsageError
from meantree.escaping import as_json, counted, escaped, quoted, unknown_name
from meantree.evaluation.value_table import Value, ValueTable
from meantree.files import PROJECT
from meantree.project.file import Project
from meantree.queries.absent_values import NamedValues
from meantree.queries.corpus_search import Search
from meantree.queries.matches import UNDEFINED, Edge, Group, Match, Node, grouped, parse_key
from meantree.queries.request_model import Request
from meantree.queries.request_parsing import is_request, parse_request
from meantree.reporting.table_text import tables_tsv
from meantree.scoring.run import configured_metrics, metrics_for
from meantree.scoring.verdicts import require_available, store_for, without_parser
from meantree.work import Work

SHORT: dict[Side, str] = {"hypothesis": "hyp", "reference": "ref"}
Searched = tuple[Corpus, Match]
MOST = 1_000_000
"""Maximum number of listed matches, which bounds the memory."""


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """Options of a search.

    Attributes:
        spec: of the metric that determines statuses, links and features, if any.
        systems: whose hypotheses; all by default.
        reference: the only one to search.
        keys: that group the matches; without keys they are listed.
        count: whether to count matches that are not grouped.
    """

    pattern: str
    spec: str | None = None
    systems: Sequence[str] | None = None
    reference: str | None = None
    keys: Sequence[str] = ()
    count: bool = False


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
    keys, spec = options.keys, options.spec
    request = parse_request(options.pattern)
    _require_reference(corpora, options.reference)
    group_keys = [parse_key(key, request) for key in keys]
    stores = [store_for(corpus, parsers) for corpus in corpora]
    reasons = {without_parser(corpus.language, store.parsers) for corpus, store in zip(corpora, stores, strict=True)}
    problems = [Problem(None, None, f"only words are searched: {reason}") for reason in sorted(reasons - {""})]
    values = NamedValues.of(request)
    for corpus, store in zip(corpora, stores, strict=True):
        require_systems(corpus, options.systems)
        require_available(corpus, configured_metrics([spec]) if spec is not None else {}, store.parsers)
    searches = [
        Search(
            request,
            corpus,
            store,
            metrics_for([spec], corpus, store)[spec] if spec is not None else None,
            options.systems,
            options.reference,
            work=work,
            problems=problems,
            values=values,
        )
        for corpus, store in zip(corpora, stores, strict=True)
    ]
    if options.count and not keys:
        number = sum(search.count() for search in searches)
        return _count(number), [*problems, *([] if number else _absent(values))]

    def found() -> Iterator[Searched]:
        match = None
        for search in searches:
            for match in search.matches(group_keys):
                yield search.corpus, match
        if match is None:
            problems.extend(_absent(values))

    matches = found()
    if keys:
        groups = list(grouped(matches))
        tables = [groups_table(groups, keys)]
        return Result(lambda: tables_tsv(tables), lambda: groups_json(groups, keys, request), lambda: tables), problems
    matches = _bounded(matches)
    result = Result(
        lambda: listing(matches), lambda: matches_json(matches, request), lambda: [matches_table(matches, request)]
    )
    return result, problems


def _absent(values: NamedValues) -> list[Problem]:
    return [Problem(None, None, sentence, is_note=True) for sentence in values.absent()]


def _count(number: int) -> Result:
    """Return the number of matches, which is the same in plain text and JSON."""
    table = ValueTable("count", "", "", ("count",), ((number,),))
    return Result(lambda: f"{number}\n", lambda: f"{number}\n", lambda: [table])


def _bounded(matches: Iterator[Searched]) -> Iterator[Searched]:
    """Yield the matches; raise UsageError if there are more than can be listed."""
    yield from islice(matches, MOST)
    if next(matches, None) is not None:
        raise UsageError(
            f"more than {MOST:,} matches, expected at most that many; narrow the request, or use --count or --group-by"
        )


def _require_reference(corpora: Sequence[Corpus], reference: str | None) -> None:
    known = list(dict.fromkeys(name for corpus in corpora for name in corpus.references))
    if reference is not None and reference not in known:
        raise UsageError(f"--reference: found {unknown_name(reference, known)}")


def _segment_names(corpus: Corpus, match: Match) -> tuple[str, str, str, str]:
    segment: Segment = corpus.segments[match.place]
    return match.system, segment.document, segment.id, match.reference


def matches_table(matches: Iterable[Searched], request: Request) -> ValueTable:
    """Return a table with a row for each match; positions of words count from 1."""
    nodes, edges = tuple(request.pattern.nodes), request.edge_names
    columns = [f"{name}{part}" for name in nodes for part in ("", ".token", ".side")]
    rows = list[tuple[Value, ...]]()
    for corpus, match in matches:
        row: list[Value] = [*_segment_names(corpus, match)]
        for name in nodes:
            node = match.nodes[name]
            row += [match.word(name), node.token + 1, SHORT[node.side]]
        rows.append((*row, *(match.edges[name].label for name in edges)))
    return ValueTable("matches", "", "", ("system", "document", "id", "reference", *columns, *edges), tuple(rows))


def matches_json(matches: Iterable[Searched], request: Request) -> str:
    """Return all matches; positions of words count from 1."""
    rows = [_match_json(corpus, match) for corpus, match in matches]
    return as_json({"version": __version__, "request": request.text, "count": len(rows), "matches": rows})


def _match_json(corpus: Corpus, match: Match) -> dict[str, object]:
    system, document, name, reference = _segment_names(corpus, match)
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


def groups_table(groups: Sequence[Group], keys: Sequence[str]) -> ValueTable:
    """Return a table with a row for each group."""
    rows = [_group_row(group) for group in groups]
    return ValueTable("groups", "", "", (*keys, "count", "segments"), tuple(rows))


def _group_row(group: Group) -> tuple[Value, ...]:
    return (*(key or UNDEFINED for key in group.keys), group.count, group.segments)
