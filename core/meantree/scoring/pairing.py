"""The pair that metrics compare in a segment, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from meantree.analysis.corrections import NO_FIXED_LINKS, FixedLinks, InvalidCorrection
from meantree.analysis.frames import FrameAlignment, FrameLayer, PairFrames
from meantree.analysis.inputs import excess, word_count
from meantree.analysis.layers.required import Layers
from meantree.analysis.nonprojective.all_trees import NO_ALL_TREES
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisSource
from meantree.corpus.analyses import analyses_of
from meantree.corpus.corpus import Segment, Text
from meantree.errors import Problem
from meantree.escaping import counted, shortened
from meantree.metrics.metric import NO_CONTEXT, Metric
from meantree.metrics.pair import Pair


def pair_of(
    segment: Segment,
    system: str,
    source: AnalysisSource,
    depth: Layers,
    *,
    reference: str | None = None,
    metric: Metric | None = None,
) -> Pair | Problem:
    """What to compare in one segment, or why nothing can be compared.

    Args:
        segment: the segment.
        system: whose hypothesis.
        source: a store, which is asked once and makes what it has not, or what was taken out of one.
        depth: how deep the texts must be analysed; none gives bare texts. An analysis in the input is
            used as it is, with the layers added that are wanted and that it lacks.
        reference: only this one, instead of all that the segment has.
        metric: the only one that the pair is for; corrections that it does not follow are left out, so that they need
            not fit.
    """
    references = {
        name: text
        for name, text in segment.references.items()
        if text.text.strip() and (reference is None or name == reference)
    }
    if system not in segment.hypotheses:
        return problem_of(segment, system, f"has no hypothesis of {system}")
    if not references:
        return problem_of(segment, system, "has no reference text")
    hypothesis = segment.hypotheses[system]
    if metric is not None:
        hypothesis, *kept = (_followed(text, metric) for text in (hypothesis, *references.values()))
        references = dict(zip(references, kept, strict=True))
    try:
        mine, *found = analyses_of([hypothesis, *references.values()], source, depth)
    except InvalidCorrection as error:
        return problem_of(segment, system, f"the corrected heads do not fit: {error}")
    theirs = dict(zip(references, found, strict=True))
    fixed = tuple(hypothesis.links.get(name, NO_FIXED_LINKS) for name in theirs)
    if not all(_fits(one, mine, ref) for one, ref in zip(fixed, found, strict=True)):
        return problem_of(segment, system, "the corrected links do not fit the words of the texts")
    if depth.frames and hypothesis.annotation is not None:
        try:
            pair = _with_frames(hypothesis.annotation, (mine, hypothesis), theirs, references)
            return replace(pair, fixed=fixed)
        except ValueError as error:  # a span beyond the words
            return problem_of(segment, system, f"its annotation does not fit the text: {error}")
    return Pair(mine, tuple(theirs.values()), tuple(theirs), fixed=fixed)


def _followed(text: Text, metric: Metric) -> Text:
    """A text with those corrections alone that a metric follows."""
    arcs = text.arcs if metric.follows_heads else {}
    return replace(text, arcs=arcs, links=text.links if metric.by_alignment else {})


def _fits(fixed: FixedLinks, hyp: Analysis, ref: Analysis) -> bool:
    """Whether there are such words; texts that were not analysed have none yet."""
    if not fixed or not hyp.sentences or not ref.sentences:
        return True
    sizes = len(hyp.tokens), len(ref.tokens)
    return all(0 <= one < sizes[0] and 0 <= two < sizes[1] for one, two in fixed.pairs)


def _with_frames(
    annotation: PairFrames, hyp: tuple[Analysis, Text], refs: Mapping[str, Analysis], texts: Mapping[str, Text]
) -> Pair:
    """The pair with the frames and links of an annotator; references that were not annotated have none."""
    mine = replace(hyp[0], frames=FrameLayer(_words(*hyp), annotation.hypothesis))
    theirs = dict(refs)
    if annotation.name in refs:
        reference = refs[annotation.name]
        layer = FrameLayer(_words(reference, texts[annotation.name]), annotation.reference)
        theirs[annotation.name] = replace(reference, frames=layer)
    links = tuple(annotation.alignment if name == annotation.name else FrameAlignment() for name in refs)
    return Pair(mine, tuple(theirs.values()), tuple(theirs), links)


def _words(analysis: Analysis, text: Text) -> tuple[str, ...]:
    return text.tokens if text.tokens is not None else analysis.words


def reason_not_scored(pair: Pair, metric: Metric) -> str:
    """What keeps a metric from comparing the pair, in words: a text too long, or an analysis missing; empty if nothing.

    A text with a verb in which the labeller found no frame lacks its frames: that is its fault, not the translation's.
    """
    names = ["its hypothesis", *(f"its reference {shortened(name)}" for name in pair.reference_names)]
    texts = list(zip(names, (pair.hypothesis, *pair.references), strict=True))
    if unfit := _too_long(texts, metric):
        return unfit
    needs = metric.needs
    if needs.frames and (pair.hypothesis.frames is None or all(ref.frames is None for ref in pair.references)):
        return "its frames are not done, or it cannot be annotated"
    if needs.roles and (bare := [name for name, text in texts if _lacks_frames(text)]):
        return f"the labeller found no frame in {' and '.join(bare)}"
    if needs.constituents and (bare := [name for name, text in texts if not text.has_constituents]):
        return f"{' and '.join(bare)} {'has' if len(bare) == 1 else 'have'} no constituency tree"
    if metric.by_all_trees and (bare := [name for name, text in texts if not text.has_all_trees]):
        return f"{' and '.join(bare)} {'has' if len(bare) == 1 else 'have'} {NO_ALL_TREES}"
    if metric.by_context and (bare := [name for name, text in texts if not text.encoded]):
        return f"{' and '.join(bare)} {'has' if len(bare) == 1 else 'have'} {NO_CONTEXT}"
    return ""


def _too_long(texts: Sequence[tuple[str, Analysis]], metric: Metric) -> str:
    if metric.max_tokens is not None:
        sizes = [(name, _size(text, metric.max_tokens)) for name, text in texts]
        found = [f"{name} has {counted(size, 'word')}" for name, size in sizes if size > metric.max_tokens]
        if found:
            return f"{' and '.join(found)}, expected at most {metric.max_tokens:,}"
    left = [(name, text.text) for name, text in texts if metric.needs and _was_left(text)]
    return " and ".join(f"{name} {excess(text) or 'is too long to be analysed'}" for name, text in left)


def _size(text: Analysis, longest: int) -> int:
    """The words of a text; of one so short that they cannot be too many its characters, which are counted at once."""
    most = max(len(text.text), len(text.tokens))
    return most if most <= longest else max(word_count(text.text), len(text.tokens))


def _was_left(text: Analysis) -> bool:
    """Whether the analyser passed a text over, as it does with those that are too long."""
    return not text.sentences and bool(text.text.strip())


def _lacks_frames(text: Analysis) -> bool:
    if text.labelled is None:
        return True
    return not text.labelled.frames and any(token.upos == "VERB" for token in text.tokens)


def problem_of(segment: Segment, system: str, message: str, metrics: Sequence[str] = ()) -> Problem:
    """Why one translation was not scored, or not by these metrics."""
    told = f"segment {shortened(segment.key)}: {message}; not scored ({shortened(system)})"
    return Problem(None, None, told, segment.key, system, tuple(metrics))
