"""The columns of both lists of the adjudication: translations, and contested predicates of one of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor

from meantree.escaping import escaped, listed
from meantree_gui import theme
from meantree_gui.adjudication.adjudicating import Adjudicating
from meantree_gui.widgets.cells import NOTHING, Cell, number_cell
from meantree_gui.widgets.tables import Column

if TYPE_CHECKING:
    from meantree.project.annotation import Annotation
    from meantree.project.contested_words import ToldContested
    from meantree.project.gold_standard import Adjudicated

UNDECIDED, NOBODYS, EDITED = "undecided", "nobody’s", "edited"


def translation_columns(adjudicating: Adjudicating) -> tuple[Column[int], ...]:
    """A translation by its place: where it stands, how much is undecided, and how far its gold standard is."""
    muted, accent = QColor(theme.current().muted), QColor(theme.current().accent)
    items, corpus = adjudicating.items, adjudicating.workspace.corpus

    def undecided(place: int) -> Cell:
        count = adjudicating.undecided(place)
        return number_cell(str(count)) if count else number_cell(NOTHING, muted)

    def gold(place: int) -> Cell:
        by = items[place].settled_by
        begun = "begun" if items[place].gold is not None else ""
        return Cell(f"✓ {escaped(by)}", colour=muted) if by else Cell(begun, colour=accent)

    return (
        Column("Segment", lambda place: escaped(items[place].key.segment), width=70),
        Column(
            "System",
            lambda place: escaped(items[place].key.system),
            width=60,
            is_seen=corpus is not None and len(corpus.systems) > 1,
        ),
        Column("Undecided", undecided, width=76),
        Column("Gold", gold),
    )


def contested_columns(adjudicating: Adjudicating, seen: range) -> tuple[Column[ToldContested], ...]:
    """A contested predicate, what each annotator says of it, those of some places seen, and what is decided."""
    muted, accent = QColor(theme.current().muted), QColor(theme.current().accent)
    one = adjudicating.current

    def is_open(told: ToldContested) -> bool:
        return one is None or (not told.gold and one.is_undecided(told.contested))

    def said(name: str) -> Callable[[ToldContested], Cell]:
        def by(told: ToldContested) -> Cell:
            is_taken = one is not None and not is_open(told) and name in told.contested.whose(one.begun)
            return Cell(escaped(told.said[name]), colour=None if is_taken else muted)

        return by

    def gold(told: ToldContested) -> Cell:
        if one is None or is_open(told):
            return Cell(UNDECIDED, colour=muted)
        return Cell(_decided(one, one.begun, told), colour=accent)

    return (
        Column("", lambda told: Cell("H" if told.contested.side == "hypothesis" else "R", colour=muted), width=26),
        Column("Predicate", lambda told: escaped(told.words), width=96),
        Column("Differs in", lambda told: Cell(", ".join(told.what), colour=muted), width=112),
        *(
            Column(f"{place + 1}  {escaped(name)}", said(name), is_seen=place in seen)
            for place, name in enumerate(adjudicating.names)
        ),
        Column("Gold standard", gold, width=104),
    )


def _decided(one: Adjudicated, gold: Annotation, told: ToldContested) -> str:
    """What was decided of a contested predicate, of the reference also beside which systems; or edited against all."""
    what = told.contested
    if told.gold:
        return f"{EDITED}: {escaped(told.gold)}"
    whose, where = what.whose(gold), listed(map(escaped, one.decided_beside)) if what.side == "reference" else ""
    rest = NOBODYS if what.place in gold.rejected else EDITED
    decided = f"as {', '.join(map(escaped, whose))}" if whose else rest
    return f"{decided}, decided beside {where}" if where else decided
