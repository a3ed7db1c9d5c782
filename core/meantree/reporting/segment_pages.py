"""The segments of a report: texts with the differing words marked, what was found, one picture, what annotators did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from meantree.alignment.word_status import WORD_STATUSES
from meantree.comparison.comparison import COUNTED
from meantree.corpus.corpus import SIDES
from meantree.escaping import capitalised, counted, escaped, listed, reference_title, with_and
from meantree.evaluation.value_table import Value, ValueTable
from meantree.metrics.evidence import AnyStatus, Status, Unit
from meantree.numbers import score_text
from meantree.picture.shapes import legend_picture
from meantree.reporting.blocks import (
    Block,
    Details,
    Figure,
    Grid,
    Heading,
    Line,
    Paragraph,
    Quotation,
    Run,
    Texts,
    line,
)
from meantree.reporting.compared_translations import ShownSegment, Spans, Translation, shown_segments
from meantree.reporting.contents import Contents, segment_anchor
from meantree.reporting.differences import Difference
from meantree.reporting.marked_errors import numbered, scores_by, text_with_marks
from meantree.reporting.score_line import score_line
from meantree.reporting.segment_pictures import Canvas, frames_figure, segment_figures
from meantree.work import Work

LONGEST: Final = 2_400
"""Characters of a text that are printed; about 400 words."""
FOLDED: Final = 100
"""Segments that a page folds away; all are in the workbook."""
MOST_UNITS: Final = 16
"""Units of one status that are named."""
ORDER: Final[tuple[AnyStatus, ...]] = (
    *(Status.MISSED, Status.EXTRA, Status.PARTIAL, Status.MATCHED),
    *("missing", "added", "different", "attached elsewhere", "unaligned"),
)
OTHERS: Final = "The HTML page has others, folded away at its end; the workbook has all."
DIFFERING: Final = "Underlined words of a translation are in no reference in this form; "
MARKS: Final = (
    "Lines of pictures: missed ones are in the reference alone, extra ones in the translation alone, partial ones are "
    "counted in part. What a metric does not match need not be an error."
)
FRAMES: Final = (
    "Predicates and fillers stand in boxes, with the role above the words. Outlines and links: matched, if linked as "
    "correct; partial, if linked as correct in part; missed, if in the reference alone; extra, if in the translation "
    "alone."
)
NUMBERED: Final = "Words on a coloured ground are marked errors, with their numbers in the table below."
CONTESTED: Final = (
    "Rows of tables are contested frames, named by their predicates. Only what differs of them is printed: fillers "
    "with their roles, and links, which are correct or partial; all fillers where not all annotators marked the frame."
)


def segments_section(contents: Contents, canvas: Canvas, work: Work) -> Iterator[Block]:
    """Yield the chosen or most telling segments.

    Raises:
        Cancelled: if the user stopped it.
    """
    if not contents.shown:
        if contents.request.filter.strip() and not contents.accepted:
            yield Heading(1, "Segments", anchor="segments")
            yield Paragraph(line(_selection(contents)))
        return
    segments = list(shown_segments(contents, contents.shown, work, differences=contents.request.differences))
    yield Heading(1, "Segments", anchor="segments")
    yield Paragraph(line(_selection(contents), f" {_legend(segments)}".rstrip()))
    blocks = [block for segment in segments for block in segment_blocks(contents, segment, canvas)]
    if any(isinstance(block, Figure) for block in blocks):
        yield _legend_figure(contents, segments, canvas)
    yield from blocks


def _legend_figure(contents: Contents, segments: Sequence[ShownSegment], canvas: Canvas) -> Figure:
    """Return the lines of pictures with what they mean."""
    of_people = contents.people is not None  # pictures are of their frames
    drawn = [one.comparison for segment in segments for one in segment.translations if one.comparison is not None]
    statuses = COUNTED if of_people else next((one.legend for one in drawn if one.legend), COUNTED)
    if statuses is COUNTED:
        is_framed = of_people or contents.metric is None or contents.metric.structure == "frames"
        said = FRAMES if is_framed else MARKS
    else:
        said = "; ".join(f"{status}: {meaning}" for status, meaning in WORD_STATUSES.items()) + "."
        arcs = "; arcs are not drawn where two systems are compared" * (contents.request.kind == "comparison")
        said = f"Lines of pictures mark each word, and the arc from its head{arcs}. {said}"
    return Figure(
        (legend_picture(canvas.measure, canvas.width, statuses),), said, f"Lines: {listed(map(str, statuses))}."
    )


def folded_segments(contents: Contents, places: Sequence[int], canvas: Canvas, work: Work) -> Iterator[Block]:
    """Yield each segment folded away, with the units of the metric in focus.

    Raises:
        Cancelled: if the user stopped it.
    """
    for shown in shown_segments(contents, places, work, differences=contents.request.differences):
        first, *blocks = segment_blocks(contents, shown, canvas)
        units = [block for one in shown.translations for block in _units(one, of_many=len(shown.translations) > 1)]
        texts = (one.text for one in shown.translations)
        title = f"Segment {shown.segment.key} · {next(texts, '')}"
        assert isinstance(first, Heading), "the name of the segment"
        yield Details(title if len(title) <= 90 else f"{title[:90]}…", (*blocks, *units))


def segment_blocks(contents: Contents, shown: ShownSegment, canvas: Canvas) -> list[Block]:
    """Return a segment: its texts, what was found in each, one picture, what annotators did."""
    blocks: list[Block] = [Heading(2, f"Segment {escaped(shown.segment.key)}", anchor=segment_anchor(shown.place))]
    blocks.append(Texts(tuple(_texts(contents, shown))))
    is_many = len(shown.translations) > 1
    for one in shown.translations:
        if one.reason:
            blocks.append(Paragraph(line(Run(f"{escaped(one.system)}: {one.reason}.", weight="muted")), small=True))
        beside = contents.beside(shown.place, one.system)
        found = (each for each in contents.found(shown.place, one.system) if any(each.quotes))
        blocks += (_difference(one.system, each, beside, of_many=is_many) for each in found)
    if contents.people is not None:
        blocks += _of_annotators(contents, shown, canvas)
    else:
        blocks += _explained(contents, shown, segment_figures(contents, shown, canvas))
    for one in shown.translations:
        blocks += _remarks(one, of_many=is_many)
    if clean := [one for one in shown.translations if one.clean_by and one.errors is None]:
        named = with_and(f"{escaped(one.system)} ({one.clean_by})" for one in clean)
        blocks.append(Paragraph(line(Run("No error marked: ", weight="strong"), f"{named}.")))
    return blocks


def _remarks(translation: Translation, *, of_many: bool) -> Iterator[Block]:
    """Yield the errors that annotators marked in a translation, and their comments."""
    system = escaped(translation.system)
    if translation.errors is not None:
        title = f"Errors in {translation.system}" if of_many else ""
        yield Grid(replace(numbered(translation.errors), title=title), prose=True)
    for comment in translation.comments:
        of = f"{system}, " if of_many else ""
        yield Quotation(f"Comment ({of}{comment.heading})", comment.text)


def _texts(contents: Contents, shown: ShownSegment) -> Iterator[tuple[str, Line]]:
    """Yield the source, the reference and the translations, each after its label."""
    if shown.segment.source and shown.segment.source.strip():
        yield "source", cut(line(shown.segment.source))
    drawn = {one.reference[0]: one for one in shown.translations}
    for name, text in shown.segment.references.items():
        is_alone = len(shown.translations) == 1 and name in drawn
        marked = drawn[name].differing[1] if is_alone else ()
        yield escaped(reference_title(name)), cut(_underlined(text.text, marked))
    for one in shown.translations:
        scores = Run(f"  {_scores(contents, shown, one)}", weight="muted")
        yield escaped(one.system), (*_text(one), scores)


def _text(translation: Translation) -> Line:
    if not translation.text.strip():
        return line(Run("empty", weight="muted"))
    if translation.error_places:
        return cut(text_with_marks(translation.text, translation.error_places))
    if translation.is_copy:
        same = f"  (same as the {escaped(reference_title(translation.reference[0]))})"
        return (*cut(line(translation.text)), Run(same, weight="muted"))
    return cut(_underlined(translation.text, translation.differing[0]))


def _underlined(text: str, spans: Spans) -> Line:
    """Return a text with the words at these places underlined."""
    runs: list[Run] = []
    end = 0
    for start, stop in spans:
        runs += (Run(text[end:start]), Run(text[start:stop], weight="differs"))
        end = stop
    return tuple(run for run in (*runs, Run(text[end:])) if run.text)


def cut(runs: Line) -> Line:
    """Return the beginning of a line that is too long, and how much is left out."""
    total = sum(len(run.text) for run in runs)
    if total <= LONGEST:
        return runs
    room, kept = LONGEST, []
    for run in runs:
        kept.append(replace(run, text=run.text[:room]))
        room -= len(kept[-1].text)
    more = f" … ({total - LONGEST:,} more characters are in the corpus)"
    return (*(run for run in kept if run.text), Run(more, weight="muted"))


def _scores(contents: Contents, shown: ShownSegment, translation: Translation) -> str:
    """Return the scores of a translation, those that annotators gave first, and how far these agree."""
    given = scores_by(contents.marked(shown.segment, translation.system))
    scores = [given] if given else []
    people = contents.people
    if people is not None:
        scores += filter(None, [people.agreement_on(shown.segment.key, translation.system)])
    for found in translation.differences:
        for spec, values in found.scores.items():
            by = ", ".join(f"{escaped(name)} {score_text(value)}" for name, value in values.items())
            scores.append(f"{spec} {by}")
    for spec in contents.headline if people is None else ():
        score = contents.table.segment_score(translation.system, spec, shown.place)
        scores += [f"{escaped(spec)} {score_text(score)}"] if score is not None else []
    return ", ".join(scores)


def _difference(system: str, difference: Difference, beside: str, *, of_many: bool) -> Paragraph:
    name = (Run(f"{escaped(system)}: ", weight="strong"),) if of_many else ()
    said = f"{difference.title}: {escaped(difference.words(beside))}"
    return Paragraph((*name, *line(said, Run(f" ({difference.verdict})", weight="muted"))), point=True)


def _explained(contents: Contents, shown: ShownSegment, figures: Sequence[Figure]) -> Iterator[Block]:
    """Yield pictures, after how the scores of the drawn translations come about."""
    drawn = {system for figure in figures for system in figure.systems}
    for one in shown.translations:
        compared = one.comparison if one.system in drawn else None
        if compared is not None and compared.is_scored and (said := score_line(compared, contents.metric)):
            name = Run(f"{escaped(contents.focus)} of {escaped(one.system)}: ", weight="strong")
            yield Paragraph(line(name, f"{said}."), small=True)
    yield from figures


def _units(translation: Translation, *, of_many: bool) -> Iterator[Block]:
    """Yield the units of a translation by the metric in focus, by status and single ones first, folded away."""
    by_status: dict[AnyStatus, list[Unit]] = {}
    for unit in () if translation.comparison is None else translation.comparison.units:
        by_status.setdefault(unit.status, []).append(unit)
    lines = []
    for status in filter(by_status.__contains__, ORDER):
        units = sorted(by_status[status], key=lambda unit: not unit.single)
        counted_by = status if isinstance(status, Status) else None
        head = Run(f"{status} {len(units):,}: ", counted_by, "" if counted_by else "strong")
        named = " · ".join(escaped(unit.label) for unit in units[:MOST_UNITS])
        more = len(units) - MOST_UNITS
        rest = [Run(f" … and {more:,} more", weight="muted")] if more > 0 else []
        lines.append(Paragraph(line(head, named, *rest), small=True))
    if lines:
        yield Details(f"Units{f' ({translation.system})' if of_many else ''}", tuple(lines))


# What annotators did


def _of_annotators(contents: Contents, shown: ShownSegment, canvas: Canvas) -> Iterator[Block]:
    """Yield the contested frames; where there are none, those of each system by gold or the first annotator."""
    table = _contested(shown.translations)
    if table.rows:
        yield Grid(table, prose=True)
        return
    people = contents.people
    gold = f"{people.gold} " if people is not None and people.gold else ""
    for translation in shown.translations:
        for frames in sorted(translation.frames, key=lambda one: not (gold and one.title.startswith(gold)))[:1]:
            yield from frames_figure(frames, translation.system, canvas)


def _contested(translations: Sequence[Translation]) -> ValueTable:
    """Return the contested frames of translations in one table, then those of their references, which they share."""
    names = dict.fromkeys(
        who for one in translations for found in one.differences for frame in found.frames for who in frame.answers
    )
    texts: dict[tuple[Value, ...], list[str]] = {}
    for side, one in product(SIDES, translations):
        for found in one.differences:
            beside = f"reference {found.reference}" if found.reference else ""
            title = ", ".join(filter(None, (one.system, beside))) if side == "hypothesis" else beside or "reference"
            for frame in (frame for frame in found.frames if frame.side == side):
                answers = map(frame.shortened, names)
                named = texts.setdefault((frame.words, *answers), [])
                named += [title] if title not in named else []
    rows = tuple((", ".join(named), *row) for row, named in texts.items())
    return ValueTable("differences", "", "", ("text", "frame", *names), rows)


# Which segments


def _selection(contents: Contents) -> str:
    """Return a sentence on which segments are shown, and where the others are."""
    shown, total = len(contents.shown), len(contents.corpus.segments)
    line_, accepted = contents.request.filter.strip(), len(contents.accepted)
    of_filter = f" that pass the filter “{escaped(line_)}” ({accepted:,} of {total:,})" if line_ else ""
    if contents.request.segments is not None:
        return f"{capitalised(counted(shown, 'segment'))} of {total:,}, as chosen."
    if not shown:
        return f"No segment passes the filter “{escaped(line_)}”."
    if shown == total:
        return f"All {shown:,} segments." if shown > 1 else "The one segment."
    metric, those = escaped(contents.focus), "those" if shown > 1 else "the one"
    are_examples = [place in contents.examples for place in contents.shown]
    examples = "examples of what differs" if shown > 1 else "an example of what differs"
    whys = examples * any(are_examples), f"{those} with the worst {metric}" * (not all(are_examples))
    why = ", then ".join(filter(None, whys))
    if contents.request.kind == "comparison":
        two = next((result.two for result in contents.results if result.spec == contents.focus), None)
        turns = ", either ahead in turn" * (shown > 1 and two is not None and two.wins > 0 < two.losses)
        why = f"{those} in which {with_and(map(escaped, contents.systems))} differ most by {metric}{turns}"
    if contents.people is not None:
        why = f"{those} {contents.people.telling_because}"
    why += "; any too long for the room left are passed over"
    return f"{capitalised(counted(shown, 'segment'))}{of_filter}: {why}. {OTHERS}"


def _legend(segments: Sequence[ShownSegment]) -> str:
    """Return how the texts and tables of these segments are read."""
    translations = [one for segment in segments for one in segment.translations]
    said = []
    if any(spans for one in translations for spans in one.differing):
        alone = all(len(segment.translations) == 1 for segment in segments)
        end = "those of a reference not in the translation." if alone else "this is no error by itself."
        said.append(f"{DIFFERING}{end}")
    if any(one.error_places for one in translations):
        said.append(NUMBERED)
    if any(one.differences for one in translations):
        said.append(CONTESTED)
    return " ".join(said)
