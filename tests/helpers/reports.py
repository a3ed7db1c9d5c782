"""Reports of small corpora, with trees made by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from helpers.stores import HandMadeStore
from meantree.analysis.store import AnalysisStore
from meantree.comparison.comparison import Comparison
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.metrics.metric import Metric
from meantree.picture.style import approximate_width
from meantree.reporting.annotators import ProjectAnnotations
from meantree.reporting.blocks import Block, Paragraph, text_of
from meantree.reporting.compared_translations import shown_segments
from meantree.reporting.contents import Contents, gather
from meantree.reporting.formats.html import html_parts
from meantree.reporting.report import short_report
from meantree.reporting.request import ReportRequest, ReportSource
from meantree.reporting.segment_pictures import Canvas
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

REQUEST = ReportRequest()

ATTACKS = (
    "<script>alert(1)</script>",
    '"><img src=http://x.invalid/a onerror=alert(1)>',
    "</svg></style></title><script src='//x'>",
    "<!--",
    "]]><![CDATA[",
    "&lt;b&gt; &amp; &#60;",
    "{{ 7*7 }}{% raw %}",
    '=HYPERLINK("http://x.invalid","y")',
    "\\input{/etc/passwd}",
    "\\end{document}\\write18{id}",
    "$x_1^2$ #1 50% ~a",
    "(\\)Tj /JavaScript",
    "../../etc/passwd",
    "a\x00b\x07\x1b[31m",
    "over\u202eridden\u2066",
    "\udcff\ufffe",
    "\U0001f600\U0010fffd",
    "עברית العربية हिन्दी 中文",
    "_x000D_ _x0041_",
)
"""Texts and names that must not become anything but text."""


def contents_of(
    corpus: Corpus = TWO,
    specs: Sequence[str] = ("hwcm", "ter"),
    request: ReportRequest = REQUEST,
    *,
    store: AnalysisStore | None = None,
    systems: Sequence[str] | None = None,
    annotators: ProjectAnnotations | None = None,
) -> Contents:
    """What the report of a corpus is made of; the first metric is in focus."""
    store = store or HandMadeStore()
    table = score_corpus(corpus, specs or dict[str, Metric](), store, systems=systems)
    return gather(ReportSource(table, store, annotators), request)


def compared(contents: Contents, place: int = 0) -> Comparison:
    """The comparison of the first translation of a segment."""
    (shown,) = shown_segments(contents, [place], Work())
    comparison = shown.translations[0].comparison
    assert comparison is not None
    return comparison


def sentences(blocks: Iterable[Block]) -> list[str]:
    """The paragraphs among blocks."""
    return [text_of(block.line) for block in blocks if isinstance(block, Paragraph)]


def short(contents: Contents) -> list[Block]:
    """The blocks of the short report."""
    return list(short_report(contents, Canvas(approximate_width, 690), Work()))


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


def pairs(first: Sequence[str], second: Sequence[str]) -> Corpus:
    """Two systems whose reference is always ``a b c d``."""
    segments = tuple(
        Segment(str(place), "", "quelle", {"r": Text("a b c d")}, {"s": Text(one), "t": Text(other)})
        for place, (one, other) in enumerate(zip(first, second, strict=True))
    )
    return Corpus("c", segments, ("s", "t"), ("r",))


def report_html(contents: Contents, work: Work = Work()) -> str:
    """Return the whole page of a report."""
    return "".join(html_parts(contents, work))
