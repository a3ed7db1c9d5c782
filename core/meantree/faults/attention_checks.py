"""Attention checks: translations with one known, grave error, which attentive annotators mark."""

from __future__ import annotations

import random
from typing import Final

from meantree.analysis.sentences import Analysis
from meantree.faults.edits import Fault, word_list
from meantree.faults.planting import faults_in

CHECK_KINDS: Final = frozenset(
    word_list("negation.added number.changed name.changed opposite.changed role.swapped untranslated.word")
)
"""Kinds of errors that nobody overlooks who compares a translation with its source."""


def attention_check(text: Analysis, seed: int) -> Fault | None:
    """Return a copy of a translation with a known error; None if the text allows none.

    The copy is ``faulty``, and its ``faulty_spans`` are the characters to mark. The same text and seed give the same
    copy, whatever the other texts are. All kinds that a text allows are equally likely.

    Args:
        text: analysed into :data:`meantree.faults.planting.LAYERS`.
        seed: of the choice among the errors that the text allows.
    """
    by_kind: dict[str, list[Fault]] = {}
    for fault in faults_in(text):
        if fault.kind in CHECK_KINDS:
            by_kind.setdefault(fault.kind, []).append(fault)
    if not by_kind:
        return None
    chooser = random.Random(f"{seed} {text.text}")  # no secret
    return chooser.choice(by_kind[chooser.choice(sorted(by_kind))])
