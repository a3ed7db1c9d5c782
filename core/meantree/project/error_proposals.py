"""Error spans as proposals: those of a tool, of annotators whose work is adjudicated, or of other translations.

An annotator keeps a proposal, keeps it with other words or another label, or rejects it; what was decided stays in the
annotation with the name of the person who proposed it, so that each proposal is shown only until then.

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
from meantree.alignment.relations.function_words import FUNCTION_WORDS
from meantree.alignment.word_facts import DENYING
from meantree.annotation.contested_errors import identity, proposals_of
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Origin, Place
from meantree.annotation.frame_annotation import FINISHED
from meantree.corpus.corpus import Corpus, Segment
from meantree.grouping import grouped
from meantree.project.file import Project
from meantree.project.gold_standard import finished_errors


def distinct_proposals(text: str, work: Mapping[str, ErrorAnnotation]) -> tuple[MarkedError, ...]:
    """Return proposals for a translation; of those of several annotators on nearly the same words only one.

    It is the first one with a category, or else the first; the finding behind another one is answered with it.
    """
    shown: dict[str, list[MarkedError]] = {name: [] for name in work}
    marked = [(name, error) for name, annotation in work.items() for error in annotation.errors]
    for name, error in sorted(marked, key=lambda item: not item[1].category):
        others = (other for by, errors in shown.items() if by != name for other in errors)
        if not any(_is_near(text, error, other) and identity(error) != identity(other) for other in others):
            shown[name].append(error)
    proposals = proposals_of({name: replace(work[name], marked=tuple(errors)) for name, errors in shown.items()})
    behind = ((one, [error.finding for _, error in marked if _is_near(text, error, one)]) for one in proposals)
    return tuple(replace(one, finding=one.finding or next(filter(None, findings), "")) for one, findings in behind)


def undecided(text: str, annotation: ErrorAnnotation, proposals: Iterable[MarkedError]) -> tuple[MarkedError, ...]:
    """Return the proposals that an annotation neither keeps nor rejects, nor has an error on nearly the same words.

    An error at the same places decides about all proposals there, whatever their labels.
    """
    marked = [error for error in annotation.marked if error.origin is not Origin.REJECTED]
    taken = set(map(place_of_proposal, marked))
    rejected = {_rejection(error) for error in annotation.marked if error.origin is Origin.REJECTED}
    left = (one for one in proposals if place_of_proposal(one) not in taken and _rejection(one) not in rejected)
    return tuple(one for one in left if not any(_is_near(text, one, own) for own in marked))


def place_of_proposal(error: MarkedError) -> tuple[object, ...]:
    """Return the places of an error as it was proposed, and whether it is an omission."""
    return error.suggested or error.places, error.missing


def suggested_errors(project: Project, key: ErrorKey) -> dict[str, ErrorAnnotation]:
    """Return what the rules suggest in a translation, by who marked it, with the project's names of categories."""
    rules, known = project.rules, project.annotators
    names = [name for name in rules.suggestions if name != key.annotator and name in known]
    if rules.blind:
        names = [name for name in names if not project.times(name)]  # who works in the app is a person
    return {
        name: replace(
            found, marked=tuple(replace(error, category=rules.own_category(error.category)) for error in found.marked)
        )
        for name, found in finished_errors(project, key.segment, key.system, names).items()
    }


def errors_of_equal_text(project: Project, segment: Segment, key: ErrorKey) -> ErrorAnnotation | None:
    """Return the errors and the score of an equal translation of the segment that the annotator finished, open again.

    Comments, and suggestions that were rejected, stay with that translation; None if there is no such translation.
    """
    for text, found in earlier_errors(project, [segment], key):
        if text == segment.hypotheses[key.system].text and (found.errors or found.score is not None):
            marked = tuple(replace(error, comment="", as_read=None) for error in found.errors)
            return ErrorAnnotation(marked, found.score)
    return None


def _rejection(error: MarkedError) -> tuple[object, ...]:
    """Return what is rejected with a proposal: of earlier marks the place, as further marks change their labels.

    No category takes part in it, as the project may name it otherwise now.
    """
    if error.by.startswith(EARLIER):
        return EARLIER, place_of_proposal(error)
    return error.by, error.places, error.severity.casefold(), error.missing


def _is_near(text: str, error: MarkedError, other: MarkedError) -> bool:
    """Return whether both errors have the same content words, or over half of the characters of both are in both.

    Of an error without characters, agreement and adjudication say alike whether another one may be the same.
    """
    own, others = (sum(place.end - place.start for place in one.places) for one in (error, other))
    if not own or not others:
        return error.is_where(other)
    if (content := _content(text, error)) and content == _content(text, other):
        return True  # MG, the MG
    pairs = ((one, two) for one in error.places for two in other.places if one.side == two.side)
    return 3 * sum(max(0, min(one.end, two.end) - max(one.start, two.start)) for one, two in pairs) > own + others


def _content(text: str, error: MarkedError) -> set[Span]:
    """Return the words of a translation that are wholly in an error, without function words and punctuation."""
    places = error.in_side("hypothesis")
    inside = (span for span in words_of(text) if any(one.start <= span[0] and span[1] <= one.end for one in places))
    forms = ((span, text[slice(*span)].casefold()) for span in inside)
    return {span for span, form in forms if form[0].isalnum() and form not in FUNCTION_WORDS - DENYING}


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
DENIED: Final = 3
"""Words after a denial that it may deny."""
# Han, kana and the scripts of South-East Asia have no blanks between words: each character is one. A number is one.
_WORD: Final = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U000323af]"
    r"|[^\W_]+(?:(?:['’]|(?<=\d)[.,:](?=\d))[^\W_]+)*|\S"
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
    found: list[tuple[str, ErrorAnnotation]] = []
    for segment in segments:
        own = project.error_annotations(key.annotator, segment.key)
        for name, text in segment.hypotheses.items():
            annotation = own.get(other := ErrorKey(segment.key, name, key.annotator))
            if other != key and annotation is not None and annotation.state in FINISHED:
                found.append((text.text, annotation))
    return found


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
    the same word beside them, than something: the annotator has seen them and found no error. Of errors in several
    parts, in the source and at ``[missing]``, equal translations alone decide.
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
    marked = grouped((error.places[0], error) for _, annotation in earlier for error in _single(annotation, "source"))
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
    if len(error.places) == 1 and error.places[0].side == "hypothesis":
        left = _left(text, (error.places[0].start, error.places[0].end), earlier)
    else:  # words that are right where they stand alone may be wrong together, as swapped roles are
        equal = (annotation for other, annotation in earlier if other == text)
        left = [not any(_is_near(text, error, own) for own in annotation.errors) for annotation in equal]
    return 2 * sum(left) > len(left)


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
    """Return whether spans of two texts have the same word before, or after, or both begin or end their text.

    They have not if one of them alone is denied: confirmed, not confirmed.
    """
    is_same = any(one == two for one, two in zip(_neighbours(text, span), _neighbours(other, here), strict=True))
    return is_same and _is_denied(text, span) is _is_denied(other, here)


def _is_denied(text: str, span: Span) -> bool:
    words = words_of(text)
    before = bisect_right(words, span[0], key=itemgetter(1))
    near = (text[slice(*word)].casefold() for word in words[max(0, before - DENIED) : before])
    return any(word in DENYING or word.endswith(("n't", "n’t")) for word in near)


def _neighbours(text: str, span: Span) -> tuple[str, str]:
    words = words_of(text)
    before = bisect_right(words, span[0], key=itemgetter(1)) - 1
    after = bisect_left(words, span[1], key=itemgetter(0))
    return (
        text[slice(*words[before])].casefold() if before >= 0 else "",
        text[slice(*words[after])].casefold() if after < len(words) else "",
    )
