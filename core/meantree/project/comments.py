"""The comments of annotators on translations, frames, fillers and errors, and those that ask a question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from meantree.alignment.linked_frames import frames_of, spans_of
from meantree.analysis.frames import phrase
from meantree.annotation.error_annotation import ErrorKey, MarkedError
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, Place
from meantree.annotation.reference_frames import reference_key
from meantree.corpus.corpus import SIDES, Corpus, ErrorSide
from meantree.escaping import escaped
from meantree.project.file import Project

MAX_PHRASE_WORDS: Final = 6
"""Words of a predicate or filler that are shown in its name."""
WHOLE: Final = "the whole translation"
QUESTION_MARKS: Final = ("?", "\N{FULLWIDTH QUESTION MARK}", "\N{ARABIC QUESTION MARK}")


@dataclass(frozen=True, slots=True)
class ListedComment:
    """A comment in the list of all comments.

    Attributes:
        key: of the annotation, of frames or of errors.
        place: the frame or filler; None for the whole translation, and for errors.
        name: of the place, for the user.
    """

    key: AnnotationKey | ErrorKey
    place: Place | None
    name: str
    text: str

    @property
    def asks(self) -> bool:
        """Whether it is a question: it ends with a question mark, or begins with one."""
        text = self.text.strip()
        return text.endswith(QUESTION_MARKS) or text.startswith("?")


def list_comments(project: Project, corpus: Corpus, annotator: str) -> list[ListedComment]:
    """Return all comments of an annotator in the order of the segments.

    A comment on shared frames of a reference belongs to all translations of the segment, and comes once.
    """
    listed: dict[tuple[object, ...], ListedComment] = {}
    for key, annotation in project.annotations(annotator).items():
        for comment in _of_frames(corpus, key, annotation):
            is_shared = comment.place is not None and comment.place[0] == "reference" and not annotation.own_reference
            listed.setdefault((reference_key(key) if is_shared else key, comment.place), comment)
    comments = [*listed.values(), *_of_errors(project, corpus, annotator)]
    written = (comment for comment in comments if comment.text.strip())
    return sorted(written, key=lambda comment: corpus.places[comment.key.segment])


def questions(project: Project, corpus: Corpus, annotators: tuple[str, ...] | None = None) -> list[ListedComment]:
    """Return the comments that ask, of these annotators or of all people, in the order of the segments.

    A question that the gold standard took over with an error, also in an equal translation of the segment, is its
    annotator's, and comes once.
    """
    names = project.people if annotators is None else annotators
    asked = [comment for name in names for comment in list_comments(project, corpus, name) if comment.asks]
    gold = project.rules.gold
    others = {_question(comment) for comment in asked if comment.key.annotator != gold}
    asked = [comment for comment in asked if comment.key.annotator != gold or _question(comment) not in others]
    return sorted(asked, key=lambda comment: (corpus.places[comment.key.segment], comment.key.system))


def _question(comment: ListedComment) -> tuple[str, ...]:
    return comment.key.segment, comment.name, comment.text


def place_name(annotation: Annotation, place: Place, words: tuple[str, ...]) -> str:
    """Return a name such as ``agent “the old man” of the hypothesis``, given the words of that text."""
    side, part = place
    kind = "frame" if part[1] is None else frames_of(annotation, side)[part[0]].fillers[part[1]].role.value
    shown = _quoted(phrase(words, spans_of(annotation, side, part)))
    return f"{kind} {shown}of the {side}"


def _quoted(text: str) -> str:
    """Return the first words of a text in quotes, and a space; nothing for an empty one."""
    words = text.split()
    shown = " ".join(words[:MAX_PHRASE_WORDS]) + (" …" if len(words) > MAX_PHRASE_WORDS else "")
    return f"“{escaped(shown)}” " if shown else ""


def _of_errors(project: Project, corpus: Corpus, annotator: str) -> Iterator[ListedComment]:
    for key, annotation in project.error_annotations(annotator).items():
        yield ListedComment(key, None, WHOLE, annotation.comment)
        texts = corpus.segments[corpus.places[key.segment]].texts(key.system)
        for error in annotation.marked:
            yield ListedComment(key, None, _error_name(error, texts), error.comment)


def _error_name(error: MarkedError, texts: Mapping[ErrorSide, str]) -> str:
    """Return a name such as ``error “the old man” of the hypothesis``, given the texts by side."""
    if not error.places:
        return "error at [missing]" if error.missing else "error"
    place = error.places[0]
    shown = _quoted(texts[place.side][place.start : place.end])
    return f"error {shown}of the {place.side}" if shown else f"error in the {place.side}"


def _of_frames(corpus: Corpus, key: AnnotationKey, annotation: Annotation) -> Iterator[ListedComment]:
    yield ListedComment(key, None, WHOLE, annotation.comment)
    if not annotation.part_comments:
        return
    segment = corpus.segments[corpus.places[key.segment]]
    texts = segment.hypotheses.get(key.system), segment.references.get(key.reference)
    words = {side: (text.tokens if text is not None else None) or () for side, text in zip(SIDES, texts, strict=True)}
    for place, text in annotation.part_comments.items():
        yield ListedComment(key, place, place_name(annotation, place, words[place[0]]), text)
