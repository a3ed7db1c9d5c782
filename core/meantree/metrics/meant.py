"""MEANT: HMEANT with automatic roles and automatic alignment (Lo, Tumuluru & Wu 2012)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

import numpy as np

from meantree.alignment.alignment_model import fingerprint as aligner_fingerprint
from meantree.alignment.frame_matching import FrameMatching, match_frames
from meantree.alignment.pair_cache import cached_between
from meantree.alignment.similarity import Between, between, comparable_words, looked_up, related, similarities
from meantree.alignment.text_words import meanings
from meantree.analysis.analyser import load_analyser
from meantree.analysis.frames import FrameAlignment, FrameLayer
from meantree.analysis.layers.required import Layers
from meantree.analysis.parsers import Parsers
from meantree.analysis.sentences import Analysis, labelled_frames
from meantree.errors import UsageError
from meantree.language.languages import ENGLISH
from meantree.metrics.hmeant import UNSUPERVISED, Credits, FrameScore, require_frames
from meantree.metrics.metric import LONGEST_PAIR, NO_CONTEXT, CorpusContext, Metric
from meantree.metrics.pair import Pair
from meantree.metrics.registry import YesNo
from meantree.shipped import fingerprint

Similarity = Literal["lexical", "context", "aligner"]
"""Where the likeness of words comes from."""


@dataclass(frozen=True, slots=True)
class Meant(FrameScore):
    """Agreement of hypothesis and reference on who did what to whom, as the program finds it.

    The F of frames as :class:`Hmeant`. Labelled frames are matched by their predicates, then fillers of equal roles
    (maximum-weight bipartite matching); a filler counts with the similarity of the phrases: by form, root, WordNet and
    spelling, and by the pipeline's word vectors if it has any, from a cosine of .6 on. With ``similarity=context``
    (ours) the encoder's vectors of words in their contexts count in the same way. With ``similarity=aligner`` the
    similarity of two words is the strength of the aligner's link between them, 0 without a link. Auxiliaries, modal
    verbs and a bare "be" are predicates with ``auxiliaries=yes`` alone. In [0, 1], higher is better; undefined where
    the reference has no frame. Texts of up to 1,500 tokens; sentences of more than 1,200 tokens have no frames.
    """

    name: ClassVar[str] = "meant"
    paper: ClassVar[str] = "Lo, Tumuluru & Wu 2012"
    max_tokens: ClassVar[int | None] = LONGEST_PAIR
    languages: ClassVar[tuple[str, ...]] = (ENGLISH,)  # words are similar by its lexicons

    similarity: Similarity = "lexical"
    auxiliaries: YesNo = "no"
    nouns: YesNo = "yes"
    parsers: Parsers | None = field(default=None, repr=False, metadata={"learned": True})

    def __post_init__(self) -> None:
        super(Meant, self).__post_init__()
        if self.weights == UNSUPERVISED:
            raise UsageError("meant: weights=unsupervised is for hmeant, expected uniform or a file of weights")

    @property
    def needs(self) -> Layers:
        return Layers(1, roles=True, entities=1) if self.by_alignment else Layers(1, roles=True)

    @property
    def by_alignment(self) -> bool:
        """Whether words are compared by their links."""
        return self.similarity == "aligner"

    @property
    def by_context(self) -> bool:
        """Whether words are compared in their contexts."""
        return self.similarity == "context"

    @property
    def resources(self) -> tuple[str, ...]:
        """The lexicons, and the aligner's weights if it is used."""
        names = ("wordnet", "ppdb") if self.by_alignment else ("wordnet",)
        aligner = (f"aligner:{aligner_fingerprint()}",) if self.by_alignment else ()
        return (*(f"lexicon:{fingerprint(f'lexicon/{name}')}" for name in names), *aligner)

    def adapted(self, context: CorpusContext) -> Metric:
        """Return the metric with the word vectors of the pipeline, if it has any."""
        return replace(self, parsers=context.vectors)

    def frames_of(self, text: Analysis) -> FrameLayer | None:
        return labelled_frames(text, auxiliaries=self.auxiliaries == "yes", nouns=self.nouns == "yes")

    def _alignment(self, pair: Pair, reference: int) -> FrameAlignment:
        return self.matching(pair, reference).links()

    def matching(self, pair: Pair, place: int) -> FrameMatching:
        """Return the matching of the frames of the hypothesis and of the reference at ``place``."""
        hypothesis, reference = pair.sides(place)
        key = (
            "frames",
            self.parsers,
            self.similarity,
            self.auxiliaries,
            self.nouns,
            pair.fixed_links(place) if self.by_alignment else None,
        )

        def match() -> FrameMatching:
            hyp, ref = (require_frames(self.frames_of(text)).frames for text in (hypothesis, reference))
            return match_frames(hyp, ref, self._similarities(pair, place))

        return cached_between(hypothesis, reference, key, match)

    def _similarities(self, pair: Pair, place: int) -> Between:
        """Return the similarities of the words of the hypothesis and of one reference."""
        if self.by_alignment:
            return looked_up(pair.alignment(place).strengths)
        hyp_words, ref_words = (comparable_words(text.tokens) for text in pair.sides(place))
        if self.parsers is None and not self.by_context:
            return between(hyp_words, ref_words)
        vectors = load_analyser(self.parsers).pipeline.vectors if self.parsers is not None else None
        table = similarities(hyp_words, ref_words, vectors)
        if not self.by_context or not table.size:
            return looked_up(table)
        hyp_vectors, ref_vectors = (meanings(text) for text in pair.sides(place))
        if hyp_vectors is None or ref_vectors is None:
            raise UsageError(f"meant: similarity=context, but a text has {NO_CONTEXT}")
        return looked_up(np.maximum(table, related(hyp_vectors @ ref_vectors.T)))

    def _credits(self, pair: Pair, place: int) -> tuple[Credits, Credits]:
        return credits_of(self.matching(pair, place))


def credits_of(matching: FrameMatching) -> tuple[Credits, Credits]:
    """Return the credits of both sides by a matching."""
    own, other = (
        Credits(
            {pair[turned]: pair[not turned] for pair in matching.frames},
            {pair[turned]: (pair[not turned], value) for pair, value in matching.fillers.items()},
        )
        for turned in (False, True)
    )
    return own, other
