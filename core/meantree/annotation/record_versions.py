"""State in words how versions of a record in merged copies differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meantree.alignment.linked_frames import frames_of, spans_of
from meantree.analysis.corrections import NO_FIXED_LINKS, FixedLinks
from meantree.analysis.frames import phrase
from meantree.annotation.contested_frames import Tokens, contested
from meantree.annotation.corrections import Arcs, TreeKey
from meantree.annotation.error_annotation import AnswersKey, ErrorAnnotation, ErrorKey, describe
from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.annotation.record_kinds import ANSWERS, ERRORS, FRAMES, LINKS, REFERENCES, TREES, Key, MarkKey
from meantree.annotation.reference_frames import ReferenceFrames, ReferenceKey, with_its_reference, with_reference
from meantree.corpus.corpus import SIDES, ErrorSide, Segment

NO_RECORD, UNREADABLE = "nothing stored", "cannot be read"
VERSION, SHOWN = "version", "shown"
DECIDED = "rejected, has no frame", "not decided"


def version_lines(
    key: Key, version: str | None, shown: str | None, segment: Segment, reference: ReferenceFrames | None = None
) -> tuple[str, ...]:
    """Return one line for each difference of a version from the current one; at least one line.

    Args:
        version, shown: stored contents, of the version and of the current one; None is no record.
        segment: that of the key; words that have no tokens are named by their places.
        reference: the frames of the reference, for translations that share them.
    """
    if version is None:
        return (NO_RECORD,)
    try:
        return tuple(_lines(key, version, shown, segment, reference or ReferenceFrames())) or ("no difference",)
    except ValueError:  # written by another program
        return (UNREADABLE,)


def _lines(key: Key, version: str, shown: str | None, segment: Segment, reference: ReferenceFrames) -> Iterator[str]:
    both = segment.hypotheses.get(key.system), segment.references.get(key.reference)
    tokens = {side: (text.tokens or ()) if text is not None else () for side, text in zip(SIDES, both, strict=True)}
    if isinstance(key, AnnotationKey | ReferenceKey):
        first, second = (_annotation(key, content, reference) for content in (version, shown))
        yield from _of_frames(first, second, tokens)
    elif isinstance(key, TreeKey):
        yield from _of_trees(TREES.read(version), {} if shown is None else TREES.read(shown), tokens[key.side])
    elif isinstance(key, ErrorKey):
        errors, shown_errors = (ErrorAnnotation() if one is None else ERRORS.read(one) for one in (version, shown))
        yield from _of_errors(errors, shown_errors, segment.texts(key.system))
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
    for row in contested({VERSION: version, SHOWN: shown}):
        answers = row.answers(tokens)
        yield f"“{row.words(tokens)}” of the {row.place[0]}: {answers[VERSION]} (shown: {answers[SHOWN]})"
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


def _of_errors(version: ErrorAnnotation, shown: ErrorAnnotation, texts: dict[ErrorSide, str]) -> Iterator[str]:
    for name in ("state", "score", "finalized_by", "comment"):
        value, shown_value = getattr(version, name), getattr(shown, name)
        if value != shown_value:
            yield f"{name.replace('_', ' ')}: {_or_none(value)} (shown: {_or_none(shown_value)})"
    for errors, others, note in ((version, shown, "not shown"), (shown, version, "shown alone")):
        for error in errors.marked:
            if error not in others.marked:
                yield f"{describe(error, texts)}: {note}"


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
