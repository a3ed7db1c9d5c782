"""From the text of a request to the request, or to where it is wrong."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from meantree.escaping import quoted
from meantree.search.requests.errors import RequestError
from meantree.search.requests.grammar import GRAMMAR, NAMES
from meantree.search.requests.model import Request

if TYPE_CHECKING:
    from lark import Lark
    from lark.exceptions import UnexpectedInput

LONGEST = 20_000
"""Characters of a request."""
_BEGINNING = re.compile(r"(?:\s|%[^\n]*(?:\n|\Z))*+(?:pattern|without|with|global)\s*\{")


def is_request(line: str) -> bool:
    """Whether a filter line is a request: it begins with ``pattern {`` or another item, after blanks and comments."""
    return _BEGINNING.match(line) is not None


def parse_request(text: str) -> Request:
    """Read a request.

    Raises:
        RequestError: if it is none.
    """
    from lark.exceptions import UnexpectedInput

    from meantree.search.requests.building import built

    if len(text) > LONGEST:
        raise RequestError(f"{len(text):,} characters, expected at most {LONGEST:,}")
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        raise _told(error, text) from error
    if not tree.children:
        raise RequestError("nothing to search for, expected pattern { … }")
    return built(tree, text)


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark(GRAMMAR, parser="lalr", start="request", maybe_placeholders=False)


def _told(error: UnexpectedInput, text: str) -> RequestError:
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    if isinstance(error, UnexpectedToken):
        expected = error.accepts or error.expected
        found = "the end" if error.token.type == "$END" else quoted(str(error.token))
        at_end = error.token.type == "$END"
    else:
        assert isinstance(error, UnexpectedCharacters)  # of a lexer with an LALR parser there is no other
        expected, found, at_end = error.allowed or set(), quoted(_word(text, error.pos_in_stream or 0)), False
    line, column = _end(text) if at_end else (error.line, error.column)
    order = list(NAMES.values())
    names = sorted(
        set(map(_name, expected)) - {""},
        key=lambda name: (name not in order, name in order and order.index(name), name),
    )
    return RequestError(f"found {found}, expected {' or '.join(names)}", line, column)


def _word(text: str, place: int) -> str:
    """What stands there, up to a blank."""
    return text[place : place + 100].split(None, 1)[0]


def _end(text: str) -> tuple[int, int]:
    lines = text.split("\n")
    return len(lines), len(lines[-1]) + 1


def _name(terminal: str) -> str:
    """What people call a terminal; empty for blanks and comments, which may stand anywhere."""
    if terminal in NAMES:
        return NAMES[terminal]
    pattern = _parser().get_terminal(terminal).pattern
    return "" if pattern.type != "str" else pattern.value if pattern.value.isalpha() else f"'{pattern.value}'"
