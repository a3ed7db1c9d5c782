"""Edit paths as evidence: one unit a kept, replaced, inserted or missing word."""

from __future__ import annotations

from collections.abc import Sequence

from meantree.analysis.forest import Analysis
from meantree.metrics.evidence import Place, Unit
from meantree.metrics.words import word_places

KEPT = "kept words"


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
        return Unit(kind, label, 1.0, 0.0, 0.0, (Place(tokens),) if tokens else (), ())
