"""Edit paths as evidence: one unit a kept, replaced, inserted or missing word."""

from __future__ import annotations

from collections.abc import Sequence

from meantree.analysis.sentences import Analysis
from meantree.metrics.derivation import SCORE, Derivation, Deriver, added
from meantree.metrics.evidence import Evidence, Place, Unit
from meantree.metrics.lexical.words import word_places

KEPT = "kept words"
MEAN_LENGTH = "mean_reference_words"


def edit_derivation(evidence: Evidence, covering: Sequence[str], further: Sequence[str]) -> Derivation | None:
    """Edits by the words of the reference, or of all references on average where evidence tells that.

    ``covering`` are the kinds of edit that take up a word of the reference, ``further`` those that take up none.
    """
    deriver = Deriver(evidence.units)
    covered = [deriver.total(kind, kind, "reference") for kind in covering]
    others = [deriver.total(kind, kind, "hypothesis") for kind in further]
    if MEAN_LENGTH in evidence.facts:
        words = deriver.given(MEAN_LENGTH, evidence.facts[MEAN_LENGTH])
    else:
        words = deriver.step("reference_words", added([deriver.total(KEPT, KEPT, "reference"), *covered]))
    if not deriver[words]:
        return None
    deriver.step("edits", added([*covered, *others]))
    deriver.step(SCORE, f"edits / {words}")
    return deriver.done()


class EditReader:
    """Turns edits between the words of two texts into units over the analyser's tokens."""

    def __init__(
        self, hyp: Analysis, hyp_words: Sequence[str], ref: Analysis, ref_words: Sequence[str], reference: int
    ) -> None:
        self.hyp_words, self.ref_words = hyp_words, ref_words
        self._hyp_places = word_places(hyp, hyp_words)
        self._ref_places = word_places(ref, ref_words)
        self._before: tuple[tuple[Place, ...], ...] = ((),) * reference

    def unit(self, kind: str, hyp: int | None, ref: int | None) -> Unit:
        """The edit of one word into another; None where there is no word on that side."""
        words = [self.hyp_words[hyp]] if hyp is not None else []
        if ref is not None and kind != KEPT:
            words.append(self.ref_words[ref])
        return Unit(
            kind,
            " ↦ ".join(words),
            hypothesis=float(hyp is not None),
            reference=float(ref is not None),
            matched=float(kind == KEPT),
            hypothesis_places=self._hyp_places[hyp] if hyp is not None else (),
            reference_places=(*self._before, self._ref_places[ref]) if ref is not None else (),
        )

    def block(self, kind: str, label: str, words: Sequence[int]) -> Unit:
        """An edit of several neighbouring words of the hypothesis at once."""
        tokens = tuple(token for index in words for place in self._hyp_places[index] for token in place.tokens)
        return Unit(kind, label, 1.0, 0.0, 0.0, (Place(tokens),) if tokens else (), (), single=False)
