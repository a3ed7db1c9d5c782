"""``meantree errors``: how often entailment features fire by system or document, in all formats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from meantree import __version__
from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.cli.command_inputs import store_over
from meantree.cli.console import drawn_table, table_text
from meantree.cli.output import Result
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem, UsageError
from meantree.escaping import as_json, counted, escaped, quoted, shortened, unknown_name
from meantree.evaluation.feature_values import FeatureValues, features_of
from meantree.evaluation.paired_tests import SEED
from meantree.evaluation.systematic_errors import (
    SIGNIFICANT,
    Against,
    Baseline,
    FeatureErrors,
    FeatureTally,
    costliest_first,
    default_against,
    feature_errors,
)
from meantree.evaluation.value_table import Value, ValueTable
from meantree.metrics.metric import required_layers
from meantree.project.stored_analyses import StoredAnalyses
from meantree.scoring.provenance import signature
from meantree.scoring.run import configured_metrics, metrics_for, score_corpus
from meantree.work import Work

By = Literal["system", "document"]
MOST: Final = 20
"""Features in a table, which people read."""
KEYWORDS: Final[Mapping[str, Baseline]] = {"others": Baseline.OTHERS, "training": Baseline.TRAINING}


@dataclass(frozen=True, slots=True)
class Block:
    """The features of one system, beside something, in all segments or in one document."""

    document: str | None
    system: str
    against: Against
    errors: Sequence[FeatureErrors]

    @property
    def segments(self) -> int:
        """How many both sides have."""
        return self.errors[0].first.segments


def require_features(spec: str) -> None:
    """See to it that there is something to count, before anything is read.

    Raises:
        UsageError: if the spec is wrong, or the metric has no entailment features.
    """
    if not features_of(configured_metrics([spec])[spec])[1]:
        raise UsageError(f"--metric: {shortened(spec)} has no entailment features, expected rte-r or mt+rte-r")


def errors_result(
    corpus: Corpus,
    spec: str,
    system: str | None,
    against: str | None,
    by: By,
    parsers: Parsers,
    work: Work,
    analyses: StoredAnalyses | None = None,
) -> tuple[Result, list[Problem]]:
    """Score ``corpus`` and return what to write, with what could not be scored.

    Args:
        corpus: what is scored.
        spec: a metric with entailment features.
        system: the one whose errors are wanted; all by default.
        against: another system, ``others`` or ``training``; by default the other of two, all others of more.
        by: whether documents are counted one by one.
        parsers, work: as for ``meantree score``.
        analyses: what a project keeps, if that is to be used.

    Raises:
        UsageError: if there is no such system.
    """
    asked = compared_systems(corpus, system, against)
    named = {one for pair in asked for one in pair if isinstance(one, str)}
    wanted = corpus.systems if any(two is Baseline.OTHERS for _, two in asked) else named
    systems = [one for one in corpus.systems if one in wanted]
    store = AnalysisStore(parsers)
    metrics = metrics_for([spec], corpus, store)
    store = store_over(analyses, store, corpus, systems, required_layers(metrics), work)
    table = score_corpus(corpus, metrics, store, systems=systems, keep=False, work=work)
    blocks = list(blocks_of(FeatureValues(table, spec), corpus, asked, by, work))
    signed = signature(table.metrics[spec], table.provenance(store))
    result = Result(
        lambda: f"{tables_text(blocks)}\n{signed}\n",
        lambda: json_text(blocks, spec, signed),
        lambda: [table_of(blocks, signed)],
    )
    return result, table.problems


def compared_systems(corpus: Corpus, system: str | None, against: str | None) -> list[tuple[str, Against]]:
    """The systems, and with what each is compared."""
    for option, name in (("--system", system), ("--against", against)):
        allowed = [*corpus.systems, *(KEYWORDS if option == "--against" else ())]
        if name is not None and name not in allowed:
            raise UsageError(f"{option}: found {unknown_name(name, allowed)}")
    chosen = [one for one in corpus.systems if system in (None, one) and one != against]
    if against is not None and not chosen:
        raise UsageError(f"--against: found {quoted(against)}, and no other system to compare with it")
    if against == "others" and against not in corpus.systems and len(corpus.systems) == 1:
        raise UsageError(f"--against: found 'others', and {quoted(corpus.systems[0])} is the only system")
    return [(one, _against(corpus, one, against)) for one in chosen]


def _against(corpus: Corpus, system: str, against: str | None) -> Against:
    if against is None:
        return default_against(corpus.systems, system)
    return against if against in corpus.systems else KEYWORDS[against]


def blocks_of(
    values: FeatureValues, corpus: Corpus, asked: Sequence[tuple[str, Against]], by: By, work: Work
) -> Iterator[Block]:
    """Each system and document, with the features that cost most first."""
    documents = corpus.documents.items() if by == "document" else [(None, None)]
    done, total = 0, len(documents) * len(asked)
    for document, places in documents:
        for system, against in asked:
            work.step("Counting errors", done, total)
            found = costliest_first(feature_errors(values, system, against, places))
            done += 1
            yield Block(document, system, against, found)


def json_text(blocks: Sequence[Block], spec: str, signed: str) -> str:
    """All that is known, for programs."""
    document = {
        "version": __version__,
        "metric": {"name": spec, "signature": signed},
        "correction": "Benjamini-Hochberg",
        "seed": SEED,
        "comparisons": [
            {
                **({} if one.document is None else {"document": one.document}),
                "system": one.system,
                "against": _named(one.against),
                "segments": one.segments,
                "features": [_feature(error) for error in one.errors],
            }
            for one in blocks
        ],
    }
    return as_json(document)


def _named(against: Against) -> dict[str, str]:
    return {"baseline": against.value} if isinstance(against, Baseline) else {"system": against}


def _feature(one: FeatureErrors) -> dict[str, object]:
    known = one.feature
    said = {"name": known.name, "group": known.group, "claim": known.claim}
    # "usual" is the former name of "in_most_translations".
    common = {"in_most_translations": known.is_in_most_translations, "usual": known.is_in_most_translations}
    return {**said, **common, **_numbers(one), "against": _tally(one.second)}


def _numbers(one: FeatureErrors) -> dict[str, float | None]:
    """What is said of a feature, by the names of the columns of TSV."""
    ps = {"share_p": one.share_p, "share_q": one.share_q, "mean_p": one.mean_p, "mean_q": one.mean_q}
    return {**_tally(one.first), "shift": one.shift, "difference": one.difference, "adds_more": one.added, **ps}


def _tally(one: FeatureTally) -> dict[str, float | None]:
    return {"fired": one.fired, "share": one.share, "mean": one.mean, "adds": one.contribution}


def table_of(blocks: Sequence[Block], signed: str) -> ValueTable:
    """A row for each feature of each block."""
    by_document = blocks[0].document is not None
    first = blocks[0].errors[0]
    columns = [*_numbers(first), *(f"against_{name}" for name in _tally(first.second))]
    names = ["document"] * by_document + ["system", "against", "feature", "group"]
    rows = list[tuple[Value, ...]]()
    for block in blocks:
        whose = [block.document or ""] * by_document + [block.system, _told(block.against)]
        for one in block.errors:
            numbers = *_numbers(one).values(), *_tally(one.second).values()
            rows.append((*whose, one.feature.name, one.feature.group, block.segments, *numbers, signed))
    return ValueTable("errors", "", "", (*names, "segments", *columns, "signature"), tuple(rows))


def _told(against: Against) -> str:
    return against.value if isinstance(against, Baseline) else against


def tables_text(blocks: Sequence[Block]) -> str:
    """The costliest features of each block, for people."""
    return "\n".join(map(_table, blocks))


def _table(block: Block) -> str:
    where = "" if block.document is None else f" in {escaped(block.document) or 'no document'}"
    title = (
        f"{escaped(block.system)} beside {escaped(_told(block.against))}{where}: {counted(block.segments, 'segment')}"
    )
    head = ("feature", "direction", "fires", "there", "difference", "p", "adds", "there", "p")
    fired = [one for one in block.errors if not one.is_silent]
    rows = ([one.feature.words, one.feature.direction, *_cells(one)] for one in fired[:MOST])
    drawn = drawn_table(head, rows, (0, 1))
    left = len(block.errors) - len(fired[:MOST])
    more = f" {left:,} more features with --format tsv." if left > 0 else ""
    tests = "p of fires: exact test within segments; p of adds: random signs of the differences; both two-sided"
    note = f"{tests},\ncorrected by Benjamini & Hochberg over all features; * at most {SIGNIFICANT:g}.{more}"
    return f"{title}\n{table_text(drawn, 120)}{note}\n"


def _cells(one: FeatureErrors) -> list[str]:
    shares = [_percent(one.first.share), _percent(one.second.share), _percent(one.difference, "+"), _p(one.share_q)]
    return [*shares, _added(one.first.contribution), _added(one.second.contribution), _p(one.mean_q)]


def _percent(share: float | None, sign: str = "") -> str:
    return "–" if share is None else f"{100 * share:{sign}.1f} %"


def _added(value: float | None) -> str:
    return "–" if value is None else f"{value:+.4f}"


def _p(p: float | None) -> str:
    return "–" if p is None else f"{'* ' if p <= SIGNIFICANT else ''}{'<.0001' if p < 0.0001 else f'{p:.4f}'}"
