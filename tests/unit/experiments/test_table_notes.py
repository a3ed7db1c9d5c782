"""Reasons of cells without a number, told once."""

from __future__ import annotations

from meantree.evaluation.measured import Measured, undefined
from meantree.experiments.table_notes import Reasons


def test_a_reason_is_told_once_for_all_rows_and_columns() -> None:
    reasons = Reasons()
    for row in ("bleu", "ter"):
        for column in ("acc_eq", "Δ r"):
            assert reasons.value("c", row, column, undefined("one system")) is None
    assert reasons.sentences(("acc_eq", "Δ r")) == "c: acc_eq, Δ r are undefined: one system."
    reasons.value("d", "bleu", "acc_eq", undefined("one system"))
    reasons.value("d", "bleu", "Δ r", undefined("one system"))
    assert reasons.sentences(("acc_eq", "Δ r")) == "c, d: acc_eq, Δ r are undefined: one system."
    assert reasons.sentences(("Δ r",)) == "c, d: Δ r is undefined: one system."
    assert reasons.sentences(("r",)) == ""


def test_rows_are_named_where_others_have_a_number() -> None:
    reasons = Reasons()
    assert reasons.value("c", "bleu", "r", Measured(0.5)) == 0.5
    reasons.value("c", "length", "r", undefined("never differs"))
    reasons.value("d", "bleu", "r", undefined("few"))
    assert reasons.sentences(("r",)) == "c: r of length is undefined: never differs. d: r is undefined: few."
