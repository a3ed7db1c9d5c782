"""In words, how a version of an annotation that another copy has differs from the one that is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meantree.alignment.linked_frames import frames_of, span_of
from meantree.analysis.corrections import NOTHING_FIXED, Fixed
from meantree.project.annotation import Annotation, AnnotationKey
from meantree.project.contested_words import told_contested
from meantree.project.corrected_trees import Arcs, TreeKey
from meantree.project.differences import Tokens
from meantree.project.kinds import FRAMES, LINKS, REFERENCES, TREES, Key, kind_of
from meantree.project.reference_frames import ReferenceFrames, ReferenceKey, as_read, with_reference

NO_RECORD, UNREADABLE = "nothing is kept", "cannot be read"
KIND_NAMES = {
    FRAMES.name: "frames and links",
    REFERENCES.name: "frames of the reference",
    TREES.name: "corrected tree",
    LINKS.name: "corrected word links",
}
"""Kinds of records as people call them."""
MINE, THEIRS = "version", "shown"
DECIDED = "rejected, has no frame", "not decided"


def version_lines(
    key: Key, version: str | None, shown: str | None, tokens: Tokens, reference: ReferenceFrames | None = None
) -> tuple[str, ...]:
    """One line for each thing that a version says otherwise; at least one.

    Args:
        key: whose versions they are.
        version, shown: contents, as the project has them; None is no record.
        tokens: of the texts of the key's segment, empty where they are unknown.
        reference: the frames of the reference, for translations that share them.
    """
    if version is None:
        return (NO_RECORD,)
    try:
        return tuple(_lines(key, version, shown, tokens, reference or ReferenceFrames())) or ("says the same",)
    except ValueError:  # a content of another program
        return (UNREADABLE,)


def name_of(key: Key) -> str:
    """What kind of record it is, as people call it."""
    return KIND_NAMES[kind_of(key)]


def _lines(key: Key, version: str, shown: str | None, tokens: Tokens, reference: ReferenceFrames) -> Iterator[str]:
    if isinstance(key, AnnotationKey | ReferenceKey):
        one, two = (_annotation(key, content, reference) for content in (version, shown))
        yield from _of_frames(one, two, tokens)
    elif isinstance(key, TreeKey):
        yield from _of_trees(TREES.read(version), {} if shown is None else TREES.read(shown), tokens[key.side])
    else:
        yield from _of_links(LINKS.read(version), NOTHING_FIXED if shown is None else LINKS.read(shown), tokens)


def _annotation(key: AnnotationKey | ReferenceKey, content: str | None, reference: ReferenceFrames) -> Annotation:
    """A version of frames; those of a reference stand alone."""
    if content is None:
        return Annotation()
    if isinstance(key, ReferenceKey):
        return with_reference(Annotation(), REFERENCES.read(content))
    return as_read(FRAMES.read(content), reference)


def _of_frames(version: Annotation, shown: Annotation, tokens: Tokens) -> Iterator[str]:
    if version.state is not shown.state:
        yield f"{version.state.value} (shown: {shown.state.value})"
    if version.settled_by != shown.settled_by:
        yield f"settled by {version.settled_by}" if version.settled_by else "not settled"
    for told in told_contested({MINE: version, THEIRS: shown}, tokens):
        yield f"“{told.words}” of the {told.contested.side}: {told.said[MINE]} (shown: {told.said[THEIRS]})"
    for side, span in sorted(version.rejected ^ shown.rejected):
        said = DECIDED if (side, span) in version.rejected else reversed(DECIDED)
        yield f"“{' '.join(tokens[side][slice(*span)])}” of the {side}: {' (shown: '.join(said)})"
    if version.comment != shown.comment:
        yield f"remark: {version.comment or 'none'} (shown: {shown.comment or 'none'})"
    mine, theirs = (dict(_remarks(one, tokens)) for one in (version, shown))
    for about in dict.fromkeys((*mine, *theirs)):
        if mine.get(about) != theirs.get(about):
            yield f"remark on {about}: {mine.get(about, 'none')} (shown: {theirs.get(about, 'none')})"


def _remarks(annotation: Annotation, tokens: Tokens) -> Iterator[tuple[str, str]]:
    """What was said, by the words it was said of."""
    for (side, part), text in annotation.remarks.items():
        frame = frames_of(annotation, side)[part[0]]
        name = "frame" if part[1] is None else frame.fillers[part[1]].role.value
        yield f"{name} “{' '.join(tokens[side][slice(*span_of(annotation, side, part))])}” of the {side}", text


def _of_trees(version: Arcs, shown: Arcs, words: Sequence[str]) -> Iterator[str]:
    for token in sorted({*version, *shown}):
        if version.get(token) != shown.get(token):
            yield f"“{_word(words, token)}”: {_arc(version, token, words)} (shown: {_arc(shown, token, words)})"


def _arc(arcs: Arcs, token: int, words: Sequence[str]) -> str:
    if token not in arcs:
        return "not corrected"
    head, label = arcs[token]
    return f"{label}, a root" if head < 0 else f"{label} of “{_word(words, head)}”"


def _of_links(version: Fixed, shown: Fixed, tokens: Tokens) -> Iterator[str]:
    for one, two in sorted(version.pairs | shown.pairs):
        now, before = _said(version, (one, two)), _said(shown, (one, two))
        if now != before:
            yield f"{_word(tokens['hypothesis'], one)} – {_word(tokens['reference'], two)}: {now} (shown: {before})"


def _word(words: Sequence[str], place: int) -> str:
    return words[place] if place < len(words) else f"token {place + 1}"


def _said(fixed: Fixed, pair: tuple[int, int]) -> str:
    return "linked" if pair in fixed.linked else "not linked" if pair in fixed.unlinked else "not corrected"
