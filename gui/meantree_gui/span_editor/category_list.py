"""The categories of the rules with their letters; the question for one is answered here by letter, arrows or mouse."""

from __future__ import annotations

from PySide6.QtWidgets import QListWidget

from meantree.annotation.error_categories import Category
from meantree.escaping import escaped
from meantree_gui.span_editor.span_marking import SpanMarking, category_letters


class CategoryList(QListWidget):
    """Follows the chosen error."""

    def __init__(self) -> None:
        super().__init__()
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
                self.addItem(self._row(category))
                self.item(number).setToolTip(category.explanation)
        name = "" if marking.error is None else marking.error.category
        chosen = self.names.index(name) if name in self.names else -1
        if chosen < 0 <= self.currentRow():
            self.scrollToTop()
        self.setCurrentRow(chosen)

    def _row(self, category: Category) -> str:
        letter = next((letter for letter, own in self.letters.items() if own == category), " ")
        explanation = f" — {category.explanation}" if category.explanation else ""
        return f"{letter.upper()}   {escaped(category.name)}{escaped(explanation)}"
