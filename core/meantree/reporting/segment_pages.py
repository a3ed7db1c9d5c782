"""What a report says of a segment: its texts with the differing words marked, the counted structure, remarks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, product
from typing import Final

from meantree.comparison.compare import word_marks
from meantree.comparison.comparison import Comparison
from meantree.comparison.marks import Mark
from meantree.corpus.corpus import Side
from meantree.escaping import escaped, shortened, with_and
from meantree.evaluation.value_table import Value, ValueTable, cell_text
from meantree.metrics.evidence import Status
from meantree.numbers import STEP_DIGITS, percent, score_text, short
from meantree.reporting.annotators import (
    DIFFERENCES,
    ON_REFERENCE,
    SIDE_NAMES,
    Row,
    is_on_reference,
    is_score,
)
from meantree.reporting.blocks import (
    Block,
    Details,
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
from meantree.reporting.marked_errors import numbered, scores_by, text_with_marks
from meantree.reporting.score_line import score_line
from meantree.reporting.score_rows import reference_title
from meantree.reporting.segment_pictures import (
    Canvas,
    can_be_drawn,
    compared_rows,
    note_undrawn,
    other_figures,
    shows_reference,
    tree_figures,
)
from meantree.reporting.translation import SegmentContent, Translation, other_inputs, sums_of, unit_groups

FEW: Final = "fewer than two people annotated them"
ALONE: Final = "the report is on one annotator, who is compared with nobody"
"""Why translations are left out where annotators are compared."""
EMPTY: Final = "no frame is marked in them"
BY_METRIC: Final = "by the metric"
"""The label of a translation that stands again, with the marks of the metric below those of annotators."""
AGREED: Final = "all annotators have the same frames and links"
EXPLAINED: Final = (
    "A row is a contested frame, named by its predicate. Only what differs of it is printed: fillers with their roles, "
    "and links, which are correct or partial; all fillers where not all annotators marked the frame (–: not marked). "
    "Of long fillers, the beginning and the end are printed. Frames of a reference stand there once."
)


def segment_blocks(content: ReportContent, segment: SegmentContent, canvas: Canvas, notes: Notes) -> Iterator[Block]:
    """Yield a segment: its texts, each with its score and why, then pictures; nothing if there is nothing to show."""
    clean = [one for one in segment.translations if one.clean_by and one.comparison is None]
    shown = [one for one in segment.translations if one not in clean and _is_shown(content, segment, one, notes)]
    if segment.translations and not shown and not clean:
        return
    notes.rows.clear()
    same = _same(shown)
    yield Heading(2, f"Segment {escaped(segment.key)}", anchor=segment_anchor(segment.place))
    if content.is_of_annotators and not any(one.frames or one.errors or one.clean_by for one in segment.translations):
        yield from _side_by_side(content, segment, shown, same, notes)
        return
    different = [one for one in shown if one.system not in same]
    note_undrawn(content, segment, different, notes)
    both = segment.both if _has_rows(content, segment, different) else None
    in_rows = both is not None and not content.has("structure")
    above = () if in_rows else _above(content, segment, shown, notes)
    source = notes.cut(line(segment.source), f"{escaped(segment.key)}, source")
    if texts := (*((("source", source),) if segment.source.strip() else ()), *above):
        yield Texts(texts)
    if both is not None:
        yield compared_rows(both, canvas, notes)
    alone = not above and not in_rows
    for one in shown:
        is_seen = in_rows and both is not None and one.system in both.systems
        same_as = same.get(one.system)
        yield from _translation(content, segment, one, canvas, notes, same_as, has_reference=alone, is_seen=is_seen)
    if clean:
        named = with_and(f"{escaped(one.system)} ({one.clean_by})" for one in clean)
        yield Paragraph(line(Run("No error marked: ", weight="strong"), f"{named}."))
    yield from tree_figures(content, segment, different, canvas, notes)
    for translation in shown:
        yield from _details(content, translation, of=f" ({escaped(translation.system)})" if len(shown) > 1 else "")
    if not segment.translations:
        yield Paragraph(line(Run("No translation of it is in the report.", weight="muted")))


def _is_shown(content: ReportContent, segment: SegmentContent, translation: Translation, notes: Notes) -> bool:
    """Return whether a translation has anything to show; else note why not."""
    differ = translation.differences
    if content.is_of_annotators:
        differ = tuple(table for table in differ if not all(map(is_score, table.rows)))
    has_remarks = bool(translation.comments or translation.frames or differ or translation.errors is not None)
    reason, few = translation.reason, FEW if content.annotators.annotator is None else ALONE
    few = AGREED if translation.differences else EMPTY if content.has_annotated_frames else few
    if not content.specs and not has_remarks and not reason:
        own = content.corpus.segments[segment.place], translation.system
        is_annotated = any(content.annotators.of_translation(*own)) or content.annotators.errors_in(*own)
        is_compared = is_annotated and content.has("differences")
        hidden = few if is_compared else "this style does not show their annotations"
        reason = hidden if is_annotated else "nobody annotated them"
    if content.is_of_annotators and not has_remarks:
        is_clean = content.annotators.errors_in(content.corpus.segments[segment.place], translation.system)
        reason = reason or ("no error is marked in them" if is_clean else few)
    if has_remarks or not reason:
        return True
    known = reason.removeprefix(f"segment {shortened(segment.key)}: ")
    known = known.removesuffix(f" ({shortened(translation.system)})").removesuffix("; not scored")
    known = f"each {known}" if known.startswith("has ") else known
    notes.leave_out(f"{segment.key} {translation.system}", known)
    return False


def _same(shown: Sequence[Translation]) -> dict[str, str]:
    """Return systems whose translation is the reference or an earlier one, with what it equals, in words."""
    same: dict[str, str] = {}
    for place, one in enumerate(shown):
        if one.reason:
            continue
        if one.text.split() == one.reference[1].split():
            same[one.system] = escaped(one.reference_title) if one.reference[0] else "the reference"
            continue
        for other in shown[:place]:
            if (other.text.split(), other.scores) == (one.text.split(), one.scores):
                same[one.system] = f"the translation by {escaped(other.system)}"
                break
    return same


def _above(content: ReportContent, segment: SegmentContent, shown: Sequence[Translation], notes: Notes) -> Rows:
    """Return the reference if it stands once above several translations: they share it, and nothing is lost by that."""
    references = {one.reference for one in shown}
    if len(shown) < 2 or len(references) > 1 or not shown[0].reference[0]:
        return ()
    comparisons = [one.comparison for one in shown if one.comparison is not None]
    text, is_equal = line(shown[0].reference[1]), True
    if len(comparisons) == len(shown):
        text, is_equal = marked_reference(comparisons)
        is_drawn = can_be_drawn(shown[0]) and shows_reference(content, segment, comparisons[0])
        if not is_equal and not is_drawn:
            return ()
    return ((escaped(shown[0].reference_title), notes.cut(text, f"{escaped(segment.key)}, reference")),)


def _side_by_side(
    content: ReportContent,
    segment: SegmentContent,
    shown: Sequence[Translation],
    same: Mapping[str, str],
    notes: Notes,
) -> Iterator[Block]:
    """Yield the texts of a segment, each translation with its scores, one table of all contested frames, comments."""
    source = notes.cut(line(segment.source), f"{escaped(segment.key)}, source")
    above = _above(content, segment, shown, notes)
    rows = [*((("source", source),) if segment.source.strip() else ()), *above]
    for one in shown:
        text, *reference = _texts(segment, one, notes, has_reference=not above)
        said = line(f"Same as {same[one.system]}.") if one.system in same else text[1]
        rows += [(escaped(one.system), (*said, Run(f"  {_scores(content, segment, one)}", weight="muted"))), *reference]
    yield Texts(tuple(rows), small=True)
    table = _contested(shown)
    if table.rows:
        yield Grid(replace(table, note=notes.once(EXPLAINED)), prose=True)
    for one in shown:
        of = f"{escaped(one.system)}, " if len(shown) > 1 else ""
        yield from (Quotation(f"Comment ({of}{comment.heading})", comment.text) for comment in one.comments)


def _contested(shown: Sequence[Translation]) -> ValueTable:
    """Return the contested frames of translations in one table, then those of their references, which they share."""
    names = dict.fromkeys(name for one in shown for table in one.differences for name in table.head[1:])
    texts: dict[Row, list[str]] = {}
    tables = [(one.system, table) for one in shown for table in one.differences]
    for is_reference, (system, table) in product((False, True), tables):
        of = table.title.removeprefix(DIFFERENCES)
        title = of.removeprefix(", ") or SIDE_NAMES["reference"] if is_reference else f"{system}{of}"
        for row in table.rows:
            if is_on_reference(row) is is_reference and not is_score(row):
                answers = dict(zip(table.head[1:], row[1:], strict=True))
                frame = str(row[0]).removeprefix(ON_REFERENCE) if is_reference else row[0]
                named = texts.setdefault((frame, *(answers.get(name, "") for name in names)), [])
                named += [title] if title not in named else []
    rows = tuple((", ".join(named), *row) for row, named in texts.items())
    return ValueTable("differences", "", "", ("text", "frame", *names), rows)


def _has_rows(content: ReportContent, segment: SegmentContent, different: Sequence[Translation]) -> bool:
    """Return whether the words of two translations stand over their reference."""
    systems = segment.both.systems if segment.both is not None else ()
    drawn = [one for one in different if one.system in systems]
    return content.has("comparison") and bool(drawn) and all(map(can_be_drawn, drawn))


def _translation(
    content: ReportContent,
    segment: SegmentContent,
    translation: Translation,
    canvas: Canvas,
    notes: Notes,
    same_as: str | None,
    *,
    has_reference: bool,
    is_seen: bool,
) -> Iterator[Block]:
    """Yield a translation; of one whose words are seen above, over the reference, only its score and why."""
    comparison = translation.comparison
    explained = score_line(comparison) if comparison is not None else ""
    scores = _scores(content, segment, translation)
    if same_as is not None:
        yield Heading(3, escaped(translation.system), scores)
        if has_reference or translation.error_places:
            yield Texts(_texts(segment, translation, notes, has_reference=False))
        yield Paragraph(line(f"Same as {same_as}."))
    elif is_seen:
        yield from _seen(segment, translation, notes, explained, scores)
    else:
        yield Heading(3, escaped(translation.system), scores)
        yield Texts(_texts(segment, translation, notes, has_reference=has_reference))
        if translation.reason:
            yield Paragraph(line(Run(translation.reason, Status.MISSED)))
        if explained:
            yield Paragraph(line(Run(f"{escaped(content.focus)}: ", weight="strong"), f"{explained}."))
    if same_as is None and comparison is not None:
        yield from _finding_lines(comparison)
    drawn = translation
    if same_as is not None:  # only what annotators made may differ
        drawn = replace(translation, frames=tuple(one for one in translation.frames if one.frames.by_hand))
    yield from other_figures(content, drawn, canvas, notes, explained)
    yield from (Quotation(f"Comment ({comment.heading})", comment.text) for comment in translation.comments)
    if translation.errors is not None:
        yield Grid(numbered(translation.errors), prose=True)
    for table in translation.differences:
        yield _differences(table, notes)


def _seen(
    segment: SegmentContent, translation: Translation, notes: Notes, explained: str, scores: str
) -> Iterator[Block]:
    """Yield the score of a translation that stands above, and its text again if errors are marked in it."""
    name = Run(escaped(translation.system), weight="strong", isolated=True)
    yield Paragraph(line(name, Run(": ", weight="strong"), f"{explained}. ", Run(scores, weight="muted")))
    if translation.error_places:
        yield Texts((_errors_row(segment, translation, notes),))


def _finding_lines(comparison: Comparison) -> Iterator[Paragraph]:
    """Yield the shown findings of a translation, one in a line, the gravest first."""
    name = comparison.findings_beside
    beside = f", beside {escaped(reference_title(name))}" if name else ""
    for finding in comparison.shown_findings:
        details = f" {finding.kind.severity}, {percent(finding.probability)} probable{beside}"
        yield Paragraph(line(f"{finding.sentence}.", Run(details, weight="muted")), point=True)


def _differences(table: ValueTable, notes: Notes) -> Block:
    """Return the differences of annotators, without those on the reference that stand above."""
    different = [row for row in table.rows if not is_score(row)]
    rows = tuple(row for row in different if row not in notes.rows)
    notes.rows.update(row for row in rows if is_on_reference(row))
    if not rows:
        return Paragraph(line(table.note or "Differences on the reference stand above."), small=True)
    title = table.title.removeprefix(DIFFERENCES).removeprefix(", ")
    return Grid(replace(table, title=title, rows=rows, note=notes.once(EXPLAINED)), prose=True)


def _scores(content: ReportContent, segment: SegmentContent, translation: Translation) -> str:
    """Return the scores of a translation, those that annotators gave first, and how far its annotators agree."""
    given = scores_by(content.annotators.errors_in(content.corpus.segments[segment.place], translation.system))
    scores = [given] if given else []
    scores += [
        f"{escaped(spec)} {score_text(score)}"
        for spec, score in zip(content.specs, translation.scores, strict=True)
        if content.table.segments_behind(translation.system, spec)
    ]
    agreement = content.agreement() if content.has("annotators") else None
    if agreement is not None:
        from meantree.reporting.annotation_pages import agreement_of_translation

        scores += filter(None, [agreement_of_translation(agreement, segment.key, translation.system)])
    for table in translation.differences:
        reference = table.title.removeprefix(DIFFERENCES)
        for row in filter(is_score, table.rows):
            values = ", ".join(
                f"{escaped(name)} {cell_text(value)}" for name, value in zip(table.head[1:], row[1:], strict=True)
            )
            scores.append(f"{row[0]}{reference}: {values}")
    return "; ".join(scores) if translation.differences else ", ".join(scores)


def _texts(segment: SegmentContent, translation: Translation, notes: Notes, *, has_reference: bool) -> Rows:
    whose = f"{escaped(segment.key)}, {escaped(translation.system)}"
    text = _text(translation, "hypothesis")
    rows = [_errors_row(segment, translation, notes)] if translation.error_places else []
    if not rows or any(run.status for run in text):
        rows.append((BY_METRIC if rows else "translation", notes.cut(text, f"{whose}, translation")))
    name, _ = translation.reference
    if name and has_reference:
        cut = notes.cut(_text(translation, "reference"), f"{escaped(segment.key)}, reference {escaped(name)}")
        rows.append((escaped(translation.reference_title), cut))
    return tuple(rows)


def _errors_row(segment: SegmentContent, translation: Translation, notes: Notes) -> tuple[str, Line]:
    """Return the translation with its marked errors; what the metric marks is in another row."""
    text = text_with_marks(translation.text, translation.error_places)
    return "translation", notes.cut(text, f"{escaped(segment.key)}, {escaped(translation.system)}, translation")


def _text(translation: Translation, side: Side) -> Line:
    """Return a text as far as a comparison marks it; of one without a letter, that it is empty."""
    text = translation.text if side == "hypothesis" else translation.reference[1]
    if not text.strip():
        return line(Run("empty", weight="muted"))
    if translation.comparison is not None:
        return marked_text(translation.comparison, side)
    return line(text)


# Details


def _details(content: ReportContent, translation: Translation, of: str) -> Iterator[Block]:
    """Yield the derivation of the score and the units, each folded away where the format can, with ``of`` in titles."""
    derivation, comparison = translation.derivation, translation.comparison
    if comparison is not None and comparison.evidence.remark:
        yield Paragraph(line(comparison.evidence.remark), small=True)
    if derivation is not None:
        score = score_text(translation.scores[content.specs.index(content.focus)])
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
        yield Details(f"How {escaped(content.focus)} {score} comes about{of}", tuple(blocks))
    if comparison is not None and content.has("evidence") and comparison.units:
        lines = tuple(_unit_lines(comparison))
        yield Details(f"Units{of}", lines)


def _unit_lines(comparison: Comparison) -> Iterator[Paragraph]:
    for group in unit_groups(comparison.units):
        named: tuple[Value, ...] = tuple(escaped(unit.label) for unit in group.units)
        rest = [Run(f" … and {group.more} more", weight="muted")] if group.more else []
        head = Run(f"{group.status.value} {group.total}: ", group.status)
        yield Paragraph(line(head, " · ".join(map(str, named)), *rest), small=True)


def marked_text(comparison: Comparison, side: Side) -> Line:
    """Return the hypothesis or the reference with its differing words marked; matched words stay plain."""
    words, statuses = _statuses(comparison, side)
    return marked_words(comparison.texts[side == "reference"].analysis.text, words, statuses)


def marked_reference(comparisons: Sequence[Comparison]) -> tuple[Line, bool]:
    """Return the one reference of several comparisons, with the marks that are equal in all, and whether all are."""
    (words, first), *others = (_statuses(comparison, "reference") for comparison in comparisons)
    shared = {
        place: status for place, status in first.items() if all(other.get(place) is status for _, other in others)
    }
    is_equal = all((words, first) == other for other in others)
    return marked_words(comparisons[0].reference_text.analysis.text, words, shared), is_equal


def _statuses(comparison: Comparison, side: Side) -> tuple[Sequence[str], Mapping[int, Status]]:
    """Return the words of a text and the status of each marked one; if frames are compared, by the marks of these."""
    text = comparison.texts[side == "reference"]
    marks: Mapping[int, Mark] = text.marks.tokens
    words: Sequence[str] = text.analysis.words
    if comparison.structure == "frames" and comparison.frames is not None:
        words, marks = comparison.frames.words[side], word_marks(comparison.frames, side)
    return words, {place: mark.status for place, mark in marks.items()}


def marked_words(text: str, words: Sequence[str], statuses: Mapping[int, Status]) -> Line:
    """Return a text in runs of equal status.

    Args:
        text: as written.
        words: its tokens in order; from one that does not occur in it on, nothing is marked.
        statuses: by 0-based word; matched ones are not marked.
    """
    spans = list(_spans(text, words, statuses))
    runs: list[Run] = []
    end = 0
    for status, group in groupby(spans, key=lambda span: span[2]):
        members = list(group)
        start, stop = members[0][0], members[-1][1]
        if status is None:
            continue
        if start > end:
            runs.append(Run(text[end:start]))
        runs.append(Run(text[start:stop], status))
        end = stop
    if end < len(text):
        runs.append(Run(text[end:]))
    return tuple(runs)


def _spans(text: str, words: Sequence[str], statuses: Mapping[int, Status]) -> Iterator[tuple[int, int, Status | None]]:
    """Yield start, end and status of each word; None for matched and uncounted ones."""
    position = 0
    for place, word in enumerate(words):
        start = text.find(word, position)
        if start < 0:
            return
        position = start + len(word)
        status = statuses.get(place)
        yield start, position, None if status is Status.MATCHED else status
