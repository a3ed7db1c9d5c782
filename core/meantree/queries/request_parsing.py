"""The grammar of requests, and the parser, which reports errors with their position."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from meantree.escaping import quoted
from meantree.queries.request_model import Request, RequestError

if TYPE_CHECKING:
    from lark import Lark
    from lark.exceptions import UnexpectedInput


GRAMMAR = r"""
request: item*
item: "pattern" "{" _clauses "}"   -> pattern
    | "with" "{" _clauses "}"      -> with
    | "without" "{" _clauses "}"   -> without
    | "global" "{" _facts "}"      -> global

_clauses: clause? (";" clause?)*
?clause: node | edge | constraint

node: NAME _features ("|" _features)*
_features: features
features: "[" (test ("," test)*)? "]"
test: LABEL EQ STAR | LABEL EQ values | LABEL NE values | NOT LABEL | LABEL
values: _value ("|" _value)*
_value: LABEL | STRING | REGEX | PCRE

edge: edge_name? _end ARROW _end
    | edge_name? _end "-[" label "]->" _end
edge_name: NAME ":"
_end: NAME | STAR
label: labels ("," edge_test)* | edge_test ("," edge_test)*
labels: NEGATION? values
edge_test: LABEL EQ STAR | LABEL EQ values | LABEL NE values | NOT LABEL

?constraint: NAME PRECEDES NAME                 -> precedes
           | NAME LT NAME                       -> immediately
           | NAME DOMINATES NAME                -> dominates
           | NAME CROSSES NAME                  -> crosses
           | reference (EQ | NE) reference      -> same
           | reference (EQ | NE) constant       -> constant
           | reference LT reference             -> ordered
           | NAME "(" NAME "," NAME ")" (EQ | LT | LE | GT | GE) INT  -> distance
reference: NAME "." FEATURE
constant: STRING | REGEX | PCRE | NAME

_facts: fact? (";" fact?)*
?fact: FACT                                     -> flag
     | _fact_name (EQ | NE) values              -> equals
     | _fact_name (LT | LE | GT | GE) DECIMAL   -> limit
_fact_name: FACT | STRING

NAME: /[^\W\d]\w*\$?/
FEATURE: /\w+/
FACT: /[^\W\d]\w*(?:[+-]\w+)*/
LABEL: /\w+(?:[:@.'-]\w+)*/
STRING: /"(?:[^"\\\n]|\\.)*"/
REGEX.3: /re"(?:[^"\\\n]|\\.)*"/
PCRE: /\/(?:[^\/\\\n]|\\.)*\/i?/
INT: /[+-]?\d+/
DECIMAL: /[+-]?(?:\d+\.?\d*|\.\d+)/
STAR: "*"
NOT: "!"
NEGATION: "^"
ARROW: "->"
DOMINATES: "->>"
PRECEDES: "<<"
CROSSES: "><"
EQ: "="
NE: "<>"
LT: "<"
LE: "<="
GT: ">"
GE: ">="

COMMENT: /%[^\n]*/
%ignore COMMENT
%ignore /\s+/
"""

TERMINAL_NAMES = {
    "NAME": "a name",
    "FEATURE": "a feature",
    "FACT": "a fact of the segment",
    "LABEL": "a word",
    "STRING": 'a text in "quotes"',
    "REGEX": 're"a regular expression"',
    "PCRE": "/a regular expression/",
    "INT": "a whole number",
    "DECIMAL": "a number",
    "$END": "the end",
}
"""Names of terminals in messages; all others are printed literally."""
MAX_REQUEST_LENGTH = 20_000
_BEGINNING = re.compile(r"(?:\s|%[^\n]*(?:\n|\Z))*+(?:pattern|without|with|global)\s*\{")


def is_request(line: str) -> bool:
    """Whether a filter line is a request: it begins with ``pattern {`` or another item, after blanks and comments."""
    return _BEGINNING.match(line) is not None


def parse_request(text: str) -> Request:
    """Read a request; raise RequestError if the text is not a valid request."""
    from lark.exceptions import UnexpectedInput

    from meantree.queries.request_building import build_request

    if len(text) > MAX_REQUEST_LENGTH:
        raise RequestError(f"{len(text):,} characters, expected at most {MAX_REQUEST_LENGTH:,}")
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        raise _syntax_error(error, text) from error
    if not tree.children:
        raise RequestError("nothing to search for, expected pattern { … }")
    return build_request(tree, text)


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark(GRAMMAR, parser="lalr", start="request", maybe_placeholders=False)


def _syntax_error(error: UnexpectedInput, text: str) -> RequestError:
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    if isinstance(error, UnexpectedToken):
        expected = error.accepts or error.expected
        found = "the end" if error.token.type == "$END" else quoted(str(error.token))
        at_end = error.token.type == "$END"
    else:
        assert isinstance(error, UnexpectedCharacters)  # a lexer with an LALR parser raises no other error
        place = error.pos_in_stream or 0
        expected, found, at_end = error.allowed or set(), quoted(text[place : place + 100].split(None, 1)[0]), False
    line, column = _end_position(text) if at_end else (error.line, error.column)
    order = list(TERMINAL_NAMES.values())
    names = sorted(
        set(map(_terminal_name, expected)) - {""},
        key=lambda name: (name not in order, name in order and order.index(name), name),
    )
    return RequestError(f"found {found}, expected {' or '.join(names)}", line, column)


def _end_position(text: str) -> tuple[int, int]:
    lines = text.split("\n")
    return len(lines), len(lines[-1]) + 1


def _terminal_name(terminal: str) -> str:
    """Return the name of a terminal in messages; empty for blanks and comments, which are allowed anywhere."""
    if terminal in TERMINAL_NAMES:
        return TERMINAL_NAMES[terminal]
    pattern = _parser().get_terminal(terminal).pattern
    return "" if pattern.type != "str" else pattern.value if pattern.value.isalpha() else f"'{pattern.value}'"
