"""What a report says of a segment: its texts with the differing words marked, the counted structure, remarks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from meantree.comparison.comparison import Comparison
from meantree.comparison.prediction import Prediction
from meantree.comparison.two_systems import SystemComparison
from meantree.corpus.corpus import Side
from meantree.escaping import counted, escaped, shortened
from meantree.evaluation.value_table import Value, ValueTable
from meantree.metrics.evidence import Status
from meantree.numbers import STEP_DIGITS, fixed, short
from meantree.picture.comparison_pictures import (
    WATERFALL_WIDTH,
    tree_drawings,
)
from meantree.picture.display_list import Drawing
from meantree.picture.frame_picture import frames_picture
from meantree.picture.shapes import heading_picture
from meantree.picture.style import Measure
from meantree.picture.two_systems_picture import rows_picture, shared_constituents, shared_tree
from meantree.picture.waterfall import waterfall
from meantree.reporting.annotation_pages import agreement_of_translation, is_of_annotators
from meantree.reporting.blocks import (
    Block,
    Details,
    Figure,
    Grid,
    Heading,
    Line,
    Notes,
    Paragraph,
    Quotation,
    Rows,
    Run,
    Texts,
    line,
)
from meantree.reporting.content import ReportContent
from meantree.reporting.front_page import segment_anchor
from meantree.reporting.marked_texts import marked_text
from meantree.reporting.score_line import score_line
from meantree.reporting.translation import SegmentContent, Translation, other_inputs, sums_of, unit_groups

MISSING: Final = "–"
LONG: Final = 14
"""Words of the longer text from which on pictures are smaller, so that rows hold more of them."""
DENSE: Final = 1.28
"""How much wider the rows of these are, measured in pixels of the picture."""
MOST_WORDS: Final = 200
"""Words of a text that are drawn; longer texts are printed without a picture."""
MOST_FEATURES: Final = 10
"""Features of a prediction that are drawn one by one."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """The room for pictures: their width in pixels at which words are as large as the text, and widths of texts."""

    measure: Measure
    width: float = 800.0


def segment_blocks(content: ReportContent, segment: SegmentContent, canvas: Canvas, notes: Notes) -> Iterator[Block]:
    """Yield a segment; nothing if nobody annotated it, and it is not scored."""
    shown = [one for one in segment.translations if _is_shown(content, segment, one, notes)]
    if segment.translations and not shown:
        return
    notes.rows.clear()
    yield Heading(2, f"Segment {escaped(segment.key)}", anchor=segment_anchor(segment.place))
    if segment.source:
        yield Texts((("source", notes.cut(line(segment.source), f"Segment {escaped(segment.key)}, source")),))
    if content.has("comparison"):
        yield from _both(content, segment, canvas, notes)
    for translation in shown:
        yield from _translation(content, segment, translation, canvas, notes)
    if not content.has("comparison"):
        yield from _both(content, segment, canvas, notes)
    if not segment.translations:
        yield Paragraph(line(Run("No translation of it is in the report.", weight="muted")))


def _is_shown(content: ReportContent, segment: SegmentContent, translation: Translation, notes: Notes) -> bool:
    """Return whether a translation has anything to show; else note why not."""
    has_remarks = bool(translation.comments or translation.frames or translation.differences)
    reason = translation.reason
    if not content.specs and not has_remarks and not reason:
        is_annotated = any(
            content.annotators.of_translation(content.corpus.segments[segment.place], translation.system)
        )
        reason = "with annotations that this style does not show" if is_annotated else "nobody annotated it"
    if is_of_annotators(content) and not has_remarks:
        reason = reason or "annotated by fewer than two people"
    if has_remarks or not reason:
        return True
    known = reason.removeprefix(f"segment {shortened(segment.key)}: ")
    known = known.removesuffix(f" ({shortened(translation.system)})").removesuffix("; not scored")
    notes.leave_out(f"{segment.key} {translation.system}", known)
    return False


def _both(content: ReportContent, segment: SegmentContent, canvas: Canvas, notes: Notes) -> Iterator[Block]:
    """Yield the words of two translations over their reference, and the reference's structure with both marks."""
    both = segment.both
    if both is None:
        return
    words = max(map(len, (both.reference_words, *(text.words for text in both.translations))))
    if words > MOST_WORDS:
        notes.shortened.append(f"{_undrawn(segment.key, words)}.")
        return
    lines = [f"{escaped(name)}: {score_line(one)}." for name, one in zip(both.systems, both.comparisons, strict=True)]
    if content.has("comparison"):
        rows = rows_picture(both, canvas.width, canvas.measure)
        note = f" {both.note}." if both.note else ""
        yield Figure((rows,), f"{_two_lines(both)}{note}{notes.new_rule(_rule(both.comparisons[0]))}", " ".join(lines))
    if content.has("comparison") or content.has("structure"):
        yield from _shared(both, canvas, words, " ".join(lines))


def _shared(both: SystemComparison, canvas: Canvas, words: int, alternative: str) -> Iterator[Figure]:
    """Yield the reference's structure with the marks of two translations; their frames, if these are compared."""
    width = _width(canvas, words)
    shared: Drawing | None = shared_tree(both, canvas.measure, width=width, compact=True)
    shared = shared or shared_constituents(both, canvas.measure, width=width)
    if shared is not None:
        yield Figure((shared,), f"Reference {escaped(both.reference)}. {_two_lines(both)}", alternative)


def _two_lines(both: SystemComparison) -> str:
    first, second = map(escaped, both.systems)
    return f"Two lines where the systems differ: upper {first}, lower {second}."


def _translation(
    content: ReportContent, segment: SegmentContent, translation: Translation, canvas: Canvas, notes: Notes
) -> Iterator[Block]:
    comparison = translation.comparison
    explained = score_line(comparison) if comparison is not None else ""
    scores = _scores(content, segment, translation)
    if _is_seen(content, segment, translation):
        named = line(
            Run(f"{escaped(translation.system)}: ", weight="strong"), f"{explained}. ", Run(scores, weight="muted")
        )
        yield Paragraph(named)
    else:
        yield Heading(3, escaped(translation.system), scores)
        yield Texts(_texts(segment, translation, notes))
        if translation.reason:
            yield Paragraph(line(Run(translation.reason, Status.MISSED)))
        if explained:
            score = translation.scores[content.specs.index(content.focus)]
            yield Paragraph(line(Run(f"{escaped(content.focus)} {_number(score)}: ", weight="strong"), f"{explained}."))
    yield from _figures(content, segment, translation, canvas, notes, explained)
    yield from (Quotation(f"Comment ({comment.heading})", comment.text) for comment in translation.comments)
    for table in translation.differences:
        yield _differences(table, notes)
    yield from _details(content, translation)


def _is_seen(content: ReportContent, segment: SegmentContent, translation: Translation) -> bool:
    """Return whether the words of a translation stand above, over its reference, and nothing else is to be drawn."""
    both = segment.both
    is_drawn = both is not None and content.has("comparison") and translation.system in both.systems
    return is_drawn and not content.has("structure") and _words(translation) <= MOST_WORDS


def _differences(table: ValueTable, notes: Notes) -> Grid:
    """Return the differences of annotators, without those on the reference that stand above."""
    rows = tuple(row for row in table.rows if row not in notes.rows)
    notes.rows.update(row for row in rows if str(row[0]).startswith("reference,"))
    note = "Differences on the reference as above." if len(rows) < len(table.rows) else table.note
    return Grid(replace(table, rows=rows, note=note), prose=True)


def _scores(content: ReportContent, segment: SegmentContent, translation: Translation) -> str:
    """Return the scores of a translation and how far its annotators agree."""
    scores = [
        f"{escaped(spec)} {_number(score)}"
        for spec, score in zip(content.specs, translation.scores, strict=True)
        if content.table.segments_behind(translation.system, spec)
    ]
    agreement = content.agreement() if content.has("annotators") else None
    if agreement is not None and (agreed := agreement_of_translation(agreement, segment.key, translation.system)):
        scores.append(agreed)
    return ", ".join(scores)


def _texts(segment: SegmentContent, translation: Translation, notes: Notes) -> Rows:
    whose = f"Segment {escaped(segment.key)}, {escaped(translation.system)}"
    rows = [("translation", notes.cut(_text(translation, "hypothesis"), f"{whose}, translation"))]
    name, _ = translation.reference
    if name:
        cut = notes.cut(_text(translation, "reference"), f"{whose}, reference")
        rows.append((escaped(translation.reference_title), cut))
    return tuple(rows)


def _text(translation: Translation, side: Side) -> Line:
    if translation.comparison is None:
        return line(translation.text if side == "hypothesis" else translation.reference[1])
    return marked_text(translation.comparison, side)


# Pictures


def _figures(
    content: ReportContent,
    segment: SegmentContent,
    translation: Translation,
    canvas: Canvas,
    notes: Notes,
    explained: str,
) -> Iterator[Figure]:
    """Yield the pictures of a translation: its structure, annotators' frames, and the terms of a prediction."""
    comparison = translation.comparison
    words = _words(translation)
    if words > MOST_WORDS and (translation.frames or (comparison is not None and content.options.has_pictures)):
        notes.shortened.append(f"{_undrawn(segment.key, words)} ({escaped(translation.system)})")
        return
    width = _width(canvas, words)
    alternative = f"{explained}." if explained else "The words are in the texts above."
    if comparison is not None and _draws_trees(content, segment, comparison):
        drawn = list(tree_drawings(comparison, canvas.measure, width=width, compact=True))
        names = [f"Translation by {escaped(translation.system)}.", f"Reference {escaped(translation.reference[0])}."]
        if len(drawn) == 1:
            names = [f"{escaped(translation.system)} above the reference {escaped(translation.reference[0])}."]
        elif segment.both is not None and not content.has("trees"):
            drawn = drawn[:1]  # both systems share the reference's tree
        for drawing, name in zip(drawn, names, strict=False):
            yield Figure((drawing,), f"{name}{notes.new_rule(_rule(comparison))}", alternative)
    if translation.links is not None:
        title = heading_picture(f"Links of words, corrected · {escaped(content.corpus.annotator)}", canvas.measure)
        links = tree_drawings(translation.links, canvas.measure, width=width)
        yield Figure((title, *links), "", "Links of words as corrected by hand.")
    for frame in translation.frames:
        picture = frames_picture(frame.frames, width, canvas.measure, in_columns=True)
        text = f"Frames · {escaped(frame.title)}"
        rule = _rule(comparison) if comparison is not None and comparison.structure == "frames" else ""
        yield Figure((picture,), f"{text}.{notes.new_rule(rule)}", alternative)
    if translation.prediction is not None:
        yield _waterfalls(translation.prediction, translation.predicted_by, canvas)


def _rule(comparison: Comparison) -> str:
    """Return the legend of a comparison's marks, without what cannot be selected on paper."""
    return " · ".join(part for part in comparison.rule.split(" · ") if not part.endswith("when selected"))


def _words(translation: Translation) -> int:
    """Return the words of the longer text."""
    if translation.comparison is not None:
        return max(len(text.analysis.words) for text in translation.comparison.texts)
    return max((len(words) for one in translation.frames for words in one.frames.words.values()), default=0)


def _draws_trees(content: ReportContent, segment: SegmentContent, comparison: Comparison) -> bool:
    """Return whether trees are drawn: on request, or where they are counted and not yet drawn over one reference."""
    if content.has("trees"):
        return True
    is_seen = comparison.structure in ("words", "frames") and not comparison.evidence.terms
    return content.has("structure") and not is_seen and not (content.has("comparison") and segment.both is not None)


def _undrawn(key: str, words: int) -> str:
    return f"Segment {escaped(key)}: {counted(words, 'word')} are not drawn; pictures hold at most {MOST_WORDS} words"


def _width(canvas: Canvas, words: int) -> float:
    return canvas.width * DENSE if words > LONG else canvas.width


def _waterfalls(prediction: Prediction, spec: str, canvas: Canvas) -> Figure:
    """Return the contributions of groups, and of the features with the largest contributions."""
    room = min(WATERFALL_WIDTH, canvas.width)
    drawings = (
        waterfall(prediction, room, canvas.measure, most=len(prediction.groups)),
        waterfall(prediction, room, canvas.measure, by="feature", most=MOST_FEATURES),
    )
    alternative = ", ".join(f"{group} {short(value)}" for group, value in prediction.groups.items())
    return Figure(drawings, f"How {escaped(spec)} comes about, by groups of features and by features.", alternative)


# Details


def _details(content: ReportContent, translation: Translation) -> Iterator[Block]:
    """Yield the derivation of the score and the units, each folded away where the format can."""
    derivation, comparison = translation.derivation, translation.comparison
    if comparison is not None and comparison.evidence.remark:
        yield Paragraph(line(comparison.evidence.remark), small=True)
    if derivation is not None:
        score = _number(translation.scores[content.specs.index(content.focus)])
        sums, blocks = sums_of(derivation), list[Block]()
        if sums.rows:
            rows = tuple(
                (escaped(kind), *("" if count is None else short(count, STEP_DIGITS) for count in counts))
                for kind, counts in sums.rows
            )
            blocks.append(Grid(ValueTable("sums", "", "", ("units", *sums.counts), rows)))
        others = ", ".join(f"{escaped(name)} = {short(value, STEP_DIGITS)}" for name, value in other_inputs(derivation))
        if others:
            blocks.append(Paragraph(line(others), small=True))
        steps = tuple((step.name, step.formula, short(step.value, STEP_DIGITS)) for step in derivation.steps)
        blocks.append(Grid(ValueTable("steps", "", "", ("step", "formula", "value"), steps), prose=True))
        yield Details(f"How {escaped(content.focus)} {score} comes about", tuple(blocks))
    if comparison is not None and content.has("evidence") and comparison.units:
        lines = tuple(_unit_lines(comparison))
        yield Details("Units", lines)


def _unit_lines(comparison: Comparison) -> Iterator[Paragraph]:
    for group in unit_groups(comparison.units):
        named: tuple[Value, ...] = tuple(escaped(unit.label) for unit in group.units)
        rest = [Run(f" … and {group.more} more", weight="muted")] if group.more else []
        head = Run(f"{group.status.value} {group.total}: ", group.status)
        yield Paragraph(line(head, " · ".join(map(str, named)), *rest), small=True)


def _number(score: float | None) -> str:
    return MISSING if score is None else fixed(score)
