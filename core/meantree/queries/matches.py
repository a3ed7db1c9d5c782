"""Matches of requests, and their groups."""

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
from meantree.queries.absent_values import NamedValues
from meantree.queries.filters import Places
from meantree.queries.request_model import EDGE_FEATURES, EdgeKind, Request
from meantree.queries.request_parsing import parse_request

UNDEFINED = "__undefined__"
"""The group of matches without a value, named as in Grew-match."""
SEGMENT_KEYS = ("system", "reference", "document", "id")
MOST_MATCHES: Final = 100_000
"""Maximum number of matches in a list; ``meantree search --count`` counts more."""
_FEATURE_KEY = re.compile(r"(?P<name>[^\W\d]\w*\$?)\.(?P<feature>\w+)")
_DISTANCE_KEY = re.compile(
    r"(?P<distance>length|delta)\(\s*(?P<first>[^\W\d]\w*\$?)\s*,\s*(?P<second>[^\W\d]\w*\$?)\s*\)"
)
_GROUP_BY = re.compile(r"\}\s*group\s+by\s+(?P<keys>[^{}]+)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Node:
    """A matched word: the side of its text, and its 0-based token index there."""

    side: Side
    token: int


@dataclass(frozen=True, slots=True)
class Edge:
    """A named edge of a match; ``source`` is None for the edge to a root."""

    kind: EdgeKind
    label: str
    source: Node | None
    target: Node
    status: str | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A match of a request in one unit.

    Attributes:
        place: 0-based position of the segment in its corpus.
        system, reference: whose hypothesis and which reference; empty if the unit does not include that text.
        nodes, edges: by name, in the order of the request.
        keys: values of the requested keys, None where undefined.
        words: of each text of the unit.
    """

    place: int
    system: str
    reference: str
    nodes: Mapping[str, Node]
    edges: Mapping[str, Edge]
    keys: tuple[str | None, ...] = ()
    words: Mapping[Side, tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)

    def word(self, name: str) -> str:
        """Return the word that a node matched."""
        node = self.nodes[name]
        return self.words[node.side][node.token]


@dataclass(frozen=True, slots=True)
class GroupKey:
    """A key that groups matches.

    Attributes:
        text: as the user wrote it.
        name: of a node or an edge; empty for a property of the segment.
        feature: of the node, edge or segment.
        second: the second node of a distance.
    """

    text: str
    name: str
    feature: str
    second: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """The number of matches with the same values of all keys, and of segments with such a match."""

    keys: tuple[str | None, ...]
    count: int
    segments: int


@dataclass(frozen=True, slots=True)
class RequestLine:
    """A request in one line, with the keys that group its matches."""

    request: Request
    keys: tuple[GroupKey, ...] = ()


@dataclass(frozen=True, slots=True)
class Matches:
    """The matches of a request.

    Attributes:
        matches: in the order of the corpus.
        keys: that group them, as the user wrote them.
        groups: the matches of each group by its values, the largest groups first.
        is_cut: whether there are more matches than :data:`MOST_MATCHES`.
        absent: if there is no match, the values that the request names and no text has, each in a sentence.
    """

    matches: tuple[Match, ...]
    keys: tuple[str, ...] = ()
    groups: dict[tuple[str, ...], tuple[Match, ...]] = field(default_factory=dict)
    is_cut: bool = False
    absent: tuple[str, ...] = ()

    def places(self, group: tuple[str, ...] | None = None) -> Places:
        """Return the 0-based positions of the segments with a match, or with one of this group; ascending."""
        matches = self.matches if group is None else self.groups.get(group, ())
        return np.array(sorted({match.place for match in matches}), dtype=np.intp)


def parse_line(text: str) -> RequestLine:
    """Read ``pattern { … }``, optionally followed by ``group by KEY, KEY``.

    Raises:
        RequestError: if the request is invalid.
        UsageError: if a key names nothing in the request.
    """
    text = text.strip()
    grouping = _GROUP_BY.search(text)
    request = parse_request(text[: grouping.start() + 1] if grouping else text)
    keys = grouping["keys"].split(",") if grouping else ()
    return RequestLine(request, tuple(parse_key(key, request) for key in keys))


def parse_key(text: str, request: Request) -> GroupKey:
    """Read a key: ``V.lemma``, ``e.label``, ``e.length``, ``delta(X, Y)``, ``system``, ``document``, ….

    Raises:
        UsageError: if the text is no key, or names a node or an edge that is not in the pattern.
    """
    text = text.strip()
    nodes, edges = tuple(request.pattern.nodes), request.edge_names
    if text in SEGMENT_KEYS:
        return GroupKey(text, "", text)
    if match := _DISTANCE_KEY.fullmatch(text):
        _require_names(text, (match["first"], match["second"]), nodes)
        return GroupKey(text, match["first"], match["distance"], match["second"])
    if match := _FEATURE_KEY.fullmatch(text):
        _require_names(text, (match["name"],), (*nodes, *edges))
        features = ("label", *EDGE_FEATURES, "role", "length", "delta")
        if match["name"] in edges and match["feature"] not in features:
            raise UsageError(f"{quoted(text)}: an edge has no such feature; there are {listed(features)}")
        if match["feature"] in ("feature", "finding"):
            raise UsageError(f"{quoted(text)}: a word can have several {match['feature']}s, which cannot group matches")
        return GroupKey(text, match["name"], match["feature"])
    raise UsageError(f"found {quoted(text)} as a key, expected one as V.lemma, e.label, {listed(SEGMENT_KEYS)}")


def _require_names(text: str, names: Iterable[str], known: tuple[str, ...]) -> None:
    for name in names:
        if name not in known:
            raise UsageError(f"{quoted(text)}: the pattern has no {quoted(name)}; there are {listed(known) or 'none'}")


def collect_matches(line: RequestLine, matches: Iterable[Match], values: NamedValues) -> Matches:
    """Return at most :data:`MOST_MATCHES` matches with their groups.

    Args:
        values: those that the request names; the search that yields the matches adds those in the texts.
    """
    first = tuple(islice(matches, MOST_MATCHES + 1))
    is_cut, first = len(first) > MOST_MATCHES, first[:MOST_MATCHES]
    keys, groups = tuple(key.text for key in line.keys), dict[tuple[str, ...], list[Match]]()
    for match in first if keys else ():
        groups.setdefault(tuple(UNDEFINED if key is None else key for key in match.keys), []).append(match)
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    absent = () if first else tuple(values.absent())
    return Matches(first, keys, {group: tuple(members) for group, members in ordered}, is_cut, absent)


def grouped(matches: Iterable[tuple[Corpus, Match]]) -> Iterator[Group]:
    """Yield the groups of matches in several corpora, the largest first, then in the order of their keys."""
    counts: dict[tuple[str | None, ...], int] = {}
    places: dict[tuple[str | None, ...], set[tuple[int, int]]] = {}
    for corpus, match in matches:
        counts[match.keys] = counts.get(match.keys, 0) + 1
        places.setdefault(match.keys, set()).add((id(corpus), match.place))
    for keys in sorted(counts, key=lambda keys: (-counts[keys], tuple(key or "" for key in keys))):
        yield Group(keys, counts[keys], len(places[keys]))
