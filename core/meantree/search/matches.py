"""Matches of requests, and what they can be grouped by."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

import numpy as np

from meantree.corpus.corpus import Corpus, Side
from meantree.errors import UsageError
from meantree.escaping import listed, quoted
from meantree.search.filters import Places
from meantree.search.request_model import EDGE_FEATURES, EdgeKind, Request
from meantree.search.request_parsing import parse_request

UNDEFINED = "__undefined__"
"""The group of matches that have no such value, as Grew-match calls it."""
OF_SEGMENTS = ("system", "reference", "document", "id")
_OF_NAME = re.compile(r"(?P<name>[^\W\d]\w*\$?)\.(?P<feature>\w+)")
_BETWEEN = re.compile(r"(?P<how>length|delta)\(\s*(?P<one>[^\W\d]\w*\$?)\s*,\s*(?P<two>[^\W\d]\w*\$?)\s*\)")


@dataclass(frozen=True, slots=True)
class Node:
    """A word: its text, and its place there, 0-based."""

    side: Side
    token: int


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge that a request gave a name; ``source`` is None for the edge to a root."""

    kind: EdgeKind
    label: str
    source: Node | None
    target: Node
    status: str | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """One way to find in one unit what a request asks for.

    Attributes:
        place: of the segment in its corpus, 0-based.
        system, reference: whose hypothesis and which reference; empty where that text takes no part.
        nodes, edges: by name, in the order of the request.
        keys: the values that were asked for, None where there is none.
        words: of the texts that take part.
    """

    place: int
    system: str
    reference: str
    nodes: Mapping[str, Node]
    edges: Mapping[str, Edge]
    keys: tuple[str | None, ...] = ()
    words: Mapping[Side, tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)

    def word(self, name: str) -> str:
        """The word that a node stands for."""
        node = self.nodes[name]
        return self.words[node.side][node.token]


@dataclass(frozen=True, slots=True)
class Key:
    """What matches are grouped by.

    Attributes:
        text: as it was written.
        name: of a node or an edge; empty for what the segment says.
        feature: of it.
        second: the other node of a distance.
    """

    text: str
    name: str
    feature: str
    second: str = ""


def parse_key(text: str, request: Request) -> Key:
    """Read a key: ``V.lemma``, ``e.label``, ``e.length``, ``delta(X, Y)``, ``system``, ``document``, ….

    Raises:
        UsageError: if it is none, or names something that the pattern does not.
    """
    text = text.strip()
    nodes, edges = tuple(request.pattern.nodes), request.edge_names
    if text in OF_SEGMENTS:
        return Key(text, "", text)
    if found := _BETWEEN.fullmatch(text):
        _require(text, (found["one"], found["two"]), nodes)
        return Key(text, found["one"], found["how"], found["two"])
    if found := _OF_NAME.fullmatch(text):
        _require(text, (found["name"],), (*nodes, *edges))
        features = ("label", *EDGE_FEATURES, "role", "length", "delta")
        if found["name"] in edges and found["feature"] not in features:
            raise UsageError(f"{quoted(text)}: an edge has no such feature; there are {listed(features)}")
        if found["feature"] == "feature":
            raise UsageError(f"{quoted(text)}: many features fire on a word, so that they make no groups")
        return Key(text, found["name"], found["feature"])
    raise UsageError(f"found {quoted(text)} as a key, expected one as V.lemma, e.label, {listed(OF_SEGMENTS)}")


def _require(text: str, names: Iterable[str], there: tuple[str, ...]) -> None:
    for name in names:
        if name not in there:
            known = listed(there) or "none"
            raise UsageError(f"{quoted(text)}: the pattern calls nothing {quoted(name)}; there are {known}")


@dataclass(frozen=True, slots=True)
class Group:
    """Matches with the same values of all keys: how many, and in how many segments."""

    keys: tuple[str | None, ...]
    count: int
    segments: int


def grouped(matches: Iterable[tuple[Corpus, Match]]) -> Iterator[Group]:
    """The groups of matches in several corpora, the largest first, equal ones by their keys."""
    counts: dict[tuple[str | None, ...], int] = {}
    places: dict[tuple[str | None, ...], set[tuple[int, int]]] = {}
    for corpus, match in matches:
        counts[match.keys] = counts.get(match.keys, 0) + 1
        places.setdefault(match.keys, set()).add((id(corpus), match.place))
    for keys in sorted(counts, key=lambda keys: (-counts[keys], tuple(key or "" for key in keys))):
        yield Group(keys, counts[keys], len(places[keys]))


MOST_MATCHES: Final = 100_000
"""So many are listed; who wants to count more has ``meantree search --count``."""
_GROUP_BY = re.compile(r"\}\s*group\s+by\s+(?P<keys>[^{}]+)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """A request as it stands in a line, with what its matches are grouped by."""

    request: Request
    keys: tuple[Key, ...] = ()


@dataclass(frozen=True, slots=True)
class Matches:
    """What a request found.

    Attributes:
        matches: in the order of the corpus.
        keys: what they are grouped by, as it was written.
        groups: the matches of each group by its values, those of the largest groups first.
        is_cut: whether there are more matches than are listed.
    """

    matches: tuple[Match, ...]
    keys: tuple[str, ...] = ()
    groups: dict[tuple[str, ...], tuple[Match, ...]] = field(default_factory=dict)
    is_cut: bool = False

    def places(self, group: tuple[str, ...] | None = None) -> Places:
        """The segments that have a match, or one of this group: 0-based, ascending."""
        matches = self.matches if group is None else self.groups.get(group, ())
        return np.array(sorted({match.place for match in matches}), dtype=np.intp)


def parse_line(text: str) -> Line:
    """Read ``pattern { … }`` with ``group by KEY, KEY`` at its end, if there is one.

    Raises:
        RequestError: if the request cannot be understood.
        UsageError: if a key names nothing in it.
    """
    text = text.strip()
    found = _GROUP_BY.search(text)
    request = parse_request(text[: found.start() + 1] if found else text)
    keys = found["keys"].split(",") if found else ()
    return Line(request, tuple(parse_key(key, request) for key in keys))


def listed_matches(line: Line, matches: Iterable[Match]) -> Matches:
    """The matches with their groups; of very many the first."""
    some = tuple(islice(matches, MOST_MATCHES + 1))
    is_cut, some = len(some) > MOST_MATCHES, some[:MOST_MATCHES]
    keys, groups = tuple(key.text for key in line.keys), dict[tuple[str, ...], list[Match]]()
    for match in some if keys else ():
        groups.setdefault(tuple(UNDEFINED if key is None else key for key in match.keys), []).append(match)
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    return Matches(some, keys, {group: tuple(members) for group, members in ordered}, is_cut)
