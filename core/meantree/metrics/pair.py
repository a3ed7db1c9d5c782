"""What one score compares: a hypothesis and its references, with what was found between them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from meantree.alignment.words import align_words
from meantree.analysis.forest import Analysis
from meantree.analysis.frames import FrameAlignment

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """The texts that one score compares, analysed as far as the metrics need; what lies between them is found once.

    Attributes:
        hypothesis: the translation.
        references: in the order of their names; at least one.
        reference_names: of the references; may be left out where nobody asks.
        annotated: an annotator's links between the frames of the hypothesis and those of each reference, in order;
            missing ones are empty.
    """

    hypothesis: Analysis
    references: Sequence[Analysis]
    reference_names: tuple[str, ...] = ()
    annotated: tuple[FrameAlignment, ...] = ()
    _found: dict[Hashable, Any] = field(default_factory=dict, repr=False)

    @property
    def texts(self) -> tuple[Analysis, Sequence[Analysis]]:
        """The hypothesis and the references."""
        return self.hypothesis, self.references

    def beside(self, reference: int) -> tuple[Analysis, Analysis]:
        """The hypothesis and one reference by its 0-based place."""
        return self.hypothesis, self.references[reference]

    def against(self, reference: int) -> Pair:
        """The hypothesis with one reference alone."""
        names = self.reference_names[reference : reference + 1]
        return Pair(self.hypothesis, (self.references[reference],), names, (self.frame_links(reference),))

    def words(self, reference: int) -> tuple[tuple[int, int], ...]:
        """Words that look as if they belonged together (:func:`meantree.alignment.words.align_words`)."""
        return self.once(("words", reference), lambda: align_words(*self.beside(reference)))

    def frame_links(self, reference: int) -> FrameAlignment:
        """The annotator's links with the frames of one reference."""
        return self.annotated[reference] if reference < len(self.annotated) else FrameAlignment()

    def once(self, name: Hashable, find: Callable[[], T]) -> T:
        """What ``find`` finds between these texts, kept under ``name`` for whoever asks next."""
        if name not in self._found:
            self._found[name] = find()
        return cast("T", self._found[name])
