"""The report as LaTeX source: tables, and trees with tikz-dependency."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from meantree.escaping import escaped, is_right_to_left
from meantree.evaluation.value_table import cell_text
from meantree.picture.style import LIGHT, approximate_width
from meantree.picture.tex_text import directed, tex
from meantree.picture.tikz import PREAMBLE, picture_tikz
from meantree.reporting.blocks import (
    Figure,
    FlatBlock,
    Grid,
    Heading,
    Line,
    Paragraph,
    Quotation,
    Run,
    Texts,
    text_of,
    unfolded,
)
from meantree.reporting.content import ReportContent
from meantree.reporting.outline import report_blocks
from meantree.reporting.segment_pictures import Canvas
from meantree.reporting.table_text import name_columns
from meantree.work import Work

WIDTH: Final = 640.0
"""Width of a line of the text, in pixels of pictures."""
LONG: Final = 40
"""Tables with more rows continue on the next page, which others that are wide do not."""
LONGEST_CELL: Final = 400
"""Letters of a cell of sentences, of which rows are not broken over pages."""
NARROWEST, WIDEST = 3, 40
"""Letters by which the columns of sentences share their width."""
WORD: Final = 1.4
"""Letters that a letter of a column's longest word counts for: words are not broken."""
SHARE: Final = 0.9
"""Share of a line for the columns of sentences; the rest is between them."""
LEVELS: Final = {1: "section*", 2: "subsection*", 3: "subsubsection*", 4: "paragraph"}
PAPERS: Final = {"A4": "a4paper", "Letter": "letterpaper"}
HEAD: Final = "% A report of Meantree. pdflatex sets Latin letters alone; for other scripts use xelatex or lualatex.\n"
PACKAGES: Final = (
    "\\usepackage[margin=22mm]{geometry}\n\\usepackage{array,booktabs,longtable}\n\\usepackage[hidelinks]{hyperref}\n"
)
BODY: Final = (
    "\\setlength\\parindent{0pt}\\setlength\\parskip{3pt plus 1pt}\\sloppy\\raggedright\n"
    "\\widowpenalty10000\\clubpenalty10000\n"
    "% A heading and the texts right below it do not end a page.\n"
    "\\makeatletter\\newcommand\\mtkeep{\\par\\nopagebreak\\smallskip\\@afterheading}\\makeatother\n"
    "\\definecolor{mtmuted}{HTML}{5C6570}\n"
    "\\renewcommand\\familydefault{\\sfdefault}\n"
    "% Words by their status: missed ones are in the reference alone, extra ones in the translation alone.\n"
    "\\newcommand\\mtmarkmissed[1]{\\textcolor{mtmissed}{\\underline{#1}}}\n"
    "\\newcommand\\mtmarkextra[1]{\\textcolor{mtextra}{\\textit{#1}}}\n"
    "\\newcommand\\mtmarkpartial[1]{\\textcolor{mtpartial}{\\underline{\\textit{#1}}}}\n"
    "\\newcommand\\mtmarkmatched[1]{\\textcolor{mtmatched}{#1}}\n"
    "% Words of marked errors, by their severity.\n"
    f"\\definecolor{{mtminor}}{{HTML}}{{{LIGHT.errors['minor'][1:].upper()}}}\n"
    f"\\definecolor{{mtmajor}}{{HTML}}{{{LIGHT.errors['major'][1:].upper()}}}\n"
    "\\newcommand\\mtmarkminor[1]{{\\setlength\\fboxsep{1pt}\\colorbox{mtminor}{\\strut #1}}}\n"
    "\\newcommand\\mtmarkmajor[1]{{\\setlength\\fboxsep{1pt}\\colorbox{mtmajor}{\\strut #1}}}\n"
    "\\begin{document}\n"
)


def tex_parts(content: ReportContent, work: Work = Work()) -> Iterator[str]:
    """Yield the source in parts, a segment at a time.

    Raises:
        InputError, UsageError: if the project can no longer be read.
        Cancelled: if the user stopped it.
    """
    yield f"{HEAD}\\documentclass[{PAPERS[content.options.paper]},10pt]{{article}}\n{PACKAGES}{PREAMBLE}{BODY}"
    yield f"{{\\LARGE\\bfseries {directed(content.title)}\\par}}\n{_muted(' · '.join(content.about))}\n"
    is_headed = False
    for block in unfolded(report_blocks(content, Canvas(approximate_width, WIDTH), work)):
        yield from _source(block)
        if is_headed and isinstance(block, Texts):
            yield "\\mtkeep\n"
        is_headed = isinstance(block, Heading) and block.level <= 2
    yield "\\end{document}\n"


def _source(block: FlatBlock) -> Iterator[str]:
    """Yield a block as source."""
    if isinstance(block, Heading):
        yield _heading(block)
    elif isinstance(block, Paragraph):
        text = f"{{\\small {_line(block.line)}\\par}}" if block.small else f"{_line(block.line)}\\par"
        yield f"\\begin{{itemize}}\\item {text}\\end{{itemize}}\n" if block.point else f"{text}\n"
    elif isinstance(block, Texts):
        rows = (
            f"\\textcolor{{mtmuted}}{{\\small {directed(name)}}}\\quad {_line(text)}\\par\n"
            for name, text in block.rows
        )
        yield "\\nopagebreak\n".join(rows)
    elif isinstance(block, Figure):
        below = f"\\nopagebreak\n{_muted(block.caption)}\n" if block.caption else ""
        yield f"{picture_tikz(block.drawings)}{below}\\medskip\n"
    elif isinstance(block, Grid):
        yield from _prose(block) if block.prose else _grid(block)
    elif isinstance(block, Quotation):
        yield f"\\begin{{quote}}{directed(block.heading)}: {directed(block.text)}\\end{{quote}}\n"


def _heading(heading: Heading) -> str:
    details = f" {{\\normalfont\\small {directed(heading.details)}}}" if heading.details else ""
    label = f"\\phantomsection\\label{{{heading.anchor}}}" if heading.anchor else ""
    end = "\\hfill\\par" if heading.level > 3 else ""
    return f"\n\\{LEVELS[heading.level]}{{{directed(heading.text)}{details}}}{end}{label}\n"


def _line(runs: Line) -> str:
    leftwards = len(runs) > 1 and is_right_to_left(text_of(run for run in runs if not run.isolated))
    source = "".join(_run(run, leftwards=leftwards) for run in runs)
    return f"\\mtrtl{{{source}}}" if leftwards else source


def _run(run: Run, *, leftwards: bool) -> str:
    if run.status is not None:
        return _marked(run.text, run.status.value, leftwards=leftwards)
    if run.ground is not None:
        return _marked(run.text, run.ground, leftwards=leftwards)
    if run.weight == "code":
        return f"{{\\scriptsize\\color{{mtmuted}}{_breakable(run.text)}}}"
    text = _together(directed(run.text))
    if run.target:
        return f"\\hyperref[{run.target}]{{\\textcolor{{mtpartial}}{{{text}}}}}"
    if run.weight == "strong":
        return f"\\textbf{{{text}}}"
    if run.weight == "muted":
        before = " " if text[:1] == " " else ""  # which would be ignored inside
        return before + _coloured(f"\\textcolor{{mtmuted}}{{{text.lstrip(' ')}}}", leftwards)
    return text


def _coloured(source: str, leftwards: bool) -> str:
    """Return a coloured text; in a line from right to left, xelatex would end its colour before it."""
    return f"\\mtltr{{{source}}}" if leftwards else source


def _marked(text: str, name: str, *, leftwards: bool) -> str:
    """Return words of one status or severity, each marked on its own, so that lines can end between them."""
    words = " ".join(_coloured(f"\\mtmark{name}{{{directed(word)}}}", leftwards) for word in text.split())
    before = " " if text[:1].isspace() else ""
    return f"{before}{words}{' ' if text[-1:].isspace() else ''}"


def _prose(grid: Grid) -> Iterator[str]:
    """Yield a table whose cells are broken into lines; a paragraph for each row if cells may be too long for a page."""
    table = grid.table
    cells = [[cell_text(value) for value in row] for row in table.rows]
    heads = [escaped(head) for head in table.head]
    if table.title:
        yield f"\\paragraph{{{directed(table.title)}}}\\hfill\\par\\nopagebreak\n"
    if all(len(cell) <= LONGEST_CELL for row in cells for cell in row):
        by_column = list(zip(heads, *cells, strict=True))
        words = (max(len(word) for cell in column for word in cell.split() or [""]) for column in by_column)
        longest = (min(max(NARROWEST, *map(len, column)), WIDEST) for column in by_column)
        weights = list(map(max, longest, (WORD * letters for letters in words)))
        shares = (SHARE * weight / sum(weights) for weight in weights)
        columns = "".join(f">{{\\raggedright\\arraybackslash}}p{{{share:.3f}\\linewidth}}" for share in shares)
        rows = [" & ".join(map(directed, row)) for row in cells]
        yield _long_table(columns, " & ".join(map(directed, heads)), rows, "footnotesize")
    else:
        for name, *values in cells:
            texts = (f"{tex(head)}: {directed(value)}" for head, value in zip(heads[1:], values, strict=True) if value)
            yield f"{{\\small {directed(name)} {tex('–')} {tex(' · ').join(texts)}\\par}}\n"
    if table.note:
        yield f"\\nopagebreak\n{_muted(table.note)}\n"


def _grid(grid: Grid) -> Iterator[str]:
    """Yield a table, scaled down if it is wider than a line; a long one continues on the next page instead."""
    table = grid.table
    names = {0, *name_columns(table)}
    columns = "".join("l" if place in names else "r" for place in range(len(table.head)))
    rows = [
        " & ".join(_cell(cell_text(value), strong=(number, place) in grid.strong) for place, value in enumerate(row))
        for number, row in enumerate(table.rows)
    ]
    head = " & ".join(directed(escaped(name)) for name in table.head)
    if table.title:
        yield f"\\paragraph{{{directed(table.title)}}}\\hfill\\par\\nopagebreak\n"
    yield _long_table(columns, head, rows) if len(rows) > LONG else _wide_table(columns, head, rows)
    if table.note:
        yield f"\\nopagebreak\n{_muted(table.note)}\n"


def _cell(text: str, *, strong: bool) -> str:
    return f"\\textbf{{{directed(text)}}}" if strong else directed(text)


def _wide_table(columns: str, head: str, rows: Sequence[str]) -> str:
    lines = "".join(f"{row} \\\\\n" for row in rows)
    return (
        f"\\begin{{adjustbox}}{{max width=\\linewidth}}\n\\begin{{tabular}}{{{columns}}}\n\\toprule\n{head} \\\\\n"
        f"\\midrule\n{lines}\\bottomrule\n\\end{{tabular}}\n\\end{{adjustbox}}\\par\n"
    )


def _long_table(columns: str, head: str, rows: Sequence[str], size: str = "scriptsize") -> str:
    lines = "".join(f"{row} \\\\\n" for row in rows)
    return (
        f"{{\\{size}\\setlength\\tabcolsep{{3pt}}\\setlength\\LTleft{{0pt}}\\setlength\\LTpre{{2pt}}"
        f"\\setlength\\LTpost{{4pt}}\n\\begin{{longtable}}{{{columns}}}\n\\toprule\n{head} \\\\\n"
        f"\\midrule\n\\endhead\n{lines}\\bottomrule\n\\end{{longtable}}}}\n"
    )


def _muted(text: str) -> str:
    # a colour that began before the paragraph would let a page end between a picture and its caption
    return f"{{\\small\\leavevmode\\color{{mtmuted}}{_together(directed(text))}\\par}}"


def _together(source: str) -> str:
    """Return source in which no line ends before a sign of per cent."""
    return source.replace(r" \%", r"~\%")


def _breakable(text: str) -> str:
    """Return a text without blanks with line breaks allowed after punctuation."""
    return "".join(tex(letter) + ("\\allowbreak{}" if letter in "|:+,/_" else "") for letter in text)
