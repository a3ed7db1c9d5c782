"""What a report is requested to hold, by the window, the command line and Python alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, get_args

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import listed, quoted, shortened, unknown_name
from meantree.metrics.registry import OVERVIEW, in_overview
from meantree.scoring.table import ScoreTable

if TYPE_CHECKING:
    from meantree.annotation.rules import Rules
    from meantree.reporting.annotators import ProjectAnnotations

Kind = Literal["analysis", "comparison", "annotation"]
KINDS: Final[Mapping[Kind, str]] = {
    "analysis": "The result, what differs, and the most telling segments with what the metric in focus counts",
    "comparison": "Two systems: which is better, and the segments in which they differ most",
    "annotation": "What annotators found: scores by their work, how far they agree, and where they differ",
}
"""The kinds of reports, with what each tells."""
Paper = Literal["A4", "Letter"]
PAPERS: Final[tuple[Paper, ...]] = get_args(Paper)


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """The requested content of a report.

    Attributes:
        kind: of the report, a key of :data:`KINDS`.
        metrics: the metrics reported, that in focus first; empty for all scored ones.
        differences: whether pictures show the facts about words, as far as there are any, not the metric in focus.
        systems: names of systems, empty for all scored ones.
        segments: keys of the segments shown, None for the most telling ones.
        filter: a filter line (:mod:`meantree.queries.filters`) that the most telling segments pass, empty for none.
        accepted: the 0-based places that the filter accepts, None if they are not yet known.
        title: of the report; empty for the corpus, the kind and the systems.
        annotator: whose work alone an annotation report is on, empty for all.
        paper: the size of pages on paper.
        template: a Typst file for PDF, None for ours.
        date: of the report, None for none; nothing else in a report depends on the time of writing.
    """

    kind: Kind = "analysis"
    metrics: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    segments: tuple[str, ...] | None = None
    filter: str = ""
    accepted: tuple[int, ...] | None = None
    title: str = ""
    annotator: str = ""
    paper: Paper = "A4"
    template: Path | None = None
    date: date | None = None
    differences: bool = False


@dataclass(frozen=True, slots=True)
class ReportSource:
    """What a report is made from.

    Attributes:
        table: the scores; of an annotation report, those of texts, if any.
        store: the analyses behind them; missing ones are made again.
        annotators: annotations of a project; None without one.
        jobs: processes for analyses that must be made again.
        marked: the keys of the segments that were added to the report; None without a project.
    """

    table: ScoreTable
    store: AnalysisStore
    annotators: ProjectAnnotations | None = None
    jobs: int = 1
    marked: frozenset[str] | None = None


def kind_named(name: str) -> Kind:
    """Return a kind of reports by its name.

    Raises:
        UsageError: if there is no such kind.
    """
    for kind in KINDS:
        if kind == name:
            return kind
    raise UsageError(f"--kind: found {unknown_name(name, KINDS)}")


def default_kind(rules: Rules | None, *, names_metric: bool) -> Kind:
    """Return the kind of a report for which none is chosen.

    It is on annotators if there are, and no metric of texts is named.

    Args:
        rules: of an annotated project, None without one.
        names_metric: whether a metric that scores texts is named.
    """
    return "annotation" if rules is not None and not names_metric else "analysis"


def default_metrics(
    kind: Kind, offered: Sequence[str], of_frames: Sequence[str], rules: Rules | None, *, is_of_one: bool
) -> tuple[str, ...]:
    """Return the metrics of a report for which none are chosen.

    An annotation report has those over frames made by hand, none if error spans are annotated; others have some of each
    family, and those over frames if an annotator is named.

    Args:
        kind: of the report.
        offered: the metrics to choose from, in the order of columns.
        of_frames: those of them that score frames made by hand.
        rules: of the annotated project, None without one.
        is_of_one: whether an annotator is named.
    """
    by_hand = tuple(spec for spec in offered if spec in of_frames and spec in OVERVIEW)
    if rules is not None and kind == "annotation":
        return by_hand if rules.has_frames else ()
    others = tuple(spec for spec in offered if in_overview(spec) and spec not in of_frames)
    return (*others, *by_hand) if is_of_one else others


def today(environment: Mapping[str, str]) -> date:
    """Return the date of a report: that of ``SOURCE_DATE_EPOCH`` for reproducible builds, else today.

    Raises:
        UsageError: if the variable is no number of seconds.
    """
    epoch = environment.get("SOURCE_DATE_EPOCH")
    if epoch is None:
        return datetime.now(tz=UTC).astimezone().date()
    try:
        return datetime.fromtimestamp(int(epoch), tz=UTC).date()
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"SOURCE_DATE_EPOCH: found {quoted(epoch)}, expected a number of seconds") from None


def named_segments(corpus: Corpus, line: str) -> tuple[str, ...] | None:
    """Return the keys of the segments that a line such as ``1-20,news/4`` names, in the order of the corpus.

    An empty line names none in particular: None.

    Raises:
        UsageError: if there is no such segment, an id is ambiguous, or a range runs backwards.
    """
    if not line.strip():
        return None
    named: dict[str, list[int]] = {}
    for place, segment in enumerate(corpus.segments):
        named.setdefault(segment.id, []).append(place)
    named |= {key: [place] for key, place in corpus.places.items()}
    items = list(filter(None, map(str.strip, line.split(","))))
    if not items:
        raise UsageError(f"segments: found {quoted(line)}, expected ids as in {_examples(corpus)}")
    places = {place for item in items for place in _places(item, named, corpus)}
    return tuple(corpus.segments[place].key for place in sorted(places))


def _places(item: str, named: Mapping[str, Sequence[int]], corpus: Corpus) -> range:
    """Return the places of a name, which may contain hyphens itself, or of a range."""
    place = _place(item, named, corpus)
    if place is not None:
        return range(place, place + 1)
    for first, last in _ends(item):
        ends = _place(first, named, corpus), _place(last, named, corpus)
        if ends[0] is None or ends[1] is None:
            continue
        if ends[1] < ends[0]:
            raise UsageError(f"segments {shortened(item)}: runs backwards; {shortened(last)} comes first")
        return range(ends[0], ends[1] + 1)
    raise UsageError(f"segments {shortened(item)}: there is no such segment; ids are like {_examples(corpus)}")


def _place(name: str, named: Mapping[str, Sequence[int]], corpus: Corpus) -> int | None:
    places = named.get(name, ())
    if len(places) > 1:
        several = listed(corpus.segments[place].key for place in places[:5])
        raise UsageError(f"segments {shortened(name)}: {len(places)} documents have it; name one as {several}")
    return places[0] if places else None


def _ends(item: str) -> Iterator[tuple[str, str]]:
    """Yield every way to split a text into two names at a hyphen."""
    for place, letter in enumerate(item):
        if letter == "-":
            yield item[:place].strip(), item[place + 1 :].strip()


def _examples(corpus: Corpus) -> str:
    return listed(segment.key for segment in corpus.segments[:3]) or "none: there are no segments"
