"""The grammar of requests, for lark (LALR, contextual lexer)."""

from __future__ import annotations

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
     | _fact_name (EQ | NE) values              -> told
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

NAMES = {
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
"""What terminals are called in messages; others stand for themselves."""
