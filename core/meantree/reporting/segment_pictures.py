"""The pictures of a segment: trees packed beside each other, two systems over one reference, frames, predictions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from meantree.comparison.comparison import Comparison
from meantree.comparison.marked_errors import LEGEND, text_with_errors
from meantree.comparison.prediction import Prediction
from meantree.comparison.two_systems import SystemComparison, reference_of_all
from meantree.escaping import capitalised, counted, escaped
from meantree.numbers import short
from meantree.picture.comparison_pictures import WATERFALL_WIDTH, tree_drawings
from meantree.picture.display_list import BESIDE, Drawing, SideBySide
from meantree.picture.frame_picture import frames_picture
from meantree.picture.shapes import heading_picture
from meantree.picture.style import Measure
from meantree.picture.two_systems_picture import rows_picture, shared_constituents, shared_tree
from meantree.picture.waterfall import waterfall
from meantree.reporting.blocks import Figure, Notes
from meantree.reporting.content import LONGEST_ALIGNED, ReportContent
from meantree.reporting.score_line import score_line
from meantree.reporting.score_rows import reference_title
from meantree.reporting.translation import SegmentContent, Translation

DENSE: Final = ((14, 1.28), (30, 1.42))
"""Words beyond which pictures are smaller, so that rows hold more of them, and how much wider these are in pixels."""
MOST_WORDS: Final = 200
LONGEST_WORD: Final = 200
"""Words of a text, and letters of a word, that are drawn; longer texts are printed without a picture."""
MANY: Final = 3
"""Translations from which their reference is drawn once, with the marks of all."""
OF_ALL: Final = "In a reference compared with all, partial is what only some translations match, or match in part."
MOST_FEATURES: Final = 10
"""Features of a prediction that are drawn one by one."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """The room for pictures: their width in pixels at which words are as large as the text, and widths of texts."""

    measure: Measure
    width: float = 800.0

    def room(self, words: int) -> float:
        """Return the width of rows of pictures of a text with so many words."""
        return self.width * max((share for least, share in DENSE if words > least), default=1.0)


@dataclass(frozen=True, slots=True)
class _Named:
    """A picture of one text, with what it shows in words."""

    drawing: Drawing
    name: str
    alternative: str


def compared_rows(both: SystemComparison, canvas: Canvas, notes: Notes) -> Figure:
    """Return the words of two translations over their reference."""
    plain = [replace(one, hypothesis=text_with_errors(one.hypothesis, {})) for one in both.comparisons]
    both = replace(both, comparisons=(plain[0], plain[1]))  # errors stand in the texts, with their numbers
    words = max(map(len, (both.reference_words, *(text.words for text in both.translations))))
    rows = rows_picture(both, min(canvas.room(words), canvas.width * DENSE[0][1]), canvas.measure)
    rules = (rule.partition(f" · {LEGEND}")[0] for rule in map(_rule, both.comparisons))
    rule = notes.new_rule(max(rules, key=len))
    caption = " ".join(filter(None, (f"{both.note}." if both.note else "", _two_lines(both, notes), rule)))
    return Figure((rows,), caption, _alternative(both))


def tree_figures(
    content: ReportContent, segment: SegmentContent, shown: Sequence[Translation], canvas: Canvas, notes: Notes
) -> Iterator[Figure]:
    """Yield the trees of translations and of their reference, which two systems share, narrow ones beside each other.

    Args:
        content, segment: what is reported.
        shown: the translations that differ from the reference and from each other.
        canvas: the room.
        notes: on what is drawn and left out.
    """
    drawn = [one for one in shown if one.comparison is not None and _draws_trees(content, segment, one.comparison)]
    words = max((words_of(one) for one in shown), default=0)
    both = segment.both if all(map(can_be_drawn, shown)) and shown and len(drawn) < MANY else None
    shared = _shared(content, both, canvas, words) if both is not None else _of_all(drawn, canvas, words)
    trees: list[_Named] = []
    for translation in drawn:
        if can_be_drawn(translation) and translation.comparison is not None:
            trees += _trees(translation, translation.comparison, canvas, is_shared=shared is not None)
    trees += [shared] if shared is not None else []
    rules = [one.comparison for one in drawn if one.comparison is not None] or list(both.comparisons if both else ())
    lines = ""
    if shared is not None:
        lines = _two_lines(both, notes) if both is not None else notes.once(OF_ALL)
    for place, group in enumerate(_packed(trees, canvas.width * DENSE[0][1])):
        names = "; ".join(tree.name for tree in group)
        name = f"From left to right: {names}." if len(group) > 1 else f"{capitalised(names)}."
        rule = notes.new_rule(max(map(_rule, rules), key=len)) if place == 0 else ""
        caption = " ".join(filter(None, (name, rule, lines if shared in group else "")))
        one = SideBySide(tuple(tree.drawing for tree in group)) if len(group) > 1 else group[0].drawing
        yield Figure((one,), caption, " ".join(dict.fromkeys(tree.alternative for tree in group)))


def _packed(trees: Iterable[_Named], room: float) -> Iterator[list[_Named]]:
    """Yield as many pictures as fit beside each other."""
    group: list[_Named] = []
    used = 0.0
    for tree in trees:
        if group and used + BESIDE + tree.drawing.width > room:
            yield group
            group, used = [], 0.0
        used += tree.drawing.width + (BESIDE if group else 0.0)
        group.append(tree)
    if group:
        yield group


def _trees(translation: Translation, comparison: Comparison, canvas: Canvas, *, is_shared: bool) -> Iterator[_Named]:
    """Yield the trees of a translation and, unless that is shared, of its reference; or one picture of both."""
    explained = score_line(comparison)
    alternative = f"{explained}." if explained else "The words are in the texts above."
    drawn = tree_drawings(comparison, canvas.measure, width=canvas.room(words_of(translation)), compact=True)
    system, reference = escaped(translation.system), escaped(translation.reference_title)
    if comparison.structure == "words":
        yield from (_Named(drawing, f"{system} above the {reference}", alternative) for drawing in drawn)
        return
    names = [f"translation by {system}"] + [f"{reference}, compared with {system}"] * (not is_shared)
    for name, drawing, text in zip(names, drawn, comparison.texts, strict=False):  # a shared tree is not even laid out
        if text.analysis.words:  # an empty text has no tree
            yield _Named(drawing, name, alternative)


def _shared(content: ReportContent, both: SystemComparison, canvas: Canvas, words: int) -> _Named | None:
    """Return the reference's structure with the marks of two translations; None if words or frames are compared."""
    if not (content.has("comparison") or content.has("structure")):
        return None
    shared: Drawing | None = shared_tree(both, canvas.measure, width=canvas.room(words), compact=True)
    shared = shared or shared_constituents(both, canvas.measure, width=canvas.room(words))
    return None if shared is None else _Named(shared, escaped(reference_title(both.reference)), _alternative(both))


def _of_all(drawn: Sequence[Translation], canvas: Canvas, words: int) -> _Named | None:
    """Return the reference's tree with the marks of many translations; None if these do not share it."""
    compared = [one.comparison for one in drawn if one.comparison is not None]
    text = reference_of_all(compared) if len(compared) >= MANY and all(map(can_be_drawn, drawn)) else None
    if text is None or compared[0].structure in ("words", "frames"):
        return None
    tree = replace(compared[0], reference_text=text)
    *_, drawing = tree_drawings(tree, canvas.measure, width=canvas.room(words), compact=True)
    alternative = " ".join(f"{escaped(one.system)}: {score_line(one.comparison)}." for one in drawn if one.comparison)
    return _Named(drawing, f"{escaped(drawn[0].reference_title)}, compared with all", alternative)


def _alternative(both: SystemComparison) -> str:
    return " ".join(
        f"{escaped(name)}: {score_line(one)}." for name, one in zip(both.systems, both.comparisons, strict=True)
    )


def _two_lines(both: SystemComparison, notes: Notes) -> str:
    first, second = map(escaped, both.systems)
    return notes.once(f"Two lines where the systems differ: upper {first}, lower {second}.")


def other_figures(
    content: ReportContent, translation: Translation, canvas: Canvas, notes: Notes, explained: str
) -> Iterator[Figure]:
    """Yield corrected links, frames by annotators and metrics, and the terms of a prediction."""
    comparison = translation.comparison
    if not can_be_drawn(translation):
        return
    width = canvas.room(words_of(translation))
    if translation.links is not None:
        title = heading_picture(f"Links of words, corrected · {escaped(content.corpus.annotator)}", canvas.measure)
        links = tree_drawings(translation.links, canvas.measure, width=width)
        yield Figure((title, *links), "", "Links of words as corrected by hand.")
    for frame in translation.frames:
        picture = frames_picture(frame.frames, width, canvas.measure)
        rule = _rule(comparison) if comparison is not None and comparison.structure == "frames" else ""
        caption = f"Frames · {escaped(frame.title)}. {notes.new_rule(rule)}".rstrip()
        yield Figure((picture,), caption, f"{explained}." if explained else "The words are in the texts above.")
    if translation.prediction is not None:
        yield _waterfalls(translation.prediction, translation.predicted_by, canvas)


def note_undrawn(content: ReportContent, segment: SegmentContent, shown: Sequence[Translation], notes: Notes) -> None:
    """Note the translations that are too long for pictures."""
    for one in shown:
        words = words_of(one)
        is_wanted = one.frames or (one.comparison is not None and content.options.has_pictures)
        if is_wanted and not can_be_drawn(one):
            what = f"Not drawn, as pictures hold at most {MOST_WORDS} words of at most {LONGEST_WORD} letters"
            notes.shorten(what, f"{escaped(segment.key)} {escaped(one.system)} ({counted(words, 'word')})")
        if words > LONGEST_ALIGNED and one.comparison is not None and content.has("findings"):
            what = f"Not searched for findings, as texts of at most {LONGEST_ALIGNED} words are"
            notes.shorten(what, f"{escaped(segment.key)} {escaped(one.system)} ({counted(words, 'word')})")


def _rule(comparison: Comparison) -> str:
    """Return the legend of marks, without what cannot be selected on paper; parts of frames are marked one by one."""
    parts = [part for part in comparison.rule.split(" · ") if not part.endswith("when selected")]
    parts = [LEGEND if part.startswith(LEGEND) else part for part in parts]  # counts are of one translation
    if comparison.structure == "frames" and not comparison.kind:
        parts = [part for part in parts if not part.startswith("predicates and fillers")]
    return " · ".join(parts)


def words_of(translation: Translation) -> int:
    """Return the number of words of the longer text."""
    return max(map(len, _texts(translation)), default=0)


def can_be_drawn(translation: Translation) -> bool:
    """Return whether no text has too many words, or one of too many letters, for a picture."""
    texts = list(_texts(translation))
    longest = max((len(word) for words in texts for word in words), default=0)
    return max(map(len, texts), default=0) <= MOST_WORDS and longest <= LONGEST_WORD


def _texts(translation: Translation) -> Iterator[Sequence[str]]:
    """Yield the words of both texts."""
    if translation.comparison is not None:
        return (text.analysis.words for text in translation.comparison.texts)
    return (words for one in translation.frames for words in one.frames.words.values())


def _draws_trees(content: ReportContent, segment: SegmentContent, comparison: Comparison) -> bool:
    """Return whether trees are drawn: on request, or where they are counted and not yet drawn over one reference."""
    if content.has("trees"):
        return True
    is_seen = comparison.structure in ("words", "frames") and not comparison.evidence.terms
    return content.has("structure") and not is_seen and not (content.has("comparison") and segment.both is not None)


def shows_reference(content: ReportContent, segment: SegmentContent, comparison: Comparison) -> bool:
    """Return whether a picture shows the reference with its marks by this comparison."""
    drawn = comparison.structure == "frames" and content.has("structure")
    return drawn or _draws_trees(content, segment, comparison) or (content.has("comparison") and bool(segment.both))


def _waterfalls(prediction: Prediction, spec: str, canvas: Canvas) -> Figure:
    """Return the contributions of groups, and of the features with the largest contributions."""
    room = min(WATERFALL_WIDTH, canvas.width)
    drawings = (
        waterfall(prediction, room, canvas.measure, most=len(prediction.groups)),
        waterfall(prediction, room, canvas.measure, by="feature", most=MOST_FEATURES),
    )
    alternative = ", ".join(f"{group} {short(value)}" for group, value in prediction.groups.items())
    return Figure(drawings, f"How {escaped(spec)} comes about, by groups of features and by features.", alternative)
