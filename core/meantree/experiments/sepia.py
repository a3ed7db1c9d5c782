"""SEPIA's sub-scores, alone and combined (Habash & Elkholy 2008, section 2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from meantree.evaluation.measured import Measured
from meantree.evaluation.rating_correlations import correlated, system_correlation
from meantree.evaluation.value_table import DotPlot, ValueTable
from meantree.experiments.rated import RatedCorpus
from meantree.experiments.study import Options, Study
from meantree.experiments.table_notes import Reasons, table_note
from meantree.work import Work

ALONE: Final = {
    **{f"g{size}": f"{size}-grams" for size in range(1, 5)},
    "sn0": "head–child pairs, all weighted alike",
    "sn1": "… by their span",
    "sn2": "… by the square of their span",
    "spn": "… mean over spans",
    "sn1p": "… by their span, with parts of speech",
    "sn1r": "… with the relation",
    "sn1o": "… with their order",
    "sn1pro": "… with all three",
}
"""Sub-scores and what they compare."""
COMBINED: Final = {
    "mode=g1,g2,g3,g4": "n-grams alone, comparable to BLEU",
    "mode=sn1,spn": "head–child pairs alone",
    "mode=g1,g2,g3,g4,sn1": "n-grams and sn1",
    "mode=g1,g2,g3,g4,spn": "n-grams and spn",
    "mode=g1,g2,g3,g4,sn1,spn": "n-grams, sn1 and spn (the default)",
    "mode=g1,g2,g3,g4,sn1,spn,mean=harm": "… harmonic mean",
    "mode=g1,g2,g3,g4,sn1,spn,bp=no": "… without brevity penalty",
}
"""Combinations of sub-scores, by options."""
SPECS: Final = {
    **{f"sepia:mode={mode}": (mode, label) for mode, label in ALONE.items()},
    **{f"sepia:{options}": (options.removeprefix("mode="), label) for options, label in COMBINED.items()},
    "bleu": ("bleu", "BLEU, for comparison"),
}
NOTE: Final = (
    "Pearson's r with ratings. The paper describes the metric but has no table; it expects long spans to say more "
    "about grammaticality than short ones (sn1, sn2 and spn above sn0)."
)


def sepia_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Return correlations of each sub-score and of combinations, by segment and by system; a column for each corpus.

    Raises:
        UsageError: if a corpus has no such ratings.
    """
    corpora = study.rated(work, tuple(SPECS))

    def of_segments(rated: RatedCorpus, spec: str) -> Measured:
        return correlated(rated.human, rated.scores[spec], "pearson", options.group_by or "none")

    def of_systems(rated: RatedCorpus, spec: str) -> Measured:
        return system_correlation(rated.human_systems, rated.system_scores[spec], "pearson")

    return [
        _table("sepia-segments", "SEPIA's sub-scores, by segment", corpora, of_segments, work),
        _table("sepia-systems", "SEPIA's sub-scores, by system", corpora, of_systems, work),
    ]


def _table(
    name: str, title: str, corpora: tuple[RatedCorpus, ...], measure: Callable[[RatedCorpus, str], Measured], work: Work
) -> ValueTable:
    reasons, rows = Reasons(), []
    for place, (spec, labels) in enumerate(SPECS.items()):
        work.step("Correlating", place, len(SPECS))
        cells = [reasons.value(corpus.name, spec, "r", measure(corpus, spec)) for corpus in corpora]
        if any(cell is not None for cell in cells):  # the note explains why there is none
            rows.append((*labels, *cells))
    head = ("sub-scores", "what is compared", *(corpus.name for corpus in corpora))
    figure = DotPlot(tuple(range(2, len(head))), "Pearson's r")
    return ValueTable(name, title, table_note(NOTE, corpora, reasons.sentences(["r"])), head, tuple(rows), (figure,))
