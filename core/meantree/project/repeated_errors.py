"""Errors proposed again: words that an annotator marked in other translations stand in this one, too.

Systems share words and mistakes. Other translations of the segment in which the annotator marked the same words, with
the same word beside them, speak for a proposal; those in which nothing was marked there speak against it. Names and
terms come again in the document.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter
from typing import Final

from meantree import __version__
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import FINISHED
from meantree.corpus.corpus import Corpus, Segment
from meantree.project.file import Project

EARLIER: Final = "earlier marks"
REPEATED: Final = f"{EARLIER} {__version__}"
"""Who proposes them; no system is named, as annotators may work blind."""
IN_DOCUMENT: Final = f"{EARLIER} in the document {__version__}"
"""Who proposes what was marked in earlier segments."""
SOURCES: Final = {REPEATED: "marked so in another translation", IN_DOCUMENT: "marked so in an earlier segment"}
"""In words."""
SEGMENTS_BEFORE: Final = 10
"""Segments of the document that are searched for names and terms."""
LEAST_REPEATS: Final = 2
"""Translations in which a name or a term must be marked."""
LEAST_OMISSIONS: Final = 2
"""Translations in which words of the source must be marked: what one of them omits, another one seldom does."""
# Han, kana and the scripts of South-East Asia have no blanks between words: each character is one.
_WORD: Final = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U000323af]"
    r"|[^\W_]+(?:['’][^\W_]+)*|\S"
)

Span = tuple[int, int]
"""Start and end of characters, the end excluded."""
Earlier = Sequence[tuple[str, ErrorAnnotation]]
"""Translations of a segment, and what the annotator marked in them."""


@lru_cache(maxsize=256)
def words_of(text: str) -> tuple[Span, ...]:
    """Return the spans of words and punctuation marks."""
    return tuple(match.span() for match in _WORD.finditer(text))


def earlier_errors(project: Project, segments: Sequence[Segment], key: ErrorKey) -> list[tuple[str, ErrorAnnotation]]:
    """Return the other translations of segments that the annotator finished, and what is marked in them."""
    found = [
        (text.text, project.error_annotation(ErrorKey(segment.key, name, key.annotator)))
        for segment in segments
        for name, text in segment.hypotheses.items()
        if (segment.key, name) != (key.segment, key.system)
    ]
    return [(text, own) for text, own in found if own is not None and own.state in FINISHED]


def segments_before(corpus: Corpus, place: int) -> tuple[Segment, ...]:
    """Return the segments before one, of the same document, that are searched for names and terms."""
    here = corpus.segments[place]
    before = corpus.segments[max(0, place - SEGMENTS_BEFORE) : place]
    return tuple(segment for segment in before if here.document and segment.document == here.document)


def with_own_marks(
    text: str, proposed: Mapping[str, ErrorAnnotation], earlier: Earlier, document: Earlier = ()
) -> dict[str, ErrorAnnotation]:
    """Return proposals by who makes them: those of :func:`repeated_errors`, then those of others.

    What others propose is left out where more of the earlier translations have nothing marked in the same words, with
    the same word beside them, than something: the annotator has seen them and found no error.
    """
    errors = repeated_errors(text, earlier, document)
    work = {by: ErrorAnnotation(tuple(error for error in errors if error.by == by)) for by in SOURCES}
    for name, annotation in proposed.items():
        marked = (error for error in annotation.marked if not _is_refuted(text, error, earlier))
        work[name] = replace(annotation, marked=tuple(marked))
    return work


def repeated_errors(text: str, earlier: Earlier, document: Earlier = ()) -> tuple[MarkedError, ...]:
    """Return the proposals for a translation, in text order; those in the source come last, and none overlap.

    Words are proposed where they have the same word, or the same end of the text, on one side at least, if more
    translations have them marked so than left as they are. Words of the source are proposed if most translations have
    them marked. Severity and category are those that were given most often, and of equally frequent ones the last.

    Args:
        earlier: finished translations of the same segment.
        document: finished translations of the segments before: names, and what has several words, are proposed if they
            have them marked at least twice, and more often than left as they are.
    """
    found = [*_in_translation(text, earlier), *_in_source(earlier), *_in_document(text, earlier, document)]
    chosen: list[MarkedError] = []
    for _, error in sorted(found, key=lambda item: (-item[0], item[1].places[0].start - item[1].places[0].end)):
        if not any(error.places[0].overlaps(other.places[0]) for other in chosen):
            chosen.append(error)
    return tuple(sorted(chosen, key=lambda error: error.places))


def _in_translation(text: str, earlier: Earlier) -> Iterator[tuple[int, MarkedError]]:
    """Yield proposals in the translation, with the number of translations for each."""
    marked: dict[Span, list[MarkedError]] = {}
    for other, annotation in earlier:
        for error in _single(annotation, "hypothesis"):
            here = error.places[0].start, error.places[0].end
            for span in _occurrences(other[slice(*here)], text):
                if _is_beside(other, here, text, span):
                    marked.setdefault(span, []).append(error)
    for span, errors in marked.items():
        if len(errors) > sum(_left(text, span, earlier)):
            yield len(errors), _again(errors, Place("hypothesis", *span), REPEATED)


def _in_source(earlier: Earlier) -> Iterator[tuple[int, MarkedError]]:
    marked: dict[Place, list[MarkedError]] = {}
    for _, annotation in earlier:
        for error in _single(annotation, "source"):
            marked.setdefault(error.places[0], []).append(error)
    for place, errors in marked.items():
        if len(errors) >= max(LEAST_OMISSIONS, len(earlier) // 2 + 1):
            yield len(errors), _again(errors, place, REPEATED)


def _in_document(text: str, earlier: Earlier, document: Earlier) -> Iterator[tuple[int, MarkedError]]:
    """Yield names and terms in the translation, with 0: what was marked in this segment is preferred to them."""
    marked: dict[str, list[MarkedError]] = {}
    for other, annotation in document:
        errors = _single(annotation, "hypothesis")
        for words, error in {other[error.places[0].start : error.places[0].end]: error for error in errors}.items():
            if words in text and (words[:1].isupper() or len(words_of(words)) > 1):
                marked.setdefault(words, []).append(error)
    for words, same in marked.items():
        left = sum(
            _leaves(annotation, _occurrences(words, other))
            for other, annotation in (*document, *earlier)
            if words in other
        )
        if len(same) >= LEAST_REPEATS and len(same) > left:
            for span in _occurrences(words, text):
                yield 0, _again(same, Place("hypothesis", *span), IN_DOCUMENT)


def _single(annotation: ErrorAnnotation, side: str) -> Iterator[MarkedError]:
    """Yield the errors with one place, which has characters, in one of the texts."""
    return (
        error
        for error in annotation.errors
        if len(error.places) == 1 and error.places[0].side == side and error.places[0].start < error.places[0].end
    )


def _again(errors: Sequence[MarkedError], place: Place, by: str) -> MarkedError:
    labels = ((error.severity, error.category, error.missing) for error in reversed(errors))
    severity, category, missing = Counter(labels).most_common(1)[0][0]
    return MarkedError((place,), severity, category, missing=missing, by=by)


def _occurrences(words: str, text: str) -> Iterator[Span]:
    """Yield where words stand in a text as whole words."""
    spans = words_of(text)
    starts, ends = {start for start, _ in spans}, {end for _, end in spans}
    for match in re.finditer(re.escape(words), text):
        if match.start() in starts and match.end() in ends:
            yield match.span()


def _is_refuted(text: str, error: MarkedError, earlier: Earlier) -> bool:
    spans = [(place.start, place.end) for place in error.in_side("hypothesis")]
    if len(spans) != len(error.places) or not spans:
        return False
    return all(2 * sum(left) > len(left) for left in (_left(text, span, earlier) for span in spans))


def _left(text: str, span: Span, earlier: Earlier) -> list[bool]:
    """Return for each translation with the same words beside the same word whether nothing is marked in them."""
    found = []
    for other, annotation in earlier:
        there = [here for here in _occurrences(text[slice(*span)], other) if _is_beside(text, span, other, here)]
        found += [_leaves(annotation, there)] if there else []
    return found


def _leaves(annotation: ErrorAnnotation, spans: Iterable[Span]) -> bool:
    """Return whether nothing is marked in one of the spans of a translation."""
    places = [place for error in annotation.errors for place in error.places]
    return any(not any(Place("hypothesis", *span).overlaps(place) for place in places) for span in spans)


def _is_beside(text: str, span: Span, other: str, here: Span) -> bool:
    """Return whether spans of two texts have the same word before, or after, or both begin or end their text."""
    return any(one == two for one, two in zip(_neighbours(text, span), _neighbours(other, here), strict=True))


def _neighbours(text: str, span: Span) -> tuple[str, str]:
    words = words_of(text)
    before = bisect_right(words, span[0], key=itemgetter(1)) - 1
    after = bisect_left(words, span[1], key=itemgetter(0))
    return (
        text[slice(*words[before])].casefold() if before >= 0 else "",
        text[slice(*words[after])].casefold() if after < len(words) else "",
    )
