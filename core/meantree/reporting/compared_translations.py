"""The shown translations of a report, compared with their references, as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from meantree.analysis.layers.required import WORDS
from meantree.analysis.store import AnalysisBatch
from meantree.comparison.compare import ComparisonOptions, closest_reference, compare
from meantree.comparison.comparison import Comparison
from meantree.comparison.pair_findings import LAYERS as FINDING_LAYERS
from meantree.comparison.pair_findings import is_english
from meantree.corpus.corpus import Segment
from meantree.errors import Problem
from meantree.evaluation.value_table import ValueTable
from meantree.metrics.metric import CompareOn, required_layers
from meantree.metrics.pair import Pair
from meantree.reporting.contents import Contents
from meantree.reporting.marked_errors import MarkedPlaces, clean_by, marked_errors, places_of_errors
from meantree.scoring.pairing import pair_of, reason_not_analysed, reason_not_scored
from meantree.scoring.pairs import analysed_segments
from meantree.work import Work

if TYPE_CHECKING:
    from meantree.reporting.annotator_differences import AnnotatorDifferences  # which other reports do not load
    from meantree.reporting.annotators import Comment, TitledFrames

STAGE = "Writing the report"
Spans = tuple[tuple[int, int], ...]
"""Places in a text, in characters."""


@dataclass(frozen=True, slots=True)
class Translation:
    """One system's translation of a segment.

    Attributes:
        system, text: the system, and its translation.
        reference: name and text of the compared reference, empty without one.
        reason: why the translation cannot be compared, empty if it can.
        differing: words that no reference has, and words of the compared one that the translation has not.
        comparison: by the metric in focus; None if only annotators' work is reported.
        comments, errors, error_places, clean_by, differences, frames: what annotators did.
    """

    system: str
    text: str
    reference: tuple[str, str] = ("", "")
    reason: str = ""
    differing: tuple[Spans, Spans] = ((), ())
    comparison: Comparison | None = None
    comments: tuple[Comment, ...] = ()
    errors: ValueTable | None = None
    error_places: tuple[MarkedPlaces, ...] = ()
    clean_by: str = ""
    differences: tuple[AnnotatorDifferences, ...] = ()
    frames: tuple[TitledFrames, ...] = ()

    @property
    def is_copy(self) -> bool:
        """Whether it is the compared reference."""
        return bool(self.reference[0]) and self.text.split() == self.reference[1].split()


@dataclass(frozen=True, slots=True)
class ShownSegment:
    """A segment at a 0-based place, with its existing translations."""

    place: int
    segment: Segment
    translations: tuple[Translation, ...]


def shown_segments(
    contents: Contents, places: Sequence[int], work: Work, *, differences: bool = False
) -> Iterator[ShownSegment]:
    """Yield segments, each made on demand, compared by the metric in focus or, with ``differences``, word by word.

    Raises:
        Cancelled: if the user stopped it.
    """
    metric, layers = contents.metric, WORDS
    if metric is not None:
        layers |= required_layers({contents.focus: metric})
    if contents.differences is not None:
        layers |= FINDING_LAYERS
    corpus, store, jobs = contents.corpus, contents.source.store, contents.source.jobs
    analysed = analysed_segments(corpus, contents.systems, places, store, layers, STAGE, work.by(jobs))
    for place, segment, source in analysed:
        yield ShownSegment(place, segment, tuple(_translations(contents, segment, source, differences=differences)))


def _translations(
    contents: Contents, segment: Segment, source: AnalysisBatch, *, differences: bool
) -> list[Translation]:
    """Return the translations of a segment, with one reference if the metric counts all of them, or two are drawn."""
    own = [system for system in contents.systems if system in segment.hypotheses]
    options = ComparisonOptions(
        annotator=contents.corpus.annotator, differences=differences, english=is_english(contents.corpus)
    )
    found = [_translation(contents, segment, one, source, options) for one in own]
    drawn = [one.comparison for one in found if one.comparison is not None]
    if contents.metric is None or len({one.reference for one in drawn}) < 2:
        return found
    is_drawn_together = contents.request.kind == "comparison" and not any(one.is_scored for one in drawn)
    if any(one.evidence.reference is not None for one in drawn) and not is_drawn_together:
        return found
    options = replace(options, reference=closest_reference([one.pair for one in drawn], contents.metric))
    return [_translation(contents, segment, one, source, options, alone=is_drawn_together) for one in own]


def _translation(
    contents: Contents,
    segment: Segment,
    system: str,
    source: AnalysisBatch,
    options: ComparisonOptions,
    *,
    alone: bool = False,
) -> Translation:
    """Return a translation; with ``alone``, compared with the reference of the options as if there were no other."""
    annotators, metric = contents.source.annotators, contents.metric
    marked = contents.marked(segment, system)
    translation = Translation(
        system,
        segment.hypotheses[system].text,
        next(((name, text.text) for name, text in segment.references.items() if text.text.strip()), ("", "")),
        comments=() if annotators is None else annotators.comments(segment, system),
        errors=marked_errors(segment, system, marked),
        error_places=places_of_errors(segment, system, marked),
        clean_by=clean_by(marked),
    )
    if not segment.references:
        return replace(translation, reason="" if metric is None else "there is no reference")
    layers = WORDS | (required_layers({contents.focus: metric}) if metric is not None else WORDS)
    if missing := reason_not_analysed(segment, system, source, layers):
        return replace(translation, reason=missing)
    pair = pair_of(segment, system, source, layers)
    if isinstance(pair, Problem):  # corrections that the metric does not follow may not fit
        pair = pair_of(segment, system, source, layers, metric=metric)
    if isinstance(pair, Problem):
        return replace(translation, reason=pair.message)
    if contents.people is not None:
        from meantree.reporting.annotators import words_of

        people, words = contents.people.annotations, words_of(pair, system)
        metrics = [contents.table.metrics[spec] for spec in contents.specs]
        translation = replace(
            translation,
            differences=tuple(people.differences(segment, system, words, metrics)),
            frames=tuple(people.frames(segment, system, words, metrics)),
        )
    if metric is None:
        return translation
    if missing := reason_not_scored(pair, metric):
        return replace(translation, reason=f"not scored by {contents.focus}: {missing}")
    # What a learned metric counts are the links of its alignment.
    structure: CompareOn | None = "words" if metric.features_in_words and metric.by_alignment else None
    drawn = pair.against(options.reference) if alone and options.reference is not None else pair
    comparison = compare(drawn, metric, options if options.differences else replace(options, structure=structure))
    spans = [error for error in segment.errors if error.system == system]
    if marked:
        from meantree.annotation.error_annotation import spans_of

        spans += (span for item in marked for span in spans_of(*item, len(pair.hypothesis.text)))
    if spans:
        from meantree.comparison.marked_errors import with_errors

        comparison = with_errors(comparison, metric, spans)
    name, text = drawn.reference_names[comparison.reference], drawn.references[comparison.reference].text
    differing = _differing(pair, pair.reference_names.index(name))
    return replace(translation, reference=(name, text), comparison=comparison, differing=differing)


def _differing(pair: Pair, reference: int) -> tuple[Spans, Spans]:
    """Return the words of a translation that no reference has, and those of one that it has not, in this form."""
    forms = [set(map(_form, text.words)) for text in pair.texts]
    sides = zip(pair.sides(reference), (set[str]().union(*forms[1:]), forms[0]), strict=True)
    own, other = (
        spans_of_words(text.text, text.words, {at for at, word in enumerate(text.words) if _form(word) in others})
        for text, others in sides
    )
    return own, other


def _form(word: str) -> str:
    return word.casefold().replace("’", "'")


def spans_of_words(text: str, words: Sequence[str], shared: set[int]) -> Spans:
    """Return the places of the words with a letter or digit that are not shared, neighbours together.

    From a word that does not occur in the text on, there are none.
    """
    spans: list[tuple[int, int]] = []
    position, follows = 0, False
    for place, word in enumerate(words):
        start = text.find(word, position)
        if start < 0:
            break
        position = start + len(word)
        differs = place not in shared and any(map(str.isalnum, word))
        if differs and follows:
            spans[-1] = spans[-1][0], position
        elif differs:
            spans.append((start, position))
        follows = differs
    return tuple(spans)
