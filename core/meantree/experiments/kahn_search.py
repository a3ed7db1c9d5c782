"""The search for EDPM in the family of dependency pair match (Kahn, Ostendorf & Roark 2009, section 1.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from meantree.escaping import escaped
from meantree.evaluation.measures.correlation import correlated
from meantree.evaluation.table_figures import Shades
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments.notes import note_of
from meantree.experiments.study import Options, Study
from meantree.experiments.undefined import Reasons
from meantree.numbers import fixed
from meantree.work import Work

Cell = tuple[str, str]
"""Parts and setting."""
WORDS: Final = "1g,2g"
"""Parts that parses do not change."""
PARTS: Final = (WORDS, "dlh", "dl,lh", "1g,2g,dlh", "1g,2g,dl,lh", "1g,2g,dlh,dl,lh")
"""What is put into one bag. dlh of one parse is SPARSEVAL's measure and d, dl,lh is d_var."""
ONE: Final = "n 1"
SETTINGS: Final = {
    ONE: "nbest=1",
    **{f"n {size}, γ {gamma}": f"nbest={size},gamma={gamma}" for size in (10, 50) for gamma in ("0", ".25", ".5", "1")},
}
"""By column: parses in the list, and how flat their probabilities become."""
SPECS: Final[Mapping[Cell, str]] = {
    (parts, setting): f"dpm:parts={parts},{SETTINGS[ONE] if parts == WORDS else options}"
    for parts in PARTS
    for setting, options in SETTINGS.items()
}
"""Of each cell; what parses do not change is scored once."""
SAID: Final = (
    "Pearson's r by segment, by what is put into the bag (rows) and by parses and γ (columns); of words alone parses "
    "change nothing. Section 1.4 of the paper: 50 parses, γ .25 and 1g,2g,dl,lh are best, r = .240 with fluency and "
    "adequacy. What is best of so many on the data that it was chosen on is less so elsewhere."
)


def kahn_search_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """One table: correlation by segment of each member of the family, in each corpus.

    Raises:
        UsageError: if a corpus has no such ratings.
        Cancelled: if the user stopped it.
    """
    corpora = study.rated(work, tuple(dict.fromkeys(SPECS.values())))
    reasons, rows = Reasons(), []
    found: list[tuple[str, dict[Cell, float]]] = []
    for one in corpora:
        known: dict[Cell, float] = {}
        found.append((one.name, known))
        for place, parts in enumerate(PARTS):
            work.step("Correlating", place, len(PARTS))
            cells: list[Value] = []
            for setting in SETTINGS:
                scores = one.scores[SPECS[parts, setting]]
                measured = correlated(one.human, scores, "pearson", options.group_by or "none")
                cells.append(reasons.value(one.name, parts, "r", measured))
                if measured.value is not None:
                    known[parts, setting] = measured.value
            rows.append((one.name, parts, *cells))
    note = note_of(SAID, corpora, *_chosen(found), reasons.told(["r"]))
    title = "Kahn et al.: the family of dependency pair match"
    figure = Shades(tuple(range(2, 2 + len(SETTINGS))), "Pearson's r", by=1)
    return [ValueTable("kahn-search", title, note, ("corpus", "parts", *SETTINGS), tuple(rows), (figure,))]


def _chosen(found: Sequence[tuple[str, Mapping[Cell, float]]]) -> Iterator[str]:
    """The best cell of each corpus, and what the one that is best in the mean of the others reaches there."""
    for place, (name, known) in enumerate(found):
        others = [one for other, (_, one) in enumerate(found) if other != place and one.keys() >= known.keys()]
        if known:
            told = f"{escaped(name)}: best is {_told(max(known, key=known.__getitem__), known)}"
            if others:
                best = max(known, key=lambda cell: sum(one[cell] for one in others))
                told += f"; chosen on the other corpora, {_told(best, known)}"
            yield f"{told}."


def _told(cell: Cell, known: Mapping[Cell, float]) -> str:
    parts, setting = cell
    return f"{parts} with {setting} ({fixed(known[cell])})"
