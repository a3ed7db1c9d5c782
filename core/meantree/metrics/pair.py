"""A hypothesis and its references, with the alignments computed between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from meantree.analysis.corrections import NO_FIXED_LINKS, FixedLinks
from meantree.analysis.sentences import Analysis

if TYPE_CHECKING:
    from meantree.alignment.word_alignment import WordAlignment
    from meantree.analysis.frames import FrameAlignment


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """The texts that one score compares, with the layers that metrics need; alignments are computed once.

    Attributes:
        references: in the order of their names; at least one.
        annotated: an annotator's links between the frames of the hypothesis and those of each reference, in order;
            missing ones are empty.
        fixed: an annotator's corrections of the links between the words of the hypothesis and those of each reference,
            in the same way.
        answers: to findings in the hypothesis, by their names, the last one last.
        given: the scores of the translation by given metrics, by their specs.
        others: the texts of the segment's other translations, once each, without those that the pair has.
    """

    hypothesis: Analysis
    references: Sequence[Analysis]
    reference_names: tuple[str, ...] = ()
    annotated: tuple[FrameAlignment, ...] = ()
    fixed: tuple[FixedLinks, ...] = ()
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    given: Mapping[str, float] = field(default_factory=dict)
    others: tuple[str, ...] = ()

    @property
    def texts(self) -> tuple[Analysis, ...]:
        """The hypothesis, then the references."""
        return self.hypothesis, *self.references

    def sides(self, reference: int) -> tuple[Analysis, Analysis]:
        """Return the hypothesis and one reference by its 0-based place."""
        return self.hypothesis, self.references[reference]

    def against(self, reference: int) -> Pair:
        """Return the pair with one reference alone."""
        return replace(
            self,
            references=(self.references[reference],),
            reference_names=self.reference_names[reference : reference + 1],
            annotated=(self.frame_links(reference),),
            fixed=(self.fixed_links(reference),),
        )

    def words(self, reference: int) -> tuple[tuple[int, int], ...]:
        """Return links between words of similar form (:func:`meantree.alignment.word_alignment.quick_links`)."""
        from meantree.alignment.pair_cache import cached_between
        from meantree.alignment.word_alignment import quick_links

        hypothesis, reference_text = self.sides(reference)
        return cached_between(hypothesis, reference_text, "words", lambda: quick_links(hypothesis, reference_text))

    def alignment(self, reference: int) -> WordAlignment:
        """Return the word alignment of the hypothesis and one reference, in both directions."""
        from meantree.alignment.aligner import align
        from meantree.alignment.pair_cache import cached_between

        hypothesis, reference_text = self.sides(reference)
        fixed = self.fixed_links(reference)
        return cached_between(
            hypothesis, reference_text, ("alignment", fixed), lambda: align(hypothesis, reference_text, fixed)
        )

    def linked(self, reference: int, *, aligned: bool) -> tuple[tuple[int, int], ...]:
        """Return pairs of linked words, by the alignment or by similar form."""
        return self.alignment(reference).pairs if aligned else self.words(reference)

    def frame_links(self, reference: int) -> FrameAlignment:
        """Return the annotator's links with the frames of one reference."""
        from meantree.analysis.frames import FrameAlignment  # late: most metrics need no frames

        return self.annotated[reference] if reference < len(self.annotated) else FrameAlignment()

    def fixed_links(self, reference: int) -> FixedLinks:
        """Return the annotator's corrections of the links with the words of one reference."""
        return self.fixed[reference] if reference < len(self.fixed) else NO_FIXED_LINKS
