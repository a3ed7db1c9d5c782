r"""Texts as LaTeX source: every character is printed literally, and none begins a command."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from meantree.escaping import is_right_to_left, one_line
from meantree.picture.style import CLOSING, WIDE

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
% A character that the font may lack; \mtwide is one between which lines may end. For other scripts than Latin, use
% xelatex or lualatex: pdflatex, and fonts without the character, print its number in a box.
% They are protected, as tables expand the first command of a cell before its font is set.
\newcommand\mtbox[1]{\fbox{\tiny\texttt{U+#1}}\allowbreak}
\ifPDFTeX
  \newcommand\mtgreek[2]{\expandafter\newcommand\csname mt#1\endcsname{\ensuremath{#2}}}
  \mtgreek{0394}{\Delta}\mtgreek{03B1}{\alpha}\mtgreek{03B2}{\beta}\mtgreek{03B3}{\gamma}\mtgreek{03B5}{\varepsilon}
  \mtgreek{03BA}{\kappa}\mtgreek{03C1}{\rho}\mtgreek{03C4}{\tau}
  \protected\def\mtchar#1#2{\ifcsname mt#1\endcsname\csname mt#1\endcsname\else\mtbox{#1}\fi}
\else
  \newcommand\mttry[1]{\ifdefined\mtfallback\else\IfFontExistsTF{#1}{\newfontfamily\mtfallback{#1}}{}\fi}
  \mttry{Noto Sans CJK SC}\mttry{Noto Sans SC}\mttry{Source Han Sans SC}\mttry{Microsoft YaHei}\mttry{PingFang SC}
  \mttry{Hiragino Sans GB}\mttry{WenQuanYi Zen Hei}\mttry{Droid Sans Fallback}\mttry{FandolHei-Regular.otf}
  \providecommand\mtfallback{}
  \newcommand\mtor[3]{\iffontchar\font"#1 #2\else#3\fi}
  \protected\def\mtchar#1#2{\mtor{#1}{#2}{{\upshape\mtor{#1}{#2}{{\mtfallback\mtor{#1}{#2}{\mtbox{#1}}}}}}}
\fi
% \mtrtl sets a text from right to left, and \mtltr a part of it from left to right.
\let\mtrtlfont\relax
\ifLuaTeX
  \IfFontExistsTF{DejaVu Sans}{\newfontfamily\mtrtlfont[Renderer=HarfBuzz,Script=Arabic]{DejaVu Sans}}{}
  \protected\def\mtrtl#1{{\textdir TRT\mtrtlfont#1}}
  \protected\def\mtltr#1{{\textdir TLT#1}}
\else\ifXeTeX
  \TeXXeTstate=1
  \IfFontExistsTF{DejaVu Sans}{\newfontfamily\mtrtlfont[Script=Arabic]{DejaVu Sans}}{}
  \protected\def\mtrtl#1{\beginR{\mtrtlfont#1}\endR}
  \protected\def\mtltr#1{\beginL#1\endL}
\else
  \protected\def\mtrtl#1{#1}
  \protected\def\mtltr#1{#1}
\fi\fi
\protected\def\mtwide#1#2{\mtchar{#1}{#2}\hskip0pt plus.1em\relax}
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
_RTL, _LTR = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc", f"0-9A-Za-z\xaa\xb5\xba\xc0-\u058f{WIDE}"
"""Letters of scripts from right to left, and those of others with digits."""
_LEFTWARDS: Final = re.compile(f"([{_RTL}](?:[^{_LTR}]*[{_RTL}])?)")
_RIGHTWARDS: Final = re.compile(f"([{_LTR}](?:[^{_RTL}]*[{_LTR}])?)")
_BEFORE_BREAK: Final = re.compile(rf"[{WIDE}{CLOSING}](?![{CLOSING}])")


def tex(text: str) -> str:
    """Return a text without commands; invisible characters are escaped, letters that fonts may lack are marked."""
    return _OTHERS.sub(lambda match: _SIGNS.get(match[0]) or _marked(match), one_line(text))


def directed(text: str) -> str:
    """Return a text as :func:`tex` does, with what runs from right to left in the commands that set it so."""
    if is_right_to_left(text):
        return f"\\mtrtl{{{_leftwards(text)}}}"
    parts = _LEFTWARDS.split(text)
    return "".join(f"\\mtrtl{{{_leftwards(part)}}}" if place % 2 else tex(part) for place, part in enumerate(parts))


def _leftwards(text: str) -> str:
    """Return a text that runs from right to left, in which words of other scripts and numbers do not."""
    parts = _RIGHTWARDS.split(text)
    return "".join(f"\\mtltr{{{tex(part)}}}" if place % 2 else tex(part) for place, part in enumerate(parts))


def _marked(match: re.Match[str]) -> str:
    is_wide = _BEFORE_BREAK.match(match.string, match.start()) is not None
    return f"\\mt{'wide' if is_wide else 'char'}{{{ord(match[0]):04X}}}{{{match[0]}}}"
