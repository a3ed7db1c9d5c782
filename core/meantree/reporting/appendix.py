"""The end of a report: what was left out and shortened, guidelines of the annotation, metrics and their signatures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from meantree import __version__
from meantree.corpus.error_weights import weights_in_words
from meantree.escaping import counted, escaped, listed
from meantree.metrics.registry import summary
from meantree.reporting.blocks import Block, Heading, Notes, Paragraph, Run, line
from meantree.reporting.content import ReportContent
from meantree.reporting.front_page import cautions
from meantree.reporting.problems import problem_lines
from meantree.work import Work

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
