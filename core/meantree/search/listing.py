"""What a line with a request finds: matches, their segments, and groups of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

import numpy as np

from meantree.search.filters import Places
from meantree.search.matches import UNDEFINED, Key, Match, parse_key
from meantree.search.requests.model import Request
from meantree.search.requests.parsing import parse_request

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
