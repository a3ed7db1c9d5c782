"""Requests over the structure of texts: :func:`search` and its result, and the tables of matches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from meantree.analysis.parsers import BUNDLED, PIPELINE, Parsers
from meantree.analysis.store import AnalysisStore
from meantree.api.session import parsers_of, store_of, working
from meantree.corpus.corpus import Corpus, Side
from meantree.errors import Problem, UsageError, require_known
from meantree.escaping import counted, shortened
from meantree.evaluation.value_table import Value, ValueTable, frame
from meantree.queries.absent_values import NamedValues
from meantree.queries.corpus_search import Search
from meantree.queries.matches import UNDEFINED, Group, Match, grouped, parse_key
from meantree.queries.request_parsing import parse_request
from meantree.scoring.run import configured_metrics, metrics_for
from meantree.scoring.verdicts import require_available, without_parser
from meantree.work import Work

if TYPE_CHECKING:
    import pandas as pd
    from spacy.language import Language as Pipeline

SHORT: Final[dict[Side, str]] = {"hypothesis": "hyp", "reference": "ref"}
"""Sides as users write them."""
MOST: Final = 1_000_000
"""Matches that are listed at most, which bounds the memory."""
Searched = tuple[Corpus, Match]


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """Options of a search.

    Attributes:
        spec: of the metric that determines statuses, links and features, if any.
        systems: whose hypotheses; all by default.
        reference: the only one to search.
        keys: that group the matches; without keys they are listed.
        count: whether to count matches that are not grouped.
    """

    pattern: str
    spec: str | None = None
    systems: Sequence[str] | None = None
    reference: str | None = None
    keys: Sequence[str] = ()
    count: bool = False


class CorporaSearch:
    """A request in several corpora.

    Attributes:
        request: that is searched.
        problems: what could not be searched, and why; filled during the search. Without a match, the relations and the
            like that the request names and no text has are among them.
    """

    def __init__(
        self,
        corpora: Sequence[Corpus],
        options: SearchOptions,
        parsers: Parsers,
        work: Work,
        make: Callable[[Parsers], AnalysisStore] | None = None,
    ) -> None:
        """Prepare the search; raise UsageError if the request, a key, a metric or a name is wrong, or one is hidden."""
        self.request = parse_request(options.pattern)
        for corpus in corpora if options.systems else ():
            corpus.require_named()
        self._keys = [parse_key(key, self.request) for key in options.keys]
        self._names, self._values = tuple(options.keys), NamedValues.of(self.request)
        stores = [(make or AnalysisStore)(parsers.for_language(corpus.language.code)) for corpus in corpora]
        reasons = {
            without_parser(corpus.language, store.parsers)
            for corpus, store in zip(corpora, stores, strict=True)
            if "dependencies" not in corpus.layers
        }
        self.problems = [Problem(None, None, f"only words are searched: {one}") for one in sorted(reasons - {""})]
        self._searches = [
            self._search(corpus, store, options, work) for corpus, store in zip(corpora, stores, strict=True)
        ]

    def _search(self, corpus: Corpus, store: AnalysisStore, options: SearchOptions, work: Work) -> Search:
        metric = None
        if (spec := options.spec) is not None:
            require_available(corpus, configured_metrics([spec]), store.parsers)
            metric = metrics_for([spec], corpus, store)[spec]
        return Search(
            self.request,
            corpus,
            store,
            metric,
            options.systems,
            options.reference,
            work=work,
            problems=self.problems,
            values=self._values,
        )

    def count(self) -> int:
        """Return the number of matches."""
        number = sum(search.count() for search in self._searches)
        self._say_absent(is_found=number > 0)
        return number

    def matches(self) -> Iterator[Searched]:
        """Yield all matches; raise UsageError if there are more than can be listed."""
        found = self._all_matches()
        yield from islice(found, MOST)
        if next(found, None) is not None:
            raise UsageError(
                f"more than {MOST:,} matches, expected at most that many; narrow the request, or use --count or"
                " --group-by"
            )

    def groups(self) -> list[Group]:
        """Return the groups of matches by the keys."""
        return list(grouped(self._all_matches()))

    def _all_matches(self) -> Iterator[Searched]:
        match = None
        for search in self._searches:
            for match in search.matches(self._keys):
                yield search.corpus, match
        self._say_absent(is_found=match is not None)

    def _say_absent(self, *, is_found: bool) -> None:
        if not is_found:
            self.problems += [Problem(None, None, sentence, is_note=True) for sentence in self._values.absent()]

    def matches_table(self, matches: Iterable[Searched]) -> ValueTable:
        """Return a table with a row for each match; positions of words count from 1."""
        nodes, edges = tuple(self.request.pattern.nodes), self.request.edge_names
        columns = [f"{name}{part}" for name in nodes for part in ("", ".token", ".side")]
        rows = list[tuple[Value, ...]]()
        for corpus, match in matches:
            row: list[Value] = [*segment_names(corpus, match)]
            for name in nodes:
                node = match.nodes[name]
                row += [match.word(name), node.token + 1, SHORT[node.side]]
            rows.append((*row, *(match.edges[name].label for name in edges)))
        return ValueTable("matches", "", "", ("system", "document", "id", "reference", *columns, *edges), tuple(rows))

    def groups_table(self, groups: Iterable[Group]) -> ValueTable:
        """Return a table with a row for each group."""
        rows: list[tuple[Value, ...]] = [
            (*(key or UNDEFINED for key in one.keys), one.count, one.segments) for one in groups
        ]
        return ValueTable("groups", "", "", (*self._names, "count", "segments"), tuple(rows))


def segment_names(corpus: Corpus, match: Match) -> tuple[str, str, str, str]:
    """Return the system, document, ID and reference of a match."""
    segment = corpus.segments[match.place]
    return match.system, segment.document, segment.id, match.reference


@dataclass(frozen=True, slots=True)
class Matches:
    """The matches of a request.

    Attributes:
        request: that was searched.
        problems: what could not be searched, and why, in sentences.
    """

    request: str
    problems: tuple[str, ...]
    _table: ValueTable

    def frame(self) -> pd.DataFrame:
        """Return a row for each match: its segment, the word, position (from 1) and side of each node, edges' labels.

        If matches were grouped, there is a row for each group: its keys, and the numbers of matches and segments.
        """
        return frame(self._table)

    def __len__(self) -> int:
        return len(self._table.rows)

    def __repr__(self) -> str:
        return f"<{counted(len(self), 'row')} of {self._table.name}: {shortened(self.request)}>"


def search(
    corpora: Corpus | Sequence[Corpus],
    request: str,
    *,
    metric: str = "",
    systems: Sequence[str] | None = None,
    reference: str | None = None,
    group_by: str | Sequence[str] = (),
    pipeline: str | Pipeline = PIPELINE,
    constituency: str = BUNDLED,
    parser: str = "",
) -> Matches:
    """Search the trees of translations and references, as ``meantree search``.

    Args:
        corpora: by :func:`meantree.read`, one or several.
        request: in Grew's language; the manual's page *Requests* describes it.
        metric: that the status of words and edges, links and fired features are taken from, as ``hwcm``.
        systems: whose translations; all by default.
        reference: the only one to search.
        group_by: keys such as ``N.lemma`` or ``e.label``, by which matches are counted.
        pipeline, constituency, parser: as in :func:`meantree.score`.

    Raises:
        MeantreeError: for requests, keys, metrics and names that are wrong.

    Examples:
        >>> import meantree as mt
        >>> from meantree_resources import resource
        >>> corpus = mt.read(resource("sample/sample.tsv"))
        >>> found = mt.search(corpus, "pattern { V -[nsubj:pass]-> S; V [side=ref] }")
        >>> print(found.frame()[["id", "V", "S"]].head(2).to_string(index=False))
        id         V     S
         8 cancelled train
        10     given   who
    """
    parts = [corpora] if isinstance(corpora, Corpus) else list(corpora)
    require_known("systems", systems, chain(*(part.systems for part in parts)))
    require_known("reference", [reference or None], chain(*(part.references for part in parts)))
    keys = (group_by,) if isinstance(group_by, str) else tuple(group_by)
    options = SearchOptions(request, metric or None, systems, reference, keys)
    with working() as work:
        found = CorporaSearch(parts, options, parsers_of(pipeline, constituency, parser), work, store_of)
        table = found.groups_table(found.groups()) if keys else found.matches_table(found.matches())
    return Matches(request, tuple(map(str, found.problems)), table)
