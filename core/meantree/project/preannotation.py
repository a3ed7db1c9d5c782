"""What an annotator begins with: frames by the labeller, aligned by their words (Lo & Wu 2013 let people correct)."""

from __future__ import annotations

from collections.abc import Sequence

from meantree.alignment.frame_matching import match_frames
from meantree.alignment.similarity import comparable_words, similarities
from meantree.analysis.frames import Frame
from meantree.analysis.sentences import Analysis, labelled_frames
from meantree.analysis.tree import Token
from meantree.project.annotation import Annotation
from meantree.project.annotation_rules import Rules


def preannotate(
    hyp: Analysis, ref: Analysis, reference: Sequence[Frame] | None = None, rules: Rules | None = None
) -> Annotation:
    """The automatic annotation of a translation beside a reference.

    Args:
        hyp, ref: analyses with labelled frames; without them there are no frames to begin with.
        reference: the frames that the annotator gave this reference already, beside another translation.
        rules: what is a predicate in the project; by default as in a new project.
    """
    mine = frames_by_rules(hyp, rules or Rules())
    theirs = tuple(reference) if reference is not None else frames_by_rules(ref, rules or Rules())
    matching = match_frames(mine, theirs, similarities(comparable_words(hyp.tokens), comparable_words(ref.tokens)))
    return Annotation(mine, theirs, matching.links())


def frames_by_rules(text: Analysis, rules: Rules) -> tuple[Frame, ...]:
    """The labeller's frames of those predicates that the rules of a project know; none without labelled frames.

    A predicate of several words counts by any of them: "be able" is no auxiliary. Words without a part of speech stay.
    """
    layer, tokens = labelled_frames(text, auxiliaries=rules.auxiliaries), text.tokens
    found = layer.frames if layer is not None else ()
    return tuple(frame for frame in found if rules.nouns or _is_verb(tokens[slice(*frame.predicate)]))


def _is_verb(words: Sequence[Token]) -> bool:
    return any(word.upos in ("VERB", "AUX", "") for word in words)
