"""Matches of requests as text, tables and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from meantree import __version__
from meantree.corpus.corpus import SIDES, Corpus, Segment, Side
from meantree.escaping import as_json, counted, escaped
from meantree.evaluation.value_table import Value, ValueTable
from meantree.search.matches import UNDEFINED, Edge, Group, Match, Node
from meantree.search.request_model import Request

SHORT: dict[Side, str] = {"hypothesis": "hyp", "reference": "ref"}
Searched = tuple[Corpus, Match]


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
