"""SEPIA's sub-scores, alone and combined (Habash & Elkholy 2008, section 2)."""

from __future__ import annotations

from functools import partial
from typing import Final

from meantree.evaluation.measured import Measured
from meantree.evaluation.rating_correlations import correlated, system_correlation
from meantree.evaluation.value_table import DotPlot, ValueTable
from meantree.experiments.measured_tables import Column, measured_table
from meantree.experiments.rated import RatedCorpus
from meantree.experiments.study import Options, Study
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

    head, figure = ("sub-scores", "what is compared"), DotPlot(tuple(range(2, 2 + len(corpora))), "Pearson's r")
    return [
        measured_table(
            ValueTable(f"sepia-{unit}s", f"SEPIA's sub-scores, by {unit}", NOTE, head, (), (figure,)),
            SPECS,
            [Column(corpus.name, partial(measure, corpus), corpus.name, "r") for corpus in corpora],
            corpora,
            skips_empty=True,
        )
        for unit, measure in (("segment", of_segments), ("system", of_systems))
    ]
