"""``meantree errors``: how often findings are shown, or features fire, by system or document, in all formats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal

from meantree import __version__
from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.cli.command_inputs import store_over
from meantree.cli.finding_output import found_by_system
from meantree.cli.output import Result, drawn_table, table_text
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem, UsageError
from meantree.escaping import as_json, counted, escaped, quoted, shortened, unknown_name
from meantree.evaluation.feature_values import FeatureValues, TrainedFeature, features_of
from meantree.evaluation.finding_counts import CountedKind, FindingValues, finding_values
from meantree.evaluation.paired_tests import CORRECTED, SEED, TESTED
from meantree.evaluation.systematic_errors import (
    SIGNIFICANT,
    Against,
    Baseline,
    FeatureErrors,
    FeatureTally,
    Values,
    common_segments,
    costliest_first,
    default_against,
    feature_errors,
    most_frequent_first,
)
from meantree.evaluation.value_table import Value, ValueTable
from meantree.metrics.metric import required_layers
from meantree.numbers import difference, fixed
from meantree.project.stored_analyses import StoredAnalyses
from meantree.scoring.provenance import signature
from meantree.scoring.run import configured_metrics, metrics_for, score_corpus
from meantree.scoring.table import ScoreTable
from meantree.work import Work

By = Literal["system", "document"]
MOST: Final = 20
"""Features in a plain table."""
CORRECTION: Final = "Benjamini-Hochberg"
KEYWORDS: Final[Mapping[str, Baseline]] = {"others": Baseline.OTHERS, "training": Baseline.TRAINING}


@dataclass(frozen=True, slots=True)
class Block:
    """The features of one system compared with a baseline, in all segments or in one document.

    Attributes:
        errors: the costliest features, or the most frequent kinds of findings, first.
    """

    document: str | None
    system: str
    against: Against
    segments: int
    errors: Sequence[FeatureErrors]


def require_features(spec: str | None) -> None:
    """Check that the metric, if one is named, has features, before anything is read.

    Raises:
        UsageError: if the spec is wrong, or the metric has no entailment features.
    """
    if spec is not None and not features_of(configured_metrics([spec])[spec])[1]:
        raise UsageError(f"--metric: {shortened(spec)} has no entailment features, expected rte-r or mt+rte-r")


def errors_result(
    corpus: Corpus,
    spec: str | None,
    system: str | None,
    against: str | None,
    by: By,
    parsers: Parsers,
    work: Work,
    analyses: StoredAnalyses | None = None,
) -> tuple[Result, list[Problem]]:
    """Score a corpus, or search it for findings; return the counted errors, and what could not be counted.

    Args:
        spec: a metric with entailment features; None for findings.
        system: whose errors are counted; None for all systems.
        against: another system, ``others`` or ``training``; None for the other of two systems, else the others.
        by: whether documents are counted separately.
        analyses: that a project stores, if they are to be used.

    Raises:
        UsageError: if a system is unknown, or documents are asked for and the input names none.
    """
    if by == "document" and not any(corpus.documents):
        raise UsageError("--by document: the input names no documents")
    comparisons = compared_systems(corpus, system, against, alone=Baseline.TRAINING if spec else Baseline.NOTHING)
    named_systems = {name for pair in comparisons for name in pair if isinstance(name, str)}
    needed = corpus.systems if any(against is Baseline.OTHERS for _, against in comparisons) else named_systems
    systems = [name for name in corpus.systems if name in needed]
    if spec is not None:
        table, store = _scored(corpus, spec, systems, parsers, work, analyses)
        blocks = list(blocks_of(FeatureValues(table, spec), corpus, comparisons, by, work))
        return _features(blocks, spec, signature(table.metrics[spec], table.provenance(store))), table.problems
    found, problems = found_by_system(corpus, systems, parsers, work, analyses)
    if len(corpus.references) > 1:
        problems.append(Problem(None, None, "findings are those beside the closest reference", is_note=True))
    values = finding_values(corpus, systems, chain.from_iterable(found.values()))
    blocks = list(blocks_of(values, corpus, comparisons, by, work))
    return Result(lambda: tables_text(blocks), lambda: findings_json(blocks), lambda: [finding_table(blocks)]), problems


def _scored(
    corpus: Corpus, spec: str, systems: list[str], parsers: Parsers, work: Work, analyses: StoredAnalyses | None
) -> tuple[ScoreTable, AnalysisStore]:
    store = AnalysisStore(parsers)
    metrics = metrics_for([spec], corpus, store)
    store = store_over(analyses, store, corpus, systems, required_layers(metrics), work)
    return score_corpus(corpus, metrics, store, systems=systems, keep=False, work=work), store


def _features(blocks: list[Block], spec: str, signed: str) -> Result:
    return Result(
        lambda: f"{tables_text(blocks)}\n{signed}\n",
        lambda: json_text(blocks, spec, signed),
        lambda: [table_of(blocks, signed)],
    )


def compared_systems(
    corpus: Corpus, system: str | None, against: str | None, alone: Baseline = Baseline.TRAINING
) -> list[tuple[str, Against]]:
    """Return the systems, each with its baseline; a single system is compared with ``alone``, two systems once."""
    keywords = [name for name, baseline in KEYWORDS.items() if baseline in (Baseline.OTHERS, alone)]
    for option, name in (("--system", system), ("--against", against)):
        allowed = [*corpus.systems, *(keywords if option == "--against" else ())]
        if name is not None and name not in allowed:
            raise UsageError(f"{option}: found {unknown_name(name, allowed)}")
    chosen = [name for name in corpus.systems if system in (None, name) and name != against]
    if against is not None and not chosen:
        raise UsageError(f"--against: found {quoted(against)}, and no other system to compare with it")
    if against == "others" and against not in corpus.systems and len(corpus.systems) == 1:
        raise UsageError(f"--against: found 'others', and {quoted(corpus.systems[0])} is the only system")
    pairs = [(name, _against(corpus, name, against, alone)) for name in chosen]
    return pairs[:1] if len(pairs) == 2 and pairs[0] == pairs[1][::-1] else pairs


def _against(corpus: Corpus, system: str, against: str | None, alone: Baseline) -> Against:
    if against is None:
        return default_against(corpus.systems, system, alone)
    return against if against in corpus.systems else KEYWORDS[against]


def blocks_of(
    values: Values, corpus: Corpus, comparisons: Sequence[tuple[str, Against]], by: By, work: Work
) -> Iterator[Block]:
    """Yield the features of each system and document, the costliest or most frequent first."""
    documents = corpus.documents.items() if by == "document" else [(None, None)]
    ordered = most_frequent_first if isinstance(values, FindingValues) else costliest_first
    done, total = 0, len(documents) * len(comparisons)
    for document, places in documents:
        for system, against in comparisons:
            work.step("Counting errors", done, total)
            errors = ordered(feature_errors(values, system, against, places))
            done += 1
            yield Block(document, system, against, common_segments(values, system, against, places), errors)


def findings_json(blocks: Sequence[Block]) -> str:
    """Return the counts of findings."""
    document = {
        "version": __version__,
        "correction": CORRECTION,
        "comparisons": [
            {**_comparison(block), "findings": [_kind(errors) for errors in block.errors]} for block in blocks
        ],
    }
    return as_json(document)


def _kind(errors: FeatureErrors) -> dict[str, object]:
    names = {"kind": errors.feature.name, "mqm": errors.feature.category}
    return {**names, **_shares(errors), "against": _share(errors.second)}


def _shares(errors: FeatureErrors) -> dict[str, float | None]:
    """Return the numbers of a kind of findings, by column of TSV."""
    ps = {"share_p": errors.share_p, "share_q": errors.share_q}
    return {**_share(errors.first), "difference": errors.difference, **ps}


def _share(tally: FeatureTally) -> dict[str, float | None]:
    fired = tally.fired  # of several systems the mean, which need not be whole
    return {"fired": int(fired) if fired is not None and fired.is_integer() else fired, "share": tally.share}


def finding_table(blocks: Sequence[Block]) -> ValueTable:
    """Return a table with a row for each kind of findings of each block."""
    head = (*_block_head(blocks[0]), "finding", "mqm", "segments", "fired", "share", "difference", "share_p", "share_q")
    rows = [
        (
            *_block_names(block),
            *(errors.feature.name, errors.feature.category, block.segments),
            *_shares(errors).values(),
            *_share(errors.second).values(),
        )
        for block in blocks
        for errors in block.errors
    ]
    return ValueTable("errors", "", "", (*head, "against_fired", "against_share"), tuple(rows))


def json_text(blocks: Sequence[Block], spec: str, signature: str) -> str:
    """Return all counts."""
    document = {
        "version": __version__,
        "metric": {"name": spec, "signature": signature},
        "correction": CORRECTION,
        "seed": SEED,
        "comparisons": [
            {**_comparison(block), "features": [_feature(error) for error in block.errors]} for block in blocks
        ],
    }
    return as_json(document)


def _comparison(block: Block) -> dict[str, object]:
    return {
        **({} if block.document is None else {"document": block.document}),
        "system": block.system,
        "against": _against_json(block.against),
        "segments": block.segments,
    }


def _against_json(against: Against) -> dict[str, str]:
    return {"baseline": against.value} if isinstance(against, Baseline) else {"system": against}


def _feature(errors: FeatureErrors) -> dict[str, object]:
    feature = errors.feature
    assert isinstance(feature, TrainedFeature)
    names = {"name": feature.name, "group": feature.group, "claim": feature.claim}
    # "usual" is the former name of "in_most_translations".
    common = {"in_most_translations": feature.is_in_most_translations, "usual": feature.is_in_most_translations}
    return {**names, **common, **_numbers(errors), "against": _tally(errors.second)}


def _numbers(errors: FeatureErrors) -> dict[str, float | None]:
    """Return the numbers of a feature, by column of TSV."""
    p_values = {"share_p": errors.share_p, "share_q": errors.share_q, "mean_p": errors.mean_p, "mean_q": errors.mean_q}
    return {
        **_tally(errors.first),
        "shift": errors.shift,
        "difference": errors.difference,
        "adds_more": errors.added,
        **p_values,
    }


def _tally(tally: FeatureTally) -> dict[str, float | None]:
    return {"fired": tally.fired, "share": tally.share, "mean": tally.mean, "adds": tally.contribution}


def table_of(blocks: Sequence[Block], signature: str) -> ValueTable:
    """Return a table with a row for each feature of each block."""
    first = blocks[0].errors[0]
    columns = [*_numbers(first), *(f"against_{name}" for name in _tally(first.second))]
    rows = list[tuple[Value, ...]]()
    for block in blocks:
        for errors in block.errors:
            numbers = *_numbers(errors).values(), *_tally(errors.second).values()
            names = *_block_names(block), errors.feature.name, errors.feature.group
            rows.append((*names, block.segments, *numbers, signature))
    head = (*_block_head(blocks[0]), "feature", "group", "segments", *columns, "signature")
    return ValueTable("errors", "", "", head, tuple(rows))


def _block_head(block: Block) -> list[str]:
    return ["document"] * (block.document is not None) + ["system", "against"]


def _block_names(block: Block) -> list[str]:
    document = [] if block.document is None else [block.document]
    return [*document, block.system, _against_name(block.against)]


def _against_name(against: Against) -> str:
    return against.value if isinstance(against, Baseline) else against


def tables_text(blocks: Sequence[Block]) -> str:
    """Return the costliest features, or the findings, of each block as plain tables."""
    return "\n".join(map(_table, blocks))


def _table(block: Block) -> str:
    where = "" if block.document is None else f" in {escaped(block.document) or 'no document'}"
    other = "" if block.against is Baseline.NOTHING else f" compared with {escaped(_against_name(block.against))}"
    title = f"{escaped(block.system)}{other}{where}: {counted(block.segments, 'segment')}"
    fired = [errors for errors in block.errors if not errors.is_silent]
    if all(isinstance(errors.feature, CountedKind) for errors in block.errors):
        return f"{title}\n{_finding_lines(fired, block)}"
    head = ("feature", "fires", "there", "difference", "q", "contribution", "there", "q")
    rows = ([errors.feature.words, *_cells(errors)] for errors in fired[:MOST])
    drawn = drawn_table(head, rows, (0,))
    more = len(block.errors) - len(fired[:MOST])
    more_note = f"\n{more:,} more features with --format tsv." if more > 0 else ""
    note = f"{NOTE}.{more_note}"
    return f"{title}\n{table_text(drawn, 120)}{note}\n"


NOTE: Final = f"difference: in percentage points.\nq: p of {TESTED},\n{CORRECTED}; * at most {SIGNIFICANT:g}"


def _finding_lines(errors: Sequence[FeatureErrors], block: Block) -> str:
    """Return the kinds of findings of a system, and beside them those of what it is compared with."""
    if not errors:
        return "no findings\n"
    head = ["finding", "category", escaped(block.system)]
    rows = [[error.feature.words, error.feature.category, _count(error.first)] for error in errors]
    note = "number and share of segments in which such a finding is shown"
    if block.against is not Baseline.NOTHING:
        head += [escaped(_against_name(block.against)), "difference", "q"]
        rows = [[*row, _count(error.second), *_share_cells(error)[2:]] for row, error in zip(rows, errors, strict=True)]
        note += f"; {NOTE}"
    return f"{table_text(drawn_table(head, rows, (0, 1)), 120)}{note}.\n"


def _share_cells(errors: FeatureErrors) -> list[str]:
    return [
        _percent(errors.first.share),
        _percent(errors.second.share),
        "–" if errors.difference is None else difference(100 * errors.difference, 1),
        _p(errors.share_q),
    ]


def _cells(errors: FeatureErrors) -> list[str]:
    return [
        *_share_cells(errors),
        _added(errors.first.contribution),
        _added(errors.second.contribution),
        _p(errors.mean_q),
    ]


def _count(tally: FeatureTally) -> str:
    return "–" if tally.fired is None else f"{tally.fired:,.4g} · {_percent(tally.share)}"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"


def _added(value: float | None) -> str:
    return "–" if value is None else difference(value, 4)


def _p(p: float | None) -> str:
    return "–" if p is None else f"{'* ' if p <= SIGNIFICANT else ''}{fixed(p)}"
