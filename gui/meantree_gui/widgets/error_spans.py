"""Errors that people marked, as rich text: the words behind which a colour lies, and what is said of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from meantree.escaping import escaped
from meantree_gui import theme

if TYPE_CHECKING:
    from meantree.corpus.corpus import ErrorSpan, Segment

GRAVE, SLIGHT = ("#ffc9c2", "#7a2f2a"), ("#ffedb0", "#5f4b12")
"""Behind words, light and dark; what matched, is missed or extra never has a colour behind it."""
PLACE: Final = "\u25b2"
"""What stands where something is lacking, so that nothing could be coloured."""
ERROR_SIDES: Final = ("source", "hypothesis")
SLIGHT_NAMES: Final = frozenset({"minor", "neutral"})


def errors_of(segment: Segment, system: str, side: str) -> list[ErrorSpan]:
    """Those that were marked in one of the texts of a system's translation, from left to right."""
    found = [one for one in segment.errors if one.system == system and one.side == side]
    return sorted(found, key=lambda one: (one.start, one.end))


def marked(text: str, errors: Sequence[ErrorSpan]) -> str:
    """The text as HTML with the errors underlined; the text itself is never taken for markup."""
    ends = sorted({0, len(text), *(min(at, len(text)) for one in errors for at in (one.start, one.end))})
    parts = [_place(0, errors)]
    for start, end in pairwise(ends):
        over = [one for one in errors if one.start <= start and end <= one.end]
        written = escape(text[start:end])
        parts.append(f'<span style="{_style(over)}">{written}</span>' if over else written)
        parts.append(_place(end, errors))
    return f'<div style="white-space: pre-wrap">{"".join(parts)}</div>'


def told(text: str, errors: Iterable[ErrorSpan]) -> str:
    """The text and its errors as HTML for a tip, one on each line."""
    rows = [
        f"<tr><td><b>{escape(escaped(one.severity))}</b></td><td>{escape(escaped(one.category))}</td>"
        f"<td>{escape(escaped(text[one.start : one.end]) or '(nothing)')}</td>"
        f"<td>{escape(escaped(one.rater))}</td></tr>"
        for one in errors
    ]
    return f"<p>{escape(text)}</p>" + (f"<table cellspacing=4>{''.join(rows)}</table>" if rows else "")


def _style(errors: Iterable[ErrorSpan]) -> str:
    is_slight = all(one.severity.casefold() in SLIGHT_NAMES for one in errors)
    colour = (SLIGHT if is_slight else GRAVE)[theme.is_dark()]
    return f"color: {theme.current().text}; background-color: {colour}; text-decoration: underline"


def _place(at: int, errors: Iterable[ErrorSpan]) -> str:
    here = [one for one in errors if one.start == one.end == at]
    return f'<span style="{_style(here)}">{PLACE}</span>' if here else ""
