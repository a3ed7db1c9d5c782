"""The pair of texts that metrics compare in a segment, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from meantree.analysis.corrections import NO_FIXED_LINKS, FixedLinks, InvalidCorrection
from meantree.analysis.inputs import excess, word_count
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisBatch, AnalysisSource, AnalysisStore
from meantree.corpus.analyses import analyses_of, is_analysed
from meantree.corpus.corpus import CHECK, Segment, Text
from meantree.errors import Problem
from meantree.escaping import counted, shortened
from meantree.language.words import as_read
from meantree.metrics.metric import NO_ALL_TREES, NO_CONTEXT, Metric
from meantree.metrics.pair import Pair

if TYPE_CHECKING:
    from meantree.analysis.frames import PairFrames

NOT_SCORED: Final = "not scored"


def pair_of(
    segment: Segment,
    system: str,
    source: AnalysisSource,
    layers: Layers,
    *,
    reference: str | None = None,
    metric: Metric | None = None,
    outcome: str = NOT_SCORED,
) -> Pair | Problem:
    """Return the hypothesis and references of one segment with their analyses, or why they cannot be compared.

    Args:
        source: of analyses: a store, which makes missing ones, or a batch from one.
        layers: that are needed; without any, the texts are not analysed. An analysis in the input is used, and missing
            layers are added.
        reference: the only reference to use; None for all of the segment.
        metric: the only metric that the pair is for; corrections that it ignores are omitted, so that they need not
            fit.
        outcome: what a translation that cannot be compared is not, for the message.
    """
    problem = partial(problem_of, segment, system, outcome=outcome)
    references = {
        name: text
        for name, text in segment.references.items()
        if text.text.strip() and (reference is None or name == reference)
    }
    if system not in segment.hypotheses:
        return problem(f"has no hypothesis of {system}")
    if not references and (metric is None or metric.needs_references):
        return problem("has no reference text")
    hypothesis = segment.hypotheses[system]
    if metric is not None:
        hypothesis, *reference_texts = (
            _with_used_corrections(text, metric) for text in (hypothesis, *references.values())
        )
        references = dict(zip(references, reference_texts, strict=True))
    try:
        analysis, *analyses = analyses_of([hypothesis, *references.values()], source, layers)
    except InvalidCorrection as error:
        return problem(f"the corrected heads do not fit: {error}")
    analysed_references = dict(zip(references, analyses, strict=True))
    fixed = tuple(hypothesis.links.get(name, NO_FIXED_LINKS) for name in analysed_references if hypothesis.links)
    if not all(_fits(links, analysis, analysed) for links, analysed in zip(fixed, analyses, strict=False)):
        return problem("the corrected links do not fit the words of the texts")
    answers = segment.answers.get(system, {})
    given = {score.kind: score.value for score in segment.given if score.system == system}
    others = _other_translations(segment, [hypothesis, *references.values()])
    if layers.frames and hypothesis.annotation is not None:
        try:
            pair = _with_frames(hypothesis.annotation, (analysis, hypothesis), analysed_references, references)
            return replace(pair, fixed=fixed, answers=answers, given=given, others=others)
        except ValueError as error:  # a span exceeds the words
            return problem(f"its annotation does not fit the text: {error}")
    names, texts = tuple(analysed_references), tuple(analysed_references.values())
    return Pair(analysis, texts, names, fixed=fixed, answers=answers, given=given, others=others)


def _other_translations(segment: Segment, compared: Iterable[Text]) -> tuple[str, ...]:
    known = {text.text for text in compared}
    texts = dict.fromkeys(text.text for system, text in segment.hypotheses.items() if system != CHECK)
    return tuple(text for text in texts if text.strip() and text not in known)


def _with_used_corrections(text: Text, metric: Metric) -> Text:
    """Return a text with only the corrections that a metric uses."""
    arcs = text.arcs if metric.follows_heads else {}
    return replace(text, arcs=arcs, links=text.links if metric.by_alignment else {})


def _fits(fixed: FixedLinks, hyp: Analysis, ref: Analysis) -> bool:
    """Whether fixed links are between existing words; always so if a text was not analysed."""
    if not fixed or not hyp.sentences or not ref.sentences:
        return True
    sizes = len(hyp.tokens), len(ref.tokens)
    return all(0 <= first < sizes[0] and 0 <= second < sizes[1] for first, second in fixed.pairs)


def _with_frames(
    annotation: PairFrames, hyp: tuple[Analysis, Text], refs: Mapping[str, Analysis], texts: Mapping[str, Text]
) -> Pair:
    """Return the pair with the frames and links of an annotator; references that were not annotated have none."""
    from meantree.analysis.frames import FrameAlignment, FrameLayer  # late: most metrics need no frames

    hypothesis = replace(hyp[0], frames=FrameLayer(_words(*hyp), annotation.hypothesis))
    references = dict(refs)
    if annotation.name in refs:
        reference = refs[annotation.name]
        layer = FrameLayer(_words(reference, texts[annotation.name]), annotation.reference)
        references[annotation.name] = replace(reference, frames=layer)
    links = tuple(annotation.alignment if name == annotation.name else FrameAlignment() for name in refs)
    return Pair(hypothesis, tuple(references.values()), tuple(references), links)


def _words(analysis: Analysis, text: Text) -> tuple[str, ...]:
    return text.tokens if text.tokens is not None else analysis.words


def reason_not_scored(pair: Pair, metric: Metric) -> str:
    """Return why a metric cannot compare the pair: a text is too long, or a layer is missing; empty if it can.

    If the labeller found no frame in a text with a verb, frames are missing: the labeller failed, not the translation.
    """
    if reason := metric.lacks(pair):
        return reason
    if metric.max_tokens is None and not metric.needs.amounts:
        return ""
    names = ["its hypothesis", *(f"its reference {shortened(name)}" for name in pair.reference_names)]
    texts = list(zip(names, (pair.hypothesis, *pair.references), strict=True))
    if reason := _too_long(texts, metric):
        return reason
    needs = metric.needs
    if needs.frames and (pair.hypothesis.frames is None or all(ref.frames is None for ref in pair.references)):
        who = "the translation" if pair.hypothesis.frames is None else "the reference"
        return f"{who} has no finished annotation, or is marked as “cannot annotate”"
    if needs.roles and (lacking := [name for name, text in texts if _misses_frames(text)]):
        return f"the labeller found no frame in {' and '.join(lacking)}"
    needed: list[tuple[bool | int, Callable[[Analysis], bool], str]] = [
        (needs.constituents, lambda text: text.has_constituents, "no constituency tree"),
        (metric.by_all_trees, lambda text: text.has_all_trees, NO_ALL_TREES),
        (metric.by_context, lambda text: text.encoded, NO_CONTEXT),
    ]
    for is_needed, has, what in needed:
        if is_needed and (lacking := [name for name, text in texts if not has(text)]):
            return f"{_have(lacking)} {what}"
    return ""


def _have(names: Sequence[str]) -> str:
    return f"{' and '.join(names)} {'has' if len(names) == 1 else 'have'}"


def reason_not_analysed(segment: Segment, system: str, store: AnalysisStore | AnalysisBatch, layers: Layers) -> str:
    """Return which texts of a translation the store lacks some of the layers of; empty if none."""
    texts = {f"its reference {shortened(name)}": text for name, text in segment.references.items()}
    if system in segment.hypotheses:
        texts = {"its hypothesis": segment.hypotheses[system], **texts}
    lacking = [name for name, text in texts.items() if not is_analysed(text, store, layers)]
    return f"{_have(lacking)} no complete stored analysis" if lacking else ""


def _too_long(texts: Sequence[tuple[str, Analysis]], metric: Metric) -> str:
    if metric.max_tokens is not None:
        sizes = [(name, _size(text, metric.max_tokens)) for name, text in texts]
        long_texts = [f"{name} has {counted(size, 'token')}" for name, size in sizes if size > metric.max_tokens]
        if long_texts:
            return f"{' and '.join(long_texts)}, expected at most {metric.max_tokens:,}"
    skipped = [(name, text.text) for name, text in texts if metric.needs and _was_skipped(text)]
    return " and ".join(f"{name} {excess(text) or 'is too long to be analysed'}" for name, text in skipped)


def _size(text: Analysis, limit: int) -> int:
    """Return the number of words of a text; of short texts an upper bound, the number of characters, which is fast."""
    bound = max(len(text.text), len(text.tokens))
    return bound if bound <= limit else max(word_count(text.text), len(text.tokens))


def _was_skipped(text: Analysis) -> bool:
    """Whether the analyser skipped a text, as it does with texts that are too long."""
    return not text.sentences and bool(as_read(text.text).strip())


def _misses_frames(text: Analysis) -> bool:
    if text.labelled is None:
        return True
    return not text.labelled.frames and any(token.upos == "VERB" for token in text.tokens)


def problem_of(
    segment: Segment, system: str, message: str, metrics: Sequence[str] = (), *, outcome: str = NOT_SCORED
) -> Problem:
    """Return the problem of a translation that was not scored, or not by these metrics; or has another outcome."""
    text = f"segment {shortened(segment.key)}: {message}; {outcome} ({shortened(system)})"
    return Problem(None, None, text, segment.key, system, tuple(metrics), reason=message)
