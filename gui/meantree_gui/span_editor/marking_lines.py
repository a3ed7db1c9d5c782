"""What stands on the page of error spans in one line: an error, the severities, the keys."""

from __future__ import annotations

from typing import Final

from meantree.annotation.error_annotation import MarkedError, Origin
from meantree.escaping import escaped
from meantree.project.repeated_errors import SOURCES
from meantree_gui.span_editor.marked_text import MISSING
from meantree_gui.span_editor.span_marking import SpanMarking
from meantree_gui.widgets.labels import isolated

MAX_WORDS: Final = 60
"""Characters of an error's words."""


def error_line(error: MarkedError, marking: SpanMarking) -> str:
    """Return the severity, category, words, origin and comment of an error."""
    texts = marking.cursor.texts
    words = " … ".join(texts[place.side][place.start : place.end] for place in error.places)
    words = words if len(words) <= MAX_WORDS else f"{words[: MAX_WORDS - 1]}…"
    where = MISSING if error.missing else ""
    origin = "" if error.origin is Origin.OWN else f"{error.origin.value} ({error.by})"
    if error in marking.proposals:
        origin = SOURCES.get(error.by, f"proposed by {error.by}")
    severity = error.severity.casefold() or "no severity"
    label = error.category or ("no category" if marking.needs_category else "")
    marked = f"{where} “{isolated(escaped(words))}”" if words else where
    parts = escaped(severity), escaped(label), marked.strip(), escaped(origin), isolated(escaped(error.comment))
    return " · ".join(filter(None, parts))


def severities_line(marking: SpanMarking) -> str:
    """Return the severities of the rules with their digits."""
    return ", ".join(f"{place} {name}" for place, name in enumerate(marking.rules.severities, start=1))


def keys_line(marking: SpanMarking, *, has_others: bool) -> str:
    """Return the keys and what they do; ``has_others`` says whether other translations of the segment are shown."""
    severities = severities_line(marking).replace(",", "")
    keys = [
        "letters, ← → words (Shift: select; Alt: characters; Ctrl: further)",
        f"{severities}, then a letter: category" if marking.needs_category else severities,
        "Tab other text",
        "- missing",
        "↑ ↓ errors",
        "/ category" if marking.needs_category else "= score",
        "Space keeps a proposal (Shift: all)" if marking.all_proposals else "",
        "+ further part",
        ". other words",
        ", comment",
        "Delete",
        "? guidelines",
        "Ctrl+↑ ↓ other translation" if has_others else "",
        "Return done",
        "PgDown next",
    ]
    # A key and what it does stay in one line, also behind the hyphen.
    words = " · ".join(key.replace(" ", "\N{NO-BREAK SPACE}") for key in keys if key)
    return words.replace("-", "-\N{WORD JOINER}")
