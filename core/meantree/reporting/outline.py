"""A report from its first block to its last, appendix included; every format sets these, and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from meantree import __version__
from meantree.corpus.error_weights import weights_in_words
from meantree.escaping import capitalised, counted, escaped, listed
from meantree.metrics.registry import summary
from meantree.picture.shapes import legend_picture
from meantree.reporting.blocks import Block, Figure, Heading, Notes, Paragraph, Run, isolating, line
from meantree.reporting.content import ReportContent
from meantree.reporting.front_page import cautions, front_page
from meantree.reporting.marked_errors import places_of_errors
from meantree.reporting.problems import problem_lines
from meantree.reporting.segment_pages import segment_blocks
from meantree.reporting.segment_pictures import Canvas
from meantree.work import Work

FRAMES: Final = (
    "Predicates and fillers stand in boxes, with the role above the words and in the role's colour. Outlines and links "
    "are drawn as here: matched, if linked as correct; partial, if linked as correct in part; missed, if in the "
    "reference alone; extra, if in the translation alone."
)
"""Legend of pictures of frames."""
MARKS: Final = (
    "How words and lines are marked: missed ones are in the reference alone, extra ones in the translation alone, "
    "partial ones are counted in part."
)

NUMBERED: Final = "Words on a coloured ground are errors that annotators marked, with their numbers in the table below."
AGREED: Final = "F1 after a translation is that of two annotators over predicates, fillers and links together."
SEVERAL: Final = " In the text of a reference, words are marked only if their status is the same for all translations."


def report_blocks(
    content: ReportContent,
    canvas: Canvas,
    work: Work,
    *,
    undrawn: Iterator[str] | None = None,
    most: int | None = None,
) -> Iterator[Block]:
    """Yield the blocks of a report below its title, a segment at a time.

    Args:
        content: of the report.
        canvas: the room for pictures.
        work: progress and cancel.
        undrawn: lines on what the format could not print, read at the end.
        most: segments at most, for a preview; None for all.

    Raises:
        InputError, UsageError: if the project can no longer be read.
        Cancelled: if the user stopped it.
    """
    return map(isolating, _blocks(content, canvas, work, undrawn or (), most))


def _blocks(
    content: ReportContent, canvas: Canvas, work: Work, undrawn: Iterable[str], most: int | None
) -> Iterator[Block]:
    notes = Notes.empty()
    yield from front_page(content, work, canvas.measure)
    if content.has("annotators"):
        from meantree.reporting.annotation_pages import annotation_blocks

        yield from annotation_blocks(content, work)
    is_said = content.has("summary") and not content.selection.shown  # that none is shown
    if content.has("segments") and content.corpus.segments and not is_said:
        segments = content.segments(work, most=most)
        blocks = chain.from_iterable(segment_blocks(content, segment, canvas, notes) for segment in segments)
        first = next(blocks, None)
        yield Heading(1, "Segments", anchor="segments")
        yield Paragraph(line(_selection(content, is_empty=first is None)))
        if first is not None and (caption := _legend(content)):
            legend = legend_picture(canvas.measure, canvas.width)
            yield Figure((legend,), caption, "Lines: matched, missed, extra, partial.")
        if first is not None:
            yield first
            yield from blocks
    yield from appendix(content, notes, work, undrawn)


def _legend(content: ReportContent) -> str:
    """Return how lines are drawn in pictures; empty if there are none."""
    metric = content.metrics.get(content.focus)
    if metric is None:
        return FRAMES if content.has_annotated_frames and content.annotators.by_segment else ""
    if not content.options.has_pictures or not _is_scored(content):
        return ""
    return FRAMES if metric.structure == "frames" else MARKS


def _is_scored(content: ReportContent) -> bool:
    """Whether a shown translation has a score by the metric that marks pictures."""
    scores = (
        content.table.segment_score(system, content.focus, place)
        for place in content.selection.shown
        for system in content.systems
    )
    return any(score is not None for score in scores)


def _has_errors(content: ReportContent) -> bool:
    """Return whether an error is marked in a shown translation."""
    segments = (content.corpus.segments[place] for place in content.selection.shown)
    return any(
        places_of_errors(segment, system, content.annotators.errors_in(segment, system))
        for segment in segments
        for system in content.systems
        if system in segment.hypotheses
    )


def _selection(content: ReportContent, *, is_empty: bool) -> str:
    """Return a sentence on which segments are shown, and by which metric they are marked."""
    text = content.selection.description
    shown = f"{capitalised(text)}."
    if is_empty and content.selection.shown:
        return "No segment has anything to show in this style; the appendix says why."
    agreement = content.agreement() if content.has("annotators") else None
    explained = {
        _limited(content): True,
        _alone(content): content.has_annotated_frames and content.is_of_annotators,
        _contested(content): content.is_of_annotators and content.has("differences"),
        NUMBERED: _has_errors(content),
        AGREED: agreement is not None and any(map(agreement.is_of_people, agreement.pairs)),
    }
    numbered = "".join(f" {sentence}" for sentence, is_needed in explained.items() if sentence and is_needed)
    if not content.focus or not _is_scored(content):
        return f"{shown}{numbered}"
    marked = f"{shown} Words and pictures are marked by {escaped(content.focus)}."
    return f"{marked}{SEVERAL if len(content.systems) > 1 else ''}{numbered}"


def _limited(content: ReportContent) -> str:
    """Return how many translations are shown of how many, and how to see others, if there are too many; else empty."""
    shown, selected = (
        sum(system in content.corpus.segments[place].hypotheses for place in places for system in content.systems)
        for places in (content.selection.shown, content.selection.selected)
    )
    if len(content.selection.shown) != content.options.most or shown == selected:
        return ""
    return f"These are {shown:,} of {counted(selected, 'translation')}; others are shown if their segments are named."


def _contested(content: ReportContent) -> str:
    """Return how many contested frames are shown, and how many of all segments are not contested; empty without any."""
    segments = [content.corpus.segments[place] for place in content.selection.shown]
    shown, marked = content.annotators.contested(segments, content.systems)
    if not marked:
        return ""
    differing, marked = content.contested
    return (
        f"{counted(shown, 'frame')} on which annotators differ {'stands' if shown == 1 else 'stand'} side by "
        f"side; {marked - differing:,} on which they agree {'is' if marked - differing == 1 else 'are'} left out."
    )


def _alone(content: ReportContent) -> str:
    """Return whose frames are drawn if the report is on one annotator; else empty."""
    name = content.annotators.annotator
    if name is None or not content.annotators.by_segment:
        return ""
    return f"Pictures show the frames of {escaped(name)}; a report on all annotators sets them side by side."


MOST_PROBLEMS: Final = 50
NAMED: Final = 12
"""Translations named in the line on what is left out."""


def appendix(content: ReportContent, notes: Notes, work: Work, undrawn: Iterable[str] = ()) -> Iterator[Block]:
    """Yield the end of a report, after its segments, if it says anything.

    ``undrawn`` are lines on what the format could not print.

    Raises:
        InputError, UsageError: if the project can no longer be read.
        Cancelled: if the user stopped it.
    """
    blocks = _appendix(content, notes, work, undrawn)
    first = next(blocks, None)
    if first is not None:
        yield Heading(1, "Appendix", anchor="appendix")
        yield first
        yield from blocks


def _appendix(content: ReportContent, notes: Notes, work: Work, undrawn: Iterable[str]) -> Iterator[Block]:
    for reason, names in notes.left_out.items():
        yield Paragraph(line(f"Left out: {counted(len(names), 'translation')} ({_named(names)}); {reason}."))
    unprinted = list(undrawn)
    if notes.shortened or unprinted:
        yield Heading(2, "What was shortened")
        yield from (Paragraph(line(f"{what}: {_named(names)}.")) for what, names in notes.shortened.items())
        yield from (Paragraph(line(one)) for one in unprinted)
    yield from _problems(content, {name for names in notes.left_out.values() for name in names})
    yield from _guidelines(content)
    if content.has("annotators"):
        from meantree.reporting.annotation_pages import annotation_details

        yield from annotation_details(content, work)
    if signatures := list(_signatures(content)):
        yield Heading(2, "Metrics and signatures")
        yield from _metrics(content)
        yield from (Paragraph(line(Run(text, weight="code")), small=True) for text in signatures)


def _signatures(content: ReportContent) -> Iterator[str]:
    yield from map(escaped, dict.fromkeys(content.signatures))  # names of one metric share theirs
    by_system = content.error_counts()
    if by_system is None:
        return
    from meantree.reporting.error_verdict import MQM

    if MQM.name in by_system.head:
        yield f"MQM|weights:{weights_in_words()}|best:0|version:meantree-{__version__}"


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return f"{listed(names[:NAMED])}{more}"


def _problems(content: ReportContent, left_out: Collection[str]) -> Iterator[Block]:
    """Yield the problems that do not stand on page one, or above as reasons for what is left out."""
    has_result = content.has("summary") and any(result.segments for result in content.results())
    said = cautions(content) if has_result else []
    rest = (one for one in content.problems if one not in said and f"{one.segment} {one.system}" not in left_out)
    problems = problem_lines(rest)
    if problems:
        yield Heading(2, "Problems and notes")
        yield from (Paragraph(line(problem)) for problem in problems[:MOST_PROBLEMS])
        yield from _more(len(problems))


def _metrics(content: ReportContent) -> Iterator[Block]:
    """Yield what each metric is, but for the one that page one explains, with its name in signatures if it differs."""
    has_result = content.has("summary") and bool(content.focus)
    rest = [(spec, chosen) for spec, chosen in content.metrics.items() if not (has_result and spec == content.focus)]
    for spec, chosen in rest:
        paper = f" ({escaped(chosen.paper)})" if chosen.paper else ""
        named = "" if spec.partition(":")[0] == chosen.name else f" Its signature names it {chosen.name}."
        better = "higher" if chosen.higher_is_better else "lower"
        said = f"{escaped(spec)}: {escaped(summary(chosen))}; {better} is better{paper}.{named}"
        yield Paragraph(line(said), small=True)


def _more(number: int) -> Iterator[Block]:
    if number > MOST_PROBLEMS:
        yield Paragraph(line(f"… and {number - MOST_PROBLEMS:,} more."))


def _guidelines(content: ReportContent) -> Iterator[Block]:
    path = content.annotators.path
    if path is None or not content.is_annotated:
        return
    from meantree.project.file import Project

    with Project(path, passing=True) as project:
        text = project.rules.guidelines
    if text.strip():
        yield Heading(2, "Guidelines of the annotation")
        yield from (Paragraph(line(part.strip())) for part in text.split("\n") if part.strip())
