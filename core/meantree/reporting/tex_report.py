"""The report as LaTeX source: tables, and trees with tikz-dependency."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from meantree.evaluation.value_table import ValueTable
from meantree.numbers import fixed, short
from meantree.picture.shapes import legend_picture
from meantree.picture.style import approximate_width
from meantree.picture.tex_text import tex
from meantree.picture.tikz import NAMES, PREAMBLE, picture_tikz
from meantree.reporting.annotators import printed_tables
from meantree.reporting.content import ReportContent, coverage
from meantree.reporting.pictures import caption, pictures
from meantree.reporting.table_text import cell_text
from meantree.reporting.translation import SegmentContent, Translation, other_inputs, sums_of, unit_groups
from meantree.work import Work

MISSING: Final = r"\textendash{}"
DIGITS: Final = 4
WIDTH: Final = 640.0
"""Width of a line of the text, in pixels of pictures."""
MOST_PROBLEMS: Final = 50
HEAD: Final = (
    "% A report of Meantree. pdflatex sets Latin letters; for other scripts use lualatex or xelatex.\n"
    "\\documentclass[a4paper,10pt]{article}\n"
    "\\usepackage[margin=22mm]{geometry}\n"
    "\\usepackage{booktabs}\n"
)
BODY: Final = (
    "\\setlength\\parindent{0pt}\\setlength\\parskip{3pt plus 1pt}\\sloppy\\raggedright\n"
    "\\definecolor{mtmuted}{HTML}{5C6570}\n"
    "\\renewcommand\\familydefault{\\sfdefault}\n"
    "\\begin{document}\n"
)


def tex_parts(content: ReportContent, work: Work | None = None) -> Iterator[str]:
    """Yield the source in parts, a segment at a time.

    Raises:
        Cancelled: if the user stopped it.
    """
    yield HEAD + PREAMBLE + BODY
    yield f"{{\\LARGE\\bfseries {tex(content.title)}\\par}}\n{_muted(' · '.join(content.about))}\n"
    yield from _systems(content)
    yield from (f"{{\\scriptsize\\color{{mtmuted}}{_breakable(signature)}\\par}}\n" for signature in content.signatures)
    yield from _annotators(printed_tables(content.annotator_tables(work)))
    yield from _problems(content)
    if content.options.has_pictures:
        yield "\\medskip\n" + picture_tikz([legend_picture(approximate_width)])
    for segment in content.segments(work):
        yield from _segment(content, segment)
    yield "\\end{document}\n"


def _systems(content: ReportContent) -> Iterator[str]:
    if not content.has("systems"):
        return
    heads = [spec + ("" if metric.higher_is_better else " ↓") for spec, metric in content.metrics.items()]
    rows = [(name, [_number(score) for score in content.system_scores(name)]) for name in content.systems]
    yield "\\section*{Systems}\n" + _table("system", heads, rows)
    yield _muted(coverage(content)) + "\n"


def _annotators(tables: Sequence[ValueTable]) -> Iterator[str]:
    if tables:
        yield "\\section*{Annotators}\n"
    for table in tables:
        yield f"\\paragraph{{{tex(table.title)}}}\\hfill\\par\n"
        if table.note:
            yield _muted(table.note) + "\n"
        rows = [(cell_text(row[0]), [tex(cell_text(value)) for value in row[1:]]) for row in table.rows]
        yield _table(table.head[0], table.head[1:], rows)


def _differences(table: ValueTable) -> Iterator[str]:
    """Yield a paragraph for each difference, as answers are texts of any length."""
    yield f"\\paragraph{{{tex(table.title)}}}\\hfill\\par\n"
    if table.note:
        yield _muted(table.note) + "\n"
    for name, *values in table.rows:
        texts = (
            f"{tex(annotator)}: {tex(cell_text(value))}"
            for annotator, value in zip(table.head[1:], values, strict=True)
            if value != ""
        )
        yield f"{{\\small {tex(cell_text(name))} {tex('–')} {tex(' · ').join(texts)}\\par}}\n"


def _problems(content: ReportContent) -> Iterator[str]:
    problems = content.problem_lines
    if problems:
        yield "\\section*{Not scored}\n"
        yield from (f"{{\\small {tex(problem)}\\par}}\n" for problem in problems[:MOST_PROBLEMS])
        if len(problems) > MOST_PROBLEMS:
            yield f"{{\\small {tex('…')} and {len(problems) - MOST_PROBLEMS:,} more.\\par}}\n"


def _segment(content: ReportContent, segment: SegmentContent) -> Iterator[str]:
    yield f"\n\\section*{{Segment {tex(segment.key)}}}\n"
    if segment.source:
        yield _labelled("source", segment.source)
    for translation in segment.translations:
        yield from _translation(content, segment, translation)
    if not segment.translations:
        yield _muted("No translation of it is in the report.") + "\n"


def _translation(content: ReportContent, segment: SegmentContent, translation: Translation) -> Iterator[str]:
    scores = (f"{tex(spec)} {_number(score)}" for spec, score in zip(content.specs, translation.scores, strict=True))
    yield f"\\subsection*{{{tex(translation.system)} {{\\normalfont\\small {', '.join(scores)}}}}}\n"
    yield _labelled("hypothesis", translation.text)
    name, text = translation.reference
    if name:
        yield _labelled(translation.reference_title, text)
    if translation.reason:
        yield f"{{\\color{{mtmissed}}{tex(translation.reason)}\\par}}\n"
    drawn = pictures(content, translation, approximate_width, WIDTH)
    if drawn:
        yield from map(picture_tikz, drawn)
        if caption_text := caption(content, translation, segment.key):
            yield _muted(caption_text) + "\n"
    yield from _derivation(content, translation)
    if content.has("evidence"):
        yield from _units(translation)
    for table in translation.differences:
        yield from _differences(table)
    for comment in translation.comments:
        yield f"\\begin{{quote}}Comment ({tex(comment.heading)}): {tex(comment.text)}\\end{{quote}}\n"


def _derivation(content: ReportContent, translation: Translation) -> Iterator[str]:
    derivation = translation.derivation
    if derivation is None:
        return
    score = _number(translation.scores[content.specs.index(content.focus)])
    yield f"\\paragraph{{How {tex(content.focus)} {score} comes about}}\\hfill\\par\n"
    sums = sums_of(derivation)
    if sums.rows:
        rows = [
            (kind, ["" if count is None else tex(short(count, DIGITS)) for count in counts])
            for kind, counts in sums.rows
        ]
        yield _table("units", sums.counts, rows)
    others = ", ".join(f"{name} = {short(value, DIGITS)}" for name, value in other_inputs(derivation))
    if others:
        yield f"{{\\small {tex(others)}\\par}}\n"
    for step in derivation.steps:
        yield f"{{\\small {tex(step.name)} = {_breakable(step.formula)} = {tex(short(step.value, DIGITS))}\\par}}\n"


def _units(translation: Translation) -> Iterator[str]:
    groups = list(unit_groups(translation.comparison.units)) if translation.comparison else []
    if groups:
        yield "\\paragraph{Units}\\hfill\\par\n"
    for group in groups:
        named = tex(" · ").join(tex(unit.label) for unit in group.units)
        rest = f" {tex('…')} and {group.more} more" if group.more else ""
        head = f"\\textcolor{{{NAMES[group.status]}}}{{{group.status.value} {group.total}}}"
        yield f"{{\\small{head}: {named}{rest}\\par}}\n"


def _table(name: str, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Return a table, scaled down if it is wider than a line; numbers are LaTeX source already."""
    lines = [" & ".join((tex(row), *numbers)) + " \\\\" for row, numbers in rows]
    columns = f"l{'r' * len(heads)}"
    return (
        f"\\begin{{adjustbox}}{{max width=\\linewidth}}\n\\begin{{tabular}}{{{columns}}}\n\\toprule\n"
        + " & ".join((tex(name), *map(tex, heads)))
        + " \\\\\n\\midrule\n"
        + "\n".join(lines)
        + "\n\\bottomrule\n\\end{tabular}\n\\end{adjustbox}\\par\n"
    )


def _labelled(label: str, text: str) -> str:
    return f"\\textcolor{{mtmuted}}{{\\small {tex(label)}}}\\quad {tex(text)}\\par\n"


def _muted(text: str) -> str:
    return f"{{\\small\\color{{mtmuted}}{tex(text)}\\par}}"


def _breakable(text: str) -> str:
    """Return a text without blanks with line breaks allowed after punctuation."""
    return "".join(tex(letter) + ("\\allowbreak{}" if letter in "|:+,/_" else "") for letter in text)


def _number(score: float | None) -> str:
    return MISSING if score is None else tex(fixed(score))
