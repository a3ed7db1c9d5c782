"""What stands on the page of error spans in lines: an error, the severities, the categories, the keys."""

from __future__ import annotations

from typing import Final

from meantree.annotation.error_annotation import MarkedError, Origin
from meantree.annotation.rules import Category
from meantree.escaping import escaped
from meantree.project.error_proposals import SOURCES
from meantree_gui.span_editor.marked_text import MISSING
from meantree_gui.span_editor.span_marking import SpanMarking, category_letters
from meantree_gui.widgets.choosers import ParagraphList
from meantree_gui.widgets.labels import isolated

DIFFERS: Final = "differs from the reference"
"""What is said of a suggestion that a finding makes: findings compare with the reference, not with the source."""
BY_KIND: Final = {name.rpartition(" ")[0]: words for name, words in SOURCES.items()}
"""Where suggestions of earlier marks come from, whichever version of Meantree made them."""
MAX_WORDS: Final = 60
"""Characters of an error's words."""


def error_line(error: MarkedError, marking: SpanMarking) -> str:
    """Return the severity, category, words, origin, explanation and comment of an error."""
    texts = marking.cursor.texts
    words = " … ".join(texts[place.side][place.start : place.end] for place in error.places)
    words = words if len(words) <= MAX_WORDS else f"{words[: MAX_WORDS - 1]}…"
    where = MISSING if error.missing else ""
    by = BY_KIND.get(error.by.rpartition(" ")[0], DIFFERS if error.finding else f"suggested by {error.by}")
    decided = "" if error.origin is Origin.OWN else f"{error.origin.value}: {by}"
    origin = by if error in marking.proposals else decided
    severity = error.severity.casefold() or "no severity"
    label = error.category or ("no category" if marking.needs_category else "")
    marked = f"{where} “{isolated(escaped(words))}”" if words else where
    comments = (isolated(escaped(" ".join(text.split()))) for text in dict.fromkeys((error.explanation, error.comment)))
    parts = escaped(severity), escaped(label), marked.strip(), escaped(origin), *comments
    return " · ".join(filter(None, parts))


def keys_line(marking: SpanMarking, further: str) -> str:
    """Return the keys and what they do, and ``further`` ones."""
    severities = marking.severities_line.replace(",", "")
    keys = [
        "letters, ← → words (Shift: select; Alt: characters; Ctrl: further)",
        f"{severities}, then a letter: category" if marking.needs_category else severities,
        "further digits both" if marking.labels else "",
        "Tab other text",
        "- missing",
        "↑ ↓ errors",
        "/ category" if marking.needs_category else "= score",
        "Space keeps a suggestion (Shift: all)" if marking.all_proposals else "",
        "+ further part",
        ". other words",
        ", comment",
        "Delete",
        "? guidelines",
        further,
        "Return done",
        "PgDown next",
    ]
    # A key and what it does stay in one line, also behind the hyphen.
    words = " · ".join(key.replace(" ", "\N{NO-BREAK SPACE}") for key in keys if key)
    return words.replace("-", "-\N{WORD JOINER}")


class CategoryList(ParagraphList):
    """Follows the chosen error."""

    def __init__(self) -> None:
        super().__init__("Categories")
        self.letters: dict[str, Category] = {}
        self._listed: tuple[Category, ...] = ()

    @property
    def names(self) -> list[str]:
        """The categories in the order of the list."""
        return [category.name for category in self._listed]

    def forget(self) -> None:
        """Show none: no translation is open."""
        self.letters, self._listed = {}, ()
        self.clear()

    def show_marking(self, marking: SpanMarking) -> None:
        """List the categories of the rules, with the one of the chosen error selected."""
        if self._listed != marking.rules.category_list:
            self._listed = marking.rules.category_list
            self.letters = category_letters(self._listed)
            self.clear()
            for number, category in enumerate(self._listed):
                self.addItem("")
                self.item(number).setToolTip(category.explanation)
        for number, category in enumerate(self._listed):
            self.item(number).setText(self._row(category, marking))
        name = "" if marking.error is None else marking.error.category
        chosen = self.names.index(name) if name in self.names else -1
        if chosen < 0 <= self.currentRow():
            self.scrollToTop()
        self.setCurrentRow(chosen)

    def _row(self, category: Category, marking: SpanMarking) -> str:
        letter = next((letter for letter, own in self.letters.items() if own == category), " ")
        explanation = f" — {category.explanation}" if category.explanation else ""
        labels = ((severity, category.name) for severity in marking.rules.severities)
        digits = ", ".join(f"key {digit}: {label[0]}" for label in labels if (digit := marking.digit_of(label)))
        digits = f" ({digits})" if digits else ""
        return f"{letter.upper()}   {escaped(category.name)}{escaped(digits)}{escaped(explanation)}"
