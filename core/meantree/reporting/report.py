"""A report from its first block to its last: the short one, which paper has, and what a page folds away below it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from meantree import __version__
from meantree.escaping import escaped
from meantree.reporting.blocks import Block, Details, Heading, Paragraph, Run, isolating, line
from meantree.reporting.contents import Contents
from meantree.reporting.problems import problem_lines
from meantree.reporting.result_page import cautions, result_page, systems_section
from meantree.reporting.results import meaning_of
from meantree.reporting.segment_choice import worst_first
from meantree.reporting.segment_pages import FOLDED, folded_segments, segments_section
from meantree.reporting.segment_pictures import Canvas
from meantree.work import Work

MOST_PROBLEMS: Final = 12


def short_report(contents: Contents, canvas: Canvas, work: Work, undrawn: Iterable[str] = ()) -> Iterator[Block]:
    """Yield the blocks of a report below its title.

    Args:
        contents: what it is made of.
        canvas: the room for pictures.
        work: progress and cancel.
        undrawn: lines on what the format could not print, read at the end.

    Raises:
        Cancelled: if the user stopped it.
    """
    return map(isolating, _short(contents, canvas, work, undrawn))


def _short(contents: Contents, canvas: Canvas, work: Work, undrawn: Iterable[str]) -> Iterator[Block]:
    people = contents.people
    if people is None:
        yield from result_page(contents, canvas.measure)
        yield from systems_section(contents)
    else:
        from meantree.reporting.annotation_page import annotation_page, annotation_tables

        yield from annotation_page(contents, canvas.measure)
        yield from annotation_tables(people)
        yield from systems_section(contents)
    yield from segments_section(contents, canvas, work)
    yield from _made(contents, undrawn)


# How it was made


def _made(contents: Contents, undrawn: Iterable[str] = ()) -> Iterator[Block]:
    """Yield the end of a report; ``undrawn`` are lines on what the format could not print, read last."""
    yield Heading(1, "How this report was made", anchor="made")
    annotators, people = contents.source.annotators, contents.people
    if annotators is not None and annotators.annotator is not None:
        alone = f"Annotations are those of {escaped(annotators.annotator)} alone."
        yield Paragraph(line(" ".join(filter(None, (alone, annotators.finalized)))))
    for spec in dict.fromkeys((*contents.specs, *(() if people is None else people.annotations.specs))):
        signed = (text for name, text in contents.signatures if name == spec or name.startswith(f"{spec}, "))
        runs = (Run(f" {escaped(text)}", weight="code") for text in dict.fromkeys(signed))
        yield Paragraph((*line(_metric(contents, spec)), *runs), small=True)
    heads = {head for table in people.table("error-counts") for head in table.head} if people is not None else ()
    for scale, best in (("ESA", 100), ("MQM", 0)):
        if scale in heads:
            from meantree.corpus.error_weights import weights_in_words

            weights = f"weights:{weights_in_words()}|" if scale == "MQM" else ""
            signature = f"{scale}|{weights}best:{best}|version:meantree-{__version__}"
            yield Paragraph(line(Run(signature, weight="code")), small=True)
    if people is not None and people.guidelines:
        yield Heading(2, "Guidelines of the annotation")
        yield from _of_markdown(people.guidelines)
    yield from _problems(contents)
    yield from (Paragraph(line(one), small=True) for one in undrawn)


def _of_markdown(text: str) -> Iterator[Block]:
    """Yield headings, points and paragraphs, with what is bold; other signs of Markdown stay as they are."""
    for part in filter(None, map(str.strip, text.split("\n"))):
        if (heading := re.fullmatch(r"#+ (.*)", part)) is not None:
            yield Heading(3, heading[1])
            continue
        point = re.fullmatch(r"[-*] (.*)", part)
        pieces = re.split(r"\*\*(.+?)\*\*", part if point is None else point[1])
        runs = (Run(piece, weight="strong" if place % 2 else "") for place, piece in enumerate(pieces) if piece)
        yield Paragraph(line(*runs), point=point is not None)


def _metric(contents: Contents, spec: str) -> str:
    """Return what a metric is."""
    finished = () if contents.people is None else contents.people.annotations.finished
    tables = (contents.table, *(table for _, table in finished))
    metric = next((table.metrics[spec] for table in tables if spec in table.metrics), None)
    if metric is None:
        return f"{escaped(spec)}: nobody finished a translation that it could score."
    return f"{escaped(spec)}: {escaped(meaning_of(metric))}{f' ({escaped(metric.paper)})' if metric.paper else ''}."


def _problems(contents: Contents) -> Iterator[Block]:
    """Yield the problems that do not stand on page one."""
    said = cautions(contents) if contents.people is None else []
    problems = problem_lines(one for one in contents.problems if one not in said)
    if problems:
        yield Heading(2, "What was not scored, and notes")
        yield from (Paragraph(line(escaped(problem)), small=True) for problem in problems[:MOST_PROBLEMS])
        if (more := len(problems) - MOST_PROBLEMS) > 0:
            yield Paragraph(line(f"… and {more:,} more."))


# What is folded away


def more_tables(contents: Contents) -> Iterator[Block]:
    """Yield the tables on annotators that are not in the short report, folded away."""
    if contents.people is None:
        return
    from meantree.reporting.annotation_page import annotation_details

    for grid in annotation_details(contents.people):
        yield isolating(Details(grid.table.title or grid.table.name, (grid,)))


def more_segments(contents: Contents, canvas: Canvas, work: Work) -> Iterator[Block]:
    """Yield the other segments that the filter accepts, folded away: of too many, the worst.

    Raises:
        Cancelled: if the user stopped it.
    """
    rest = [place for place in contents.accepted if place not in contents.shown]
    if len(rest) > FOLDED and contents.focus:
        rest = sorted(worst_first(contents.table, contents.focus, contents.systems, rest)[:FOLDED])
    return map(isolating, folded_segments(contents, rest[:FOLDED], canvas, work))
