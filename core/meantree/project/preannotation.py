"""What an annotator begins with: frames by the labeller, aligned by their words (Lo & Wu 2013 let people correct)."""

from __future__ import annotations

from collections.abc import Sequence

from meantree.alignment.frames import match_frames
from meantree.alignment.similarity import similarities, words_of
from meantree.analysis.frames import Frame
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import Token
from meantree.project.annotation import Annotation
from meantree.project.rules import Rules

AUTOMATIC = "automatic"
"""The annotator in whose name the labeller's frames are kept, so that both can be scored."""


def preannotated(
    hyp: Analysis, ref: Analysis, reference: Sequence[Frame] | None = None, rules: Rules | None = None
) -> Annotation:
    """The automatic annotation of a translation beside a reference.

    Args:
        hyp, ref: analyses with labelled frames; without them there are no frames to begin with.
        reference: the frames that the annotator gave this reference already, beside another translation.
        rules: what is a predicate in the project; by default everything that the labeller takes for one.
    """
    mine = found_frames(hyp, rules or Rules())
    theirs = tuple(reference) if reference is not None else found_frames(ref, rules or Rules())
    matching = match_frames(mine, theirs, similarities(words_of(hyp.tokens), words_of(ref.tokens)))
    return Annotation(mine, theirs, matching.links())


def found_frames(text: Analysis, rules: Rules) -> tuple[Frame, ...]:
    """The labeller's frames of those predicates that the rules of a project know; none without labelled frames.

    A predicate of several words counts by any of them: "be able" is no auxiliary. Words without a part of speech stay.
    """
    if text.labelled is None:
        return ()
    tokens = text.tokens
    return tuple(frame for frame in text.labelled.frames if _is_predicate(tokens[slice(*frame.predicate)], rules))


def _is_predicate(words: Sequence[Token], rules: Rules) -> bool:
    if not rules.auxiliaries and words and all(word.upos == "AUX" or word.lemma == "be" for word in words):
        return False
    return rules.nouns or any(word.upos in ("VERB", "AUX", "") for word in words)
