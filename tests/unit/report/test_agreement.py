"""Agreement as rows of a table."""

from __future__ import annotations

from meantree.evaluation.agreement import Agreement, Layer
from meantree.evaluation.project_agreement import EndScores
from meantree.report.agreement import agreement_rows

PAIR = ("1", "s", "A")
NONE = (Layer("predicates", 0, 0, 0), Layer("frame links", 0, 0, 2))


def test_a_column_for_every_two_annotators() -> None:
    some = (Layer("predicates", 3, 4, 5), Layer("frame links", 1, 1, 2))
    first = Agreement(("ann", "ben"), (PAIR, ("2", "s", "A")), some), EndScores(2, -0.25, 0.0625)
    second = Agreement(("ann", "eve"), (PAIR,), NONE), EndScores(0, None, None)
    assert agreement_rows([first, second], "hmeant:method=i") == [
        ("translations in common", "2", "1"),
        ("predicates", "0.667", "–"),
        ("frame links", "0.667", "0.000"),
        ("hmeant:method=i: Pearson's r", "-0.250", "–"),
        ("hmeant:method=i: mean difference", "0.062", "–"),
    ]
