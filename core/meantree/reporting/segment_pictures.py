"""The picture of a segment: what the metric in focus counts, two systems over their reference, or frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Final

from meantree.comparison.comparison import Comparison
from meantree.comparison.prediction import Prediction
from meantree.escaping import escaped, reference_title
from meantree.numbers import short
from meantree.picture.comparison_pictures import tree_drawings
from meantree.picture.display_list import Drawing
from meantree.picture.frame_picture import frames_picture
from meantree.picture.shapes import heading_picture
from meantree.picture.style import Measure
from meantree.picture.tree_picture import TreePicture
from meantree.reporting.blocks import Figure
from meantree.reporting.compared_translations import ShownSegment, Translation
from meantree.reporting.contents import Contents
from meantree.reporting.score_line import score_line

if TYPE_CHECKING:
    from meantree.reporting.annotators import TitledFrames

MOST_WORDS: Final = 200
LONGEST_WORD: Final = 60
"""Words of a text, and letters of a word, that are drawn; longer texts are printed without a picture."""
MOST_FEATURES: Final = 8
"""Features of a prediction that are drawn one by one."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """The room for pictures in pixels, at which letters are as large as they may be small, and widths of texts."""

    measure: Measure
    width: float
    height: float = inf


def segment_figures(contents: Contents, shown: ShownSegment, canvas: Canvas) -> tuple[Figure, ...]:
    """Return the pictures of a segment, which pages may part; none if nothing can be drawn.

    Two systems compared stand over their reference; else the translation with the surest differences, or the worst
    score, is drawn with its reference, as the metric in focus compares them.
    """
    drawable = [one for one in shown.translations if one.comparison is not None and _can_be_drawn(one.comparison)]
    is_of_two = contents.request.kind == "comparison" and len(drawable) == 2
    if is_of_two and (figure := _two(contents, shown, drawable, canvas)):
        return figure
    better = 1 if contents.metric is None or contents.metric.higher_is_better else -1

    def rank(one: Translation) -> tuple[float, float]:
        sure = sum(each.finding.probability for each in contents.found(shown.place, one.system))
        score = contents.table.segment_score(one.system, contents.focus, shown.place)
        return -sure, 0.0 if score is None else better * score

    for one in sorted((each for each in drawable if not each.is_copy), key=rank):
        if figures := _one(contents, one, canvas):
            return figures
    return ()


def _two(
    contents: Contents, shown: ShownSegment, translations: Sequence[Translation], canvas: Canvas
) -> tuple[Figure, ...]:
    """Return the words of two translations over the reference that both are compared with; none if it is not one."""
    first, second = (one.comparison for one in translations)
    if first is None or second is None or first.reference != second.reference or first.evidence.terms:
        return ()
    from meantree.comparison.marked_errors import text_with_errors
    from meantree.comparison.two_systems import SystemComparison
    from meantree.picture.two_systems_picture import rows_picture

    plain = [replace(one, hypothesis=text_with_errors(one.hypothesis, {})) for one in (first, second)]
    names = (translations[0].system, translations[1].system)
    scores = [
        contents.table.segment_score(name, contents.focus, shown.place) if first.is_scored else None for name in names
    ]
    both = SystemComparison(names, (plain[0], plain[1]), (scores[0], scores[1]), translations[0].reference[0])
    one, other = map(escaped, names)
    over = _over(contents, translations[0], is_closest=False)
    caption = f"{one} and {other} {over} Two lines below a word: upper {one}, lower {other}."
    said = " ".join(
        f"{escaped(name)}: {_in_words(one, contents)}" for name, one in zip(names, both.comparisons, strict=True)
    )
    return _fitting([rows_picture(both, canvas.width, canvas.measure)], caption, said, canvas, names)


def _over(contents: Contents, translation: Translation, *, is_closest: bool) -> str:
    """Return over which reference a translation is drawn, and by which metric."""
    comparison, name = translation.comparison, escaped(reference_title(translation.reference[0]))
    assert comparison is not None, "a compared translation"
    closest = ", the closest" if is_closest and len(comparison.pair.references) > 1 else ""
    by = f"by {escaped(contents.focus)}" if comparison.is_scored else "word by word"
    return f"over the {name}{closest}, compared {by}."


def _in_words(comparison: Comparison, contents: Contents) -> str:
    """Return in words what a picture shows."""
    if comparison.is_scored:
        said = score_line(comparison, contents.metric)
    else:
        said = "; ".join(
            f"{side} {own}" for side, own in zip(("translation", "reference"), comparison.counts, strict=True)
        )
    return f"{said}." if said else "The words are in the texts above."


def _one(contents: Contents, translation: Translation, canvas: Canvas) -> tuple[Figure, ...]:
    """Return the trees of a translation and its reference, apart, or one picture of both."""
    comparison, system = translation.comparison, translation.system
    assert comparison is not None, "a compared translation"
    above = f"{escaped(system)} {_over(contents, translation, is_closest=True)}"
    prediction = Prediction.of(comparison.evidence)
    if prediction is not None:
        caption = f"{escaped(system)}: how {escaped(contents.focus)} comes about, by features."
        return (replace(_waterfall(prediction, caption, canvas), systems=(system,)),)
    alternative = _in_words(comparison, contents)
    if comparison.structure == "frames":
        drawn = [] if comparison.frames is None else [frames_picture(comparison.frames, canvas.width, canvas.measure)]
        return _fitting(drawn, above, alternative, canvas, (system,))
    trees = list(tree_drawings(comparison, canvas.measure, width=canvas.width, compact=True))
    if len(trees) == 2 and all(_fitting([tree], "", "", canvas) for tree in trees):
        titles = f"Translation · {escaped(system)}", f"Reference · {escaped(translation.reference[0])}"
        parts = [
            part
            for title, tree in zip(titles, trees, strict=True)
            for part in _parts(heading_picture(title, canvas.measure), tree, canvas)
        ]
        last = len(parts) - 1
        return tuple(
            Figure(part, above if place == last else "", "" if 0 < place < last else alternative, (system,))
            for place, part in enumerate(parts)
        )
    return _fitting(trees, f"{above} Upper words: translation; lower: reference.", alternative, canvas, (system,))


def _parts(heading: Drawing, tree: Drawing, canvas: Canvas) -> list[tuple[Drawing, ...]]:
    """Return a tree below its heading; on paper, a page may end after each row of a dependency tree."""
    if canvas.height == inf or not isinstance(tree, TreePicture):
        return [(heading, tree)]
    first, *others = tree.rows
    return [(heading, first), *((row,) for row in others)]


def frames_figure(frames: TitledFrames, system: str, canvas: Canvas) -> tuple[Figure, ...]:
    """Return the frames of a translation and its reference by an annotator; none if they have no room."""
    picture = frames_picture(frames.frames, canvas.width, canvas.measure)
    caption = f"{escaped(system)}: frames · {escaped(frames.title)}."
    return _fitting([picture], caption, "The words are in the texts above.", canvas)


def _waterfall(prediction: Prediction, caption: str, canvas: Canvas) -> Figure:
    from meantree.picture.waterfall import waterfall

    drawing = waterfall(prediction, canvas.width, canvas.measure, by="feature", most=MOST_FEATURES)
    alternative = ", ".join(f"{group} {short(value)}" for group, value in prediction.groups.items())
    return Figure((drawing,), caption, alternative)


def _fitting(
    drawings: Sequence[Drawing], caption: str, alternative: str, canvas: Canvas, systems: tuple[str, ...] = ()
) -> tuple[Figure, ...]:
    """Return a figure of drawings that have room on a page in their size; none if they have not."""
    is_wide = bool(drawings) and max(one.width for one in drawings) > canvas.width * 1.01
    is_high = sum(one.height for one in drawings) > canvas.height
    if not drawings or is_high or (is_wide and canvas.height < inf):  # a page on a screen can be scrolled
        return ()
    return (Figure(tuple(drawings), caption, alternative, systems),)


def _can_be_drawn(comparison: Comparison) -> bool:
    """Return whether no text has too many words, or one of too many letters, for a picture."""
    words = [text.analysis.words for text in comparison.texts]
    longest = max((len(word) for own in words for word in own), default=0)
    return all(own and len(own) <= MOST_WORDS for own in words) and longest <= LONGEST_WORD
