"""Reports of small corpora, with trees made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from helpers.stores import HandMadeStore
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.reporting.annotators import ProjectAnnotations
from meantree.reporting.chosen_content import report_content
from meantree.reporting.content import ReportContent
from meantree.reporting.formats.html import html_parts
from meantree.reporting.report_options import PARTS, PARTS_OF, ReportOptions
from meantree.scoring.run import score_corpus
from meantree.work import Work

TWO = Corpus(
    "two",
    (
        Segment("1", "d", "eins", {"A": Text("a b c d")}, {"s": Text("a b c d"), "t": Text("a b")}),
        Segment("2", "d", references={"A": Text("e f"), "B": Text("g h i")}, hypotheses={"s": Text("g h i")}),
    ),
    ("s", "t"),
    ("A", "B"),
)

PRESETS = {**PARTS_OF, "linguist": PARTS_OF["analysis"], "full": frozenset(PARTS)}


def parse_parts(text: str, style: frozenset[str] = frozenset()) -> frozenset[str]:
    """Parts by their names, or changes of a style."""
    names = {name.strip().lstrip("+-") for name in text.split(",")}
    removed = {name.strip()[1:] for name in text.split(",") if name.strip().startswith("-")}
    kept = ((style if text[:1] in "+-" else frozenset()) | names) - removed
    return kept | ({"segments"} if kept - {"summary", "systems", "annotators"} else set())


ATTACKS = (
    "<script>alert(1)</script>",
    '"><img src=http://x.invalid/a onerror=alert(1)>',
    "</svg></style></title><script src='//x'>",
    "<!--",
    "]]><![CDATA[",
    "&lt;b&gt; &amp; &#60;",
    "{{ 7*7 }}{% raw %}",
    '=HYPERLINK("http://x.invalid","y")',
    "+1+cmd|' /C calc'!A0",
    "@SUM(1)",
    "-2+3",
    "\\input{/etc/passwd}",
    "\\end{document}\\write18{id}",
    "$x_1^2$ #1 50% ~a",
    "^^41 ^^M",
    "`\\verb|x|",
    "(\\)Tj /JavaScript",
    "BT /F1 12 Tf (x) Tj ET",
    "../../etc/passwd",
    "C:\\nul",
    "a\x00b\x07\x1b[31m",
    "over\u202eridden\u2066",
    "zero\u200bwidth\ufeff",
    "line\u2028separator",
    "a\r\nb\tc",
    "\udcff\ufffe",
    "e\u0301" * 3,
    "\U0001f600\U0010fffd",
    "עברית العربية हिन्दी 中文",
    "_x000D_ _x0041_",
)
"""Texts and names that must not become anything but text."""


def content_of(
    corpus: Corpus = TWO,
    specs: Sequence[str] = ("hwcm", "ter"),
    options: ReportOptions | None = None,
    *,
    store: AnalysisStore | None = None,
    systems: Sequence[str] | None = None,
    annotators: ProjectAnnotations | None = None,
) -> ReportContent:
    """What the report of a corpus says."""
    store = store or HandMadeStore()
    table = score_corpus(corpus, specs, store, systems=systems)
    return report_content(table, store, options, annotators=annotators)


def attacked(attack: str) -> Corpus:
    """A corpus in which every name and text is an attack."""
    text = Text(f"{attack} a b")
    segment = Segment(attack, attack, attack, {attack: text}, {attack: text, f"{attack}2": Text("c")})
    return Corpus(attack, (segment,), (attack, f"{attack}2"), (attack,), attack, attack)


def all_attacks() -> Corpus:
    """A segment for each attack, which is its name and in its texts."""
    name = "<b>\u202e"
    segments = tuple(
        Segment(attack, "", attack, {name: Text(attack)}, {name: Text(f"{attack} a")}) for attack in ATTACKS
    )
    return Corpus(name, segments, (name,), (name,))


def many(scores: Sequence[int]) -> Corpus:
    """A segment for each number: how many of its four words are those of the reference, None for no translation."""
    words = ["a", "b", "c", "d"]
    segments = tuple(
        Segment(str(place), "", None, {"r": Text("a b c d")}, {"s": Text(" ".join([*words[:right], *"wxyz"[right:]]))})
        for place, right in enumerate(scores, start=1)
    )
    return replace(TWO, name="many", segments=segments, systems=("s",), references=("r",))


def report_html(content: ReportContent, work: Work = Work()) -> str:
    """Return the whole page of a report."""
    return "".join(html_parts(content, work))
