"""State in words where annotators of one translation differ, and how versions of a record in merged copies differ."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from meantree.alignment.linked_frames import frames_of, links, spans_of
from meantree.analysis.corrections import NO_FIXED_LINKS, FixedLinks
from meantree.analysis.frames import Filler, Frame, Part, Span, phrase
from meantree.annotation.adjudication import Contested, FrameView, alternatives, contested, frame_at, overruled
from meantree.annotation.corrections import Arcs, TreeKey
from meantree.annotation.error_annotation import AnswersKey, ErrorAnnotation, ErrorKey, describe
from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.annotation.record_kinds import ANSWERS, ERRORS, FRAMES, LINKS, REFERENCES, TREES, Key, MarkKey
from meantree.annotation.reference_frames import ReferenceFrames, ReferenceKey, with_its_reference, with_reference
from meantree.corpus.corpus import SIDES, Side

Tokens = Mapping[Side, Sequence[str]]
Answers = tuple[str | None, ...]
NOTHING = ""
"""The answer of an annotator without such a frame, filler or link; None stands for one who could have none."""
NO_FRAME, NO_FILLERS, NOT_LINKED = "no frame", "frame without fillers", "not linked"
SEPARATOR = " · "
"""Between the parts of an annotator's answer."""
HEAD_WORDS, TAIL_WORDS = 4, 3
"""Words at the start and the end of a long filler that a row shows."""
OTHERWISE = "something else"
GOLD = ""
"""Stands for the gold standard among the names of annotators, none of which is empty."""
NO_RECORD, UNREADABLE = "nothing stored", "cannot be read"
VERSION, SHOWN = "version", "shown"
DECIDED = "rejected, has no frame", "not decided"


@dataclass(frozen=True, slots=True)
class Difference:
    """A frame, filler or link on which annotators differ.

    Attributes:
        kind: ``frame``, ``filler``, ``frame link`` or ``filler link``.
        about: the words of the predicate or filler.
        answers: one for each annotator; :data:`NOTHING` for one without it, None for one who could have none.
        fillers: the spans of the fillers that are compared, or of the one whose link is.
    """

    side: Side
    predicate: Span
    kind: str
    about: str
    answers: Answers
    fillers: tuple[tuple[Span, ...], ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class ContestedRow:
    """One contested predicate in words, or several that share words and of which one is to be chosen.

    Attributes:
        contested: the predicate, with each annotator's view.
        kinds: of the differences, each once: ``frame``, ``filler``, ``frame link``, ``filler link``.
        answers: by annotator, how they annotated what differs.
        gold: the gold standard's answer if it overrules all annotators; else empty.
        alternatives: other contested predicates that share words with it.
        parts: the fillers and links that differ, each to be decided on its own.
        part: the one of these that alone is decided in this row; None for all of the frame.
    """

    contested: Contested
    words: str
    kinds: tuple[str, ...]
    answers: Mapping[str, str]
    gold: str = ""
    alternatives: tuple[Contested, ...] = ()
    parts: tuple[Difference, ...] = ()
    part: Difference | None = None

    @property
    def of_parts(self) -> tuple[ContestedRow, ...]:
        """A row for each of the parts, with each annotator's answer to it; empty for one who has no frame."""
        answers = ((part, zip(self.answers, part.answers, strict=False)) for part in self.parts)
        return tuple(
            replace(self, part=part, answers={name: part_words(part, answer) for name, answer in of_part})
            for part, of_part in answers
        )

    @property
    def predicates(self) -> tuple[Contested, ...]:
        """The predicate and its alternatives."""
        return self.contested, *self.alternatives

    def supporters(self, gold: Annotation) -> tuple[str, ...]:
        """Return the annotators whose views are those of the gold standard."""
        supporting = [set(predicate.supporters(gold)) for predicate in self.predicates]
        return tuple(name for name in self.answers if all(name in names for names in supporting))


def differences(annotations: Sequence[Annotation], tokens: Tokens) -> Iterator[Difference]:
    """Yield all differences, in the order of both texts.

    A frame that only some annotators have is one difference; on its fillers and links only they are compared.
    Overlapping fillers of different annotators are compared with each other.

    Args:
        annotations: of the same translation and reference, by different annotators.
    """
    for side in SIDES:
        spans = sorted({frame.predicate for annotation in annotations for frame in frames_of(annotation, side)})
        for compared in (one for span in spans for one in _comparable(annotations, tokens, side, span)):
            answers = tuple(answer_of(annotation, compared, tokens) for annotation in annotations)
            if len({*answers} - {None}) > 1:
                yield replace(compared, answers=answers)


def contested_rows(work: Mapping[str, Annotation], tokens: Tokens) -> tuple[ContestedRow, ...]:
    """Return all contested predicates of one translation, in the order of both texts.

    Args:
        work: annotations of it beside one reference, by annotator.
    """
    all_differences = list(differences(list(work.values()), tokens))
    return tuple(_contested_row(predicate, list(work), all_differences, tokens) for predicate in contested(work))


def joined_rows(rows: Sequence[ContestedRow]) -> tuple[ContestedRow, ...]:
    """Return the rows with those joined whose predicates are alternatives; each annotator's answer names their own."""
    by_place = {row.contested.place: row for row in rows}
    groups = alternatives([row.contested for row in rows])
    return tuple(_joined_row([by_place[predicate.place] for predicate in group]) for group in groups)


def _joined_row(rows: Sequence[ContestedRow]) -> ContestedRow:
    first, *others = rows
    if not others:
        return first
    own = {name: row for row in rows for name, view in row.contested.views.items() if view is not None}
    answers = {
        name: f"{own[name].words}{SEPARATOR}{own[name].answers[name]}" if name in own else NO_FRAME
        for name in first.answers
    }
    kinds = dict.fromkeys(kind for row in rows for kind in row.kinds if kind != "frame")
    words, rest = " / ".join(row.words for row in rows), tuple(row.contested for row in others)
    return ContestedRow(first.contested, words, ("predicate", *kinds), answers, alternatives=rest)


def overruled_rows(work: Mapping[str, Annotation], gold: Annotation, tokens: Tokens) -> tuple[ContestedRow, ...]:
    """Return the predicates on which the gold standard overrules all annotators, in the order of both texts.

    Args:
        work: annotations of one translation beside one reference, by annotator.
    """
    overruled_predicates = {item.place: item for item in overruled(work, gold)}
    rows = contested_rows({**work, GOLD: gold}, tokens) if overruled_predicates else ()
    return tuple(
        replace(
            row,
            contested=overruled_predicates[row.contested.place],
            answers={name: row.answers[name] for name in work},
            gold=row.answers[GOLD] or OTHERWISE,
        )
        for row in rows
        if row.contested.place in overruled_predicates
    )


def version_lines(
    key: Key, version: str | None, shown: str | None, tokens: Tokens, reference: ReferenceFrames | None = None
) -> tuple[str, ...]:
    """Return one line for each difference of a version from the current one; at least one line.

    Args:
        version, shown: stored contents, of the version and of the current one; None is no record.
        tokens: of the texts of the key's segment, empty where they are unknown.
        reference: the frames of the reference, for translations that share them.
    """
    if version is None:
        return (NO_RECORD,)
    try:
        return tuple(_lines(key, version, shown, tokens, reference or ReferenceFrames())) or ("no difference",)
    except ValueError:  # written by another program
        return (UNREADABLE,)


def answer_of(annotation: Annotation, difference: Difference, tokens: Tokens) -> str | None:
    """Return what an annotation has where annotators differ; :data:`NOTHING` or None as in their answers."""
    place = frame_at(annotation, difference.side, difference.predicate)
    if difference.kind == "frame":
        return NOTHING if place is None else "frame"
    if place is None:
        return None
    frame = frames_of(annotation, difference.side)[place]
    if difference.kind == "filler":
        return _fillers(frame, difference.fillers, tokens[difference.side])
    if difference.kind == "frame link":
        return _partners(annotation, (place, None), tokens["reference"])
    spans = [filler.spans for filler in frame.fillers]
    if difference.fillers[0] not in spans:
        return None
    return _partners(annotation, (place, spans.index(difference.fillers[0])), tokens["reference"])


def _comparable(annotations: Sequence[Annotation], tokens: Tokens, side: Side, predicate: Span) -> Iterator[Difference]:
    """Yield what can differ of a predicate, without answers; links are those of the translation."""
    words = phrase(tokens[side], [predicate])
    places = [(annotation, frame_at(annotation, side, predicate)) for annotation in annotations]
    frames = (frames_of(annotation, side)[place] for annotation, place in places if place is not None)
    fillers = [filler for frame in frames for filler in frame.fillers]
    yield Difference(side, predicate, "frame", words, ())
    for group in _groups(fillers):
        yield Difference(side, predicate, "filler", words, (), tuple(group))
    if side == "hypothesis":
        yield Difference(side, predicate, "frame link", words, ())
        for spans in sorted({filler.spans for filler in fillers}):
            about = f"{words}: {phrase(tokens[side], spans)}"
            yield Difference(side, predicate, "filler link", about, (), (spans,))


def _groups(fillers: Sequence[Filler]) -> list[list[tuple[Span, ...]]]:
    """Return the parts of fillers in text order, overlapping fillers together."""
    groups: list[list[Filler]] = []
    for filler in sorted({filler.spans: filler for filler in fillers}.values()):
        touched = [group for group in groups if any(filler.overlaps(other.spans) for other in group)]
        groups = [group for group in groups if group not in touched]
        groups.append([*itertools.chain.from_iterable(touched), filler])
    return [[filler.spans for filler in group] for group in sorted(groups)]


def _fillers(frame: Frame, group: Sequence[tuple[Span, ...]], words: Sequence[str]) -> str:
    chosen = sorted(filler for filler in frame.fillers if any(map(filler.overlaps, group)))
    return "; ".join(f"{filler.role.value}: {phrase(words, filler.spans)}" for filler in chosen)


def _partners(annotation: Annotation, part: Part, words: Sequence[str]) -> str:
    """Return what a part of the translation is linked with in words, and how well."""
    return "; ".join(
        f"{phrase(words, spans_of(annotation, 'reference', partner))} ({kind.value})"
        for own, partner, kind in links(annotation, "hypothesis")
        if own == part
    )


def _contested_row(
    predicate: Contested, names: Sequence[str], all_differences: Sequence[Difference], tokens: Tokens
) -> ContestedRow:
    own = [item for item in all_differences if (item.side, item.predicate) == predicate.place]
    answers: dict[str, str] = {}
    for place, name in enumerate(names):
        view = predicate.views[name]
        answers[name] = NO_FRAME if view is None else SEPARATOR.join(_cells(predicate, own, place, tokens, view))
    return ContestedRow(
        predicate,
        phrase(tokens[predicate.side], [predicate.predicate]),
        tuple(dict.fromkeys(item.kind for item in own)),
        answers,
        parts=tuple(item for item in own if item.kind != "frame"),
    )


def part_words(part: Difference, answer: str | None) -> str:
    """Return an answer to one difference in words; empty if there could be none."""
    if answer is None:
        return ""
    if part.kind == "filler":
        return answer or "no filler"
    return f"linked with {answer}" if answer else NOT_LINKED


def _cells(
    predicate: Contested, own: Sequence[Difference], place: int, tokens: Tokens, view: FrameView
) -> Iterator[str]:
    """Yield the answers of an annotator who has the frame: what differs, and the whole frame if others lack it."""
    kinds, words, (fillers, partner, kind, _) = {item.kind for item in own}, tokens[predicate.side], view
    if "frame" in kinds:
        yield SEPARATOR.join(f"{filler.role.value}: {phrase(words, filler.spans)}" for filler in fillers) or NO_FILLERS
        if "frame link" not in kinds and partner is not None and kind is not None:
            yield f"linked with {phrase(tokens['reference'], [partner])} ({kind.value})"
    for item in own:
        if item.kind == "frame" or (item.kind == "filler" and "frame" in kinds) or item.answers[place] is None:
            continue
        answer = part_words(item, item.answers[place])
        if item.kind == "filler link":
            about = item.about.removeprefix(f"{phrase(words, [predicate.predicate])}: ")
            answer = f"{about}: {_kind_alone(item, answer)}"
        elif item.kind == "filler" and not item.answers[place]:  # of which words, as the frame may have other fillers
            answer = f"{answer}: {phrase(words, item.fillers[0])}"
        yield answer


def _kind_alone(link: Difference, answer: str) -> str:
    """Return how good a link is if all annotators who linked the filler chose the same words, else the answer."""
    partners = {one.rpartition(" (")[0] for said in link.answers if said for one in said.split("; ")}
    if len(partners) > 1 or answer == NOT_LINKED:
        return answer
    return f"{answer.rpartition(' (')[2].removesuffix(')')} link"


def shortened_answer(answer: str) -> str:
    """Return an answer with long fillers shortened in the middle."""
    return "".join(map(_shortened, re.split(f"({SEPARATOR}|; )", answer)))


def _shortened(part: str) -> str:
    words = part.split()
    if len(words) <= HEAD_WORDS + TAIL_WORDS + 1:
        return part
    return f"{' '.join(words[:HEAD_WORDS])} … {' '.join(words[-TAIL_WORDS:])}"


def _lines(key: Key, version: str, shown: str | None, tokens: Tokens, reference: ReferenceFrames) -> Iterator[str]:
    if isinstance(key, AnnotationKey | ReferenceKey):
        first, second = (_annotation(key, content, reference) for content in (version, shown))
        yield from _of_frames(first, second, tokens)
    elif isinstance(key, TreeKey):
        yield from _of_trees(TREES.read(version), {} if shown is None else TREES.read(shown), tokens[key.side])
    elif isinstance(key, ErrorKey):
        yield from _of_errors(ERRORS.read(version), ErrorAnnotation() if shown is None else ERRORS.read(shown))
    elif isinstance(key, AnswersKey):
        for finding, (answer, _) in ANSWERS.read(version).items():
            yield f"{finding} {answer}"
    elif isinstance(key, MarkKey):
        yield "added to the report"
    else:
        yield from _of_links(LINKS.read(version), NO_FIXED_LINKS if shown is None else LINKS.read(shown), tokens)


def _annotation(key: AnnotationKey | ReferenceKey, content: str | None, reference: ReferenceFrames) -> Annotation:
    """Read a version of an annotation; frames of a reference have no translation."""
    if content is None:
        return Annotation()
    if isinstance(key, ReferenceKey):
        return with_reference(Annotation(), REFERENCES.read(content))
    return with_its_reference(FRAMES.read(content), reference)


def _of_frames(version: Annotation, shown: Annotation, tokens: Tokens) -> Iterator[str]:
    if version.state is not shown.state:
        yield f"{version.state.value} (shown: {shown.state.value})"
    if version.finalized_by != shown.finalized_by:
        yield f"finalized by {version.finalized_by}" if version.finalized_by else "not finalized"
    for row in contested_rows({VERSION: version, SHOWN: shown}, tokens):
        yield f"“{row.words}” of the {row.contested.side}: {row.answers[VERSION]} (shown: {row.answers[SHOWN]})"
    for side, span in sorted(version.rejected ^ shown.rejected):
        decision = DECIDED if (side, span) in version.rejected else reversed(DECIDED)
        yield f"“{' '.join(tokens[side][slice(*span)])}” of the {side}: {' (shown: '.join(decision)})"
    if version.comment != shown.comment:
        yield f"comment: {version.comment or 'none'} (shown: {shown.comment or 'none'})"
    comments, shown_comments = (dict(_part_comments(annotation, tokens)) for annotation in (version, shown))
    for part in dict.fromkeys((*comments, *shown_comments)):
        if comments.get(part) != shown_comments.get(part):
            yield f"comment on {part}: {comments.get(part, 'none')} (shown: {shown_comments.get(part, 'none')})"


def _part_comments(annotation: Annotation, tokens: Tokens) -> Iterator[tuple[str, str]]:
    """Yield the comments on frames and fillers, each with a description of its part."""
    for (side, part), text in annotation.part_comments.items():
        frame = frames_of(annotation, side)[part[0]]
        name = "frame" if part[1] is None else frame.fillers[part[1]].role.value
        yield f"{name} “{phrase(tokens[side], spans_of(annotation, side, part))}” of the {side}", text


def _of_trees(version: Arcs, shown: Arcs, words: Sequence[str]) -> Iterator[str]:
    for token in sorted({*version, *shown}):
        if version.get(token) != shown.get(token):
            yield f"“{_token(words, token)}”: {_arc(version, token, words)} (shown: {_arc(shown, token, words)})"


def _of_errors(version: ErrorAnnotation, shown: ErrorAnnotation) -> Iterator[str]:
    for name in ("state", "score", "finalized_by", "comment"):
        value, shown_value = getattr(version, name), getattr(shown, name)
        if value != shown_value:
            yield f"{name.replace('_', ' ')}: {_or_none(value)} (shown: {_or_none(shown_value)})"
    for errors, others, note in ((version, shown, "not shown"), (shown, version, "shown alone")):
        for error in errors.marked:
            if error not in others.marked:
                yield f"{describe(error)}: {note}"


def _or_none(value: object) -> str:
    return "none" if value in (None, "") else str(value)


def _arc(arcs: Arcs, token: int, words: Sequence[str]) -> str:
    if token not in arcs:
        return "not corrected"
    head, label = arcs[token]
    return f"{label}, a root" if head < 0 else f"{label} of “{_token(words, head)}”"


def _of_links(version: FixedLinks, shown: FixedLinks, tokens: Tokens) -> Iterator[str]:
    for pair in sorted(version.pairs | shown.pairs):
        status, shown_status = _link_status(version, pair), _link_status(shown, pair)
        if status != shown_status:
            words = _token(tokens["hypothesis"], pair[0]), _token(tokens["reference"], pair[1])
            yield f"{' – '.join(words)}: {status} (shown: {shown_status})"


def _token(words: Sequence[str], place: int) -> str:
    return words[place] if place < len(words) else f"token {place + 1}"


def _link_status(fixed: FixedLinks, pair: tuple[int, int]) -> str:
    if pair in fixed.mistranslated:
        return "a mistranslation"
    return "linked" if pair in fixed.linked else "not linked" if pair in fixed.unlinked else "not corrected"
