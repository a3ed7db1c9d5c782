r"""Texts as LaTeX source: every character is printed literally, and none begins a command."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from meantree.escaping import one_line

COMMANDS: Final = r"""\usepackage{iftex}
\ifPDFTeX
  \usepackage[T1]{fontenc}
  \usepackage[utf8]{inputenc}
  \IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\else
  \usepackage{fontspec}
  \IfFontExistsTF{DejaVu Sans}{\setmainfont{DejaVu Sans}\setsansfont{DejaVu Sans}}{}
\fi
\usepackage{textcomp}
% A character that the font may lack: its number stands in a box then. pdflatex has none of these; for other scripts
% use lualatex or xelatex, and a font that has them.
\ifPDFTeX
  \newcommand\mtgreek[2]{\expandafter\newcommand\csname mt#1\endcsname{\ensuremath{#2}}}
  \mtgreek{0394}{\Delta}\mtgreek{03B1}{\alpha}\mtgreek{03B2}{\beta}\mtgreek{03B3}{\gamma}\mtgreek{03B5}{\varepsilon}
  \mtgreek{03BA}{\kappa}\mtgreek{03C1}{\rho}\mtgreek{03C4}{\tau}
  \newcommand\mtchar[2]{\ifcsname mt#1\endcsname\csname mt#1\endcsname\else\fbox{\tiny\texttt{U+#1}}\fi}
\else
  \newcommand\mtchar[2]{\iffontchar\font"#1 #2\else\fbox{\tiny\texttt{U+#1}}\fi}
\fi
"""
"""The preamble of a document with such texts."""
_SIGNS: Final[Mapping[str, str]] = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "&": r"\symbol{38}",  # \& ends a word of tikz-dependency
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": "{-}",  # two of them would be a dash
    ",": "{,}",  # two of them would be a quotation mark
    "\N{NO-BREAK SPACE}": "~",
    "\N{REPLACEMENT CHARACTER}": r"\mtchar{FFFD}{\symbol{65533}}",  # which LuaTeX takes for a broken file
    "\N{MINUS SIGN}": r"\ensuremath{-}",
    "\N{RIGHTWARDS ARROW}": r"\ensuremath{\rightarrow}",
    "\N{DOWNWARDS ARROW}": r"\ensuremath{\downarrow}",
    "\N{RIGHTWARDS DOUBLE ARROW}": r"\ensuremath{\Rightarrow}",
    "\N{NOT EQUAL TO}": r"\ensuremath{\neq}",
    "\N{HORIZONTAL ELLIPSIS}": r"\dots{}",
    "\N{EN DASH}": r"\textendash{}",
    "\N{EM DASH}": r"\textemdash{}",
}
_OTHERS: Final = re.compile(r"[^ -~\xa1-\xac\xae-\u017f\u2018-\u201e\u2020\u2021\u20ac]|[\\{}$#%_&~^<>|\"'`,-]")


def tex(text: str) -> str:
    """Return a text without commands; invisible characters are escaped, letters that fonts may lack are marked."""
    return _OTHERS.sub(lambda match: _SIGNS.get(match[0]) or _marked(match[0]), one_line(text))


def _marked(letter: str) -> str:
    return f"\\mtchar{{{ord(letter):04X}}}{{{letter}}}"
