"""The report as a PDF file: made without a browser or a display, with pictures as vectors and texts as texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from meantree.comparison.comparison import is_right_to_left
from meantree.escaping import escaped
from meantree.evaluation.value_table import ValueTable
from meantree.metrics.evidence import Status
from meantree.numbers import fixed, short
from meantree.picture.shapes import legend_picture
from meantree.picture.style import LIGHT
from meantree.reporting.annotators import printed_tables
from meantree.reporting.content import ReportContent, coverage
from meantree.reporting.pdf_page import SCALE, Page
from meantree.reporting.pictures import caption, pictures
from meantree.reporting.table_text import cell_text
from meantree.reporting.translation import SegmentContent, Translation, other_inputs, sums_of, unit_groups
from meantree.work import Work

MISSING: Final = "–"
DIGITS: Final = 4
LABEL: Final = 74.0
"""Width of the label before a text, in points."""
MOST_PROBLEMS: Final = 50


def pdf_parts(content: ReportContent, work: Work | None = None) -> Iterator[bytes]:
    """Yield the file.

    Raises:
        Cancelled: if the user stopped it.
    """
    page = Page(escaped(content.title), content.options.date)
    try:
        _fill(page, content, work)
        yield page.done()
    finally:
        page.close()


def _fill(page: Page, content: ReportContent, work: Work | None) -> None:
    page.title(content.title)
    page.paragraph(" · ".join(content.about), size=9, colour=LIGHT.muted)
    if content.has("systems"):
        _systems(page, content)
    _signatures(page, content)
    _annotators(page, printed_tables(content.annotator_tables(work)))
    _problems(page, content)
    if content.options.has_pictures:
        page.gap(6)
        page.picture([legend_picture(page.measure)])
    for segment in content.segments(work):
        _segment(page, content, segment)
    if page.undrawn:
        page.heading("Characters without a font")
        listed = " ".join(f"U+{ord(letter):04X}" for letter in page.undrawn)
        page.paragraph(f"No font of this machine has these characters; they are printed as escapes: {listed}")


def _systems(page: Page, content: ReportContent) -> None:
    page.heading("Systems")
    heads = [spec + ("" if metric.higher_is_better else " ↓") for spec, metric in content.metrics.items()]
    rows = [(escaped(name), [_number(score) for score in content.system_scores(name)]) for name in content.systems]
    page.table("system", heads, rows)
    page.paragraph(coverage(content), size=8, colour=LIGHT.muted)


def _annotators(page: Page, tables: Sequence[ValueTable]) -> None:
    if tables:
        page.heading("Annotators")
    for table in tables:
        page.label(escaped(table.title))
        if table.note:
            page.paragraph(escaped(table.note), size=7.5, colour=LIGHT.muted)
        page.gap(2)
        rows = [(cell_text(row[0]), [cell_text(value) for value in row[1:]]) for row in table.rows]
        page.table(escaped(table.head[0]), [escaped(head) for head in table.head[1:]], rows, size=7.5, fitting=True)


def _differences(page: Page, table: ValueTable) -> None:
    """Write a paragraph for each difference, as answers are texts of any length."""
    page.label(escaped(table.title))
    if table.note:
        page.paragraph(escaped(table.note), size=7.5, colour=LIGHT.muted)
    for name, *values in table.rows:
        answers = zip(table.head[1:], values, strict=True)
        text = " · ".join(f"{escaped(annotator)}: {cell_text(value)}" for annotator, value in answers if value != "")
        page.paragraph(f"{cell_text(name)} – {text}", size=7.5)


def _signatures(page: Page, content: ReportContent) -> None:
    page.gap(3)
    for signature in content.signatures:
        page.paragraph(signature, size=6.5, colour=LIGHT.muted, anywhere=True)


def _problems(page: Page, content: ReportContent) -> None:
    problems = content.problem_lines
    if not problems:
        return
    page.heading("Not scored")
    for problem in problems[:MOST_PROBLEMS]:
        page.paragraph(problem, size=8)
    if len(problems) > MOST_PROBLEMS:
        page.paragraph(f"… and {len(problems) - MOST_PROBLEMS:,} more.", size=8)


def _segment(page: Page, content: ReportContent, segment: SegmentContent) -> None:
    page.heading(f"Segment {segment.key}", room=120, mark=True)
    if segment.source:
        _labelled(page, "source", segment.source)
    for translation in segment.translations:
        _translation(page, content, segment, translation)
    if not segment.translations:
        page.paragraph("No translation of it is in the report.", colour=LIGHT.muted)


def _translation(page: Page, content: ReportContent, segment: SegmentContent, translation: Translation) -> None:
    scores = ", ".join(
        f"{spec} {_number(score)}" for spec, score in zip(content.specs, translation.scores, strict=True)
    )
    page.subheading(translation.system, scores, room=90)
    _labelled(page, "hypothesis", translation.text)
    name, text = translation.reference
    if name:
        _labelled(page, translation.reference_title, text)
    if translation.reason:
        page.paragraph(translation.reason, colour=LIGHT.status[Status.MISSED])
    drawn = pictures(content, translation, page.measure, page.width / SCALE)
    if drawn:
        for group in drawn:
            page.picture(group)
        if caption_text := caption(content, translation, segment.key):
            page.paragraph(caption_text, size=7.5, colour=LIGHT.muted)
    if translation.derivation is not None:
        _derivation(page, content, translation)
    if translation.comparison is not None and content.has("evidence"):
        _units(page, translation)
    for table in translation.differences:
        _differences(page, table)
    for comment in translation.comments:
        page.quotation(f"Comment ({comment.heading}): {comment.text}")


def _derivation(page: Page, content: ReportContent, translation: Translation) -> None:
    derivation = translation.derivation
    if derivation is None:
        return
    score = _number(translation.scores[content.specs.index(content.focus)])
    page.label(f"How {content.focus} {score} comes about")
    sums = sums_of(derivation)
    if sums.rows:
        rows = [
            (kind, ["" if count is None else short(count, DIGITS) for count in counts]) for kind, counts in sums.rows
        ]
        page.table("units", list(sums.counts), rows, size=7.5, full=False)
    others = ", ".join(f"{name} = {short(value, DIGITS)}" for name, value in other_inputs(derivation))
    if others:
        page.paragraph(others, size=7.5)
    for step in derivation.steps:
        page.labelled(step.name, f"{step.formula} = {short(step.value, DIGITS)}", LABEL, size=7.5, anywhere=True)


def _units(page: Page, translation: Translation) -> None:
    comparison = translation.comparison
    if comparison is None or not comparison.units:
        return
    page.label("Units")
    for group in unit_groups(comparison.units):
        named = " · ".join(escaped(unit.label) for unit in group.units)
        rest = f" … and {group.more} more" if group.more else ""
        colour = LIGHT.status[group.status]
        page.labelled(f"{group.status.value} {group.total}", named + rest, LABEL, size=7.5, colour=colour)


def _labelled(page: Page, label: str, text: str) -> None:
    page.labelled(label, text, LABEL, rightwards=not is_right_to_left(text))


def _number(score: float | None) -> str:
    return MISSING if score is None else fixed(score)
