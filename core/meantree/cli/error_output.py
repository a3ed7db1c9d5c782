"""What ``meantree errors`` and ``meantree coverage`` print: systematic errors, and marked ones that metrics see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Final, Literal, TypeAlias

from meantree import __version__
from meantree.cli.command_inputs import Task
from meantree.cli.finding_output import common_reason, found_by_system
from meantree.cli.output import Result, answer_text, save_plots, set_table, starred
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem, UsageError, require_known
from meantree.escaping import as_json, counted, escaped, quoted, shortened
from meantree.evaluation.coverage import Bootstrap, Coverage, coverage, coverage_tables
from meantree.evaluation.feature_values import FeatureValues, TrainedFeature, features_of
from meantree.evaluation.paired_tests import CORRECTED, SEED, TESTED
from meantree.evaluation.significance import SIGNIFICANT
from meantree.evaluation.systematic_errors import (
    Against,
    Baseline,
    CountedKind,
    FeatureErrors,
    FeatureTally,
    FindingValues,
    Values,
    common_segments,
    costliest_first,
    default_against,
    feature_errors,
    finding_values,
    most_frequent_first,
)
from meantree.evaluation.value_table import AnswerColumn, ValueTable, attribute_columns, record
from meantree.metrics.metric import required_layers
from meantree.numbers import MISSING, difference
from meantree.scoring.provenance import provenance_of, signature
from meantree.scoring.run import configured_metrics, score_corpus
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
    task: Task, spec: str | None, system: str | None, against: str | None, by: By
) -> tuple[Result, list[Problem]]:
    """Score a corpus, or search it for findings; return the counted errors, and what could not be counted.

    Args:
        spec: a metric with entailment features; None for findings.
        system: whose errors are counted; None for all systems.
        against: another system, ``others`` or ``training``; None for the other of two systems, else the others.
        by: whether documents are counted separately.

    Raises:
        UsageError: if a system is unknown, or documents are asked for and the input names none.
    """
    corpus = task.corpus
    if by == "document" and not any(corpus.documents):
        raise UsageError("--by document: the input names no documents")
    comparisons = compared_systems(corpus, system, against, alone=Baseline.TRAINING if spec else Baseline.NOTHING)
    named_systems = {name for pair in comparisons for name in pair if isinstance(name, str)}
    needed = corpus.systems if any(against is Baseline.OTHERS for _, against in comparisons) else named_systems
    systems = [name for name in corpus.systems if name in needed]
    if spec is not None:
        metrics, store = task.adapted([spec], with_given=False)
        store = task.with_stored(store, systems, required_layers(metrics))
        table = score_corpus(corpus, metrics, store, systems=systems, keep=False, work=task.work)
        blocks = list(blocks_of(FeatureValues(table, spec), corpus, comparisons, by, task.work))
        return _result(blocks, spec, table.signature(spec, store)), table.problems
    found, problems = found_by_system(task, systems)
    if len(corpus.references) > 1:
        problems.append(
            Problem(None, None, "findings are those beside the closest reference that no other refutes", is_note=True)
        )
    values = finding_values(corpus, systems, chain.from_iterable(found.values()))
    blocks = list(blocks_of(values, corpus, comparisons, by, task.work))
    return _result(blocks, reason=common_reason(chain.from_iterable(found.values()))), problems


def _result(blocks: list[Block], spec: str | None = None, signed: str | None = None, reason: str = "") -> Result:
    metric = None if spec is None or signed is None else {"name": spec, "signature": signed}
    return Result(
        lambda: "".join([tables_text(blocks), *(f"\n{line}\n" for line in (signed, reason) if line)]),
        lambda: json_text(blocks, metric, reason),
        lambda: [table_of(blocks, signed)],
    )


def compared_systems(
    corpus: Corpus, system: str | None, against: str | None, alone: Baseline = Baseline.TRAINING
) -> list[tuple[str, Against]]:
    """Return the systems, each with its baseline; a single system is compared with ``alone``, two systems once."""
    keywords = [name for name, baseline in KEYWORDS.items() if baseline in (Baseline.OTHERS, alone)]
    require_known("--system", [system], corpus.systems)
    require_known("--against", [against], [*corpus.systems, *keywords])
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


def _whole(number: float | None) -> float | None:
    """Return a number of segments, whole unless it is the mean of several systems."""
    return int(number) if number is not None and number.is_integer() else number


def _count(tally: FeatureTally) -> str:
    return MISSING if tally.share is None else f"{tally.fired:,.4g} · {_percent(tally.share)}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _q(q: float) -> str:
    return starred(q, q <= SIGNIFICANT)


_contribution = partial(difference, places=4)
Column: TypeAlias = AnswerColumn[FeatureErrors]
COLUMNS: Final[Mapping[str, Column]] = {
    column.name: column
    for column in (
        AnswerColumn("fired", attrgetter("first.fired")),
        AnswerColumn("share", attrgetter("first.share"), _percent, "fires"),
        AnswerColumn("mean", attrgetter("first.mean")),
        AnswerColumn("adds", attrgetter("first.contribution"), _contribution, "contribution"),
        *attribute_columns("shift"),
        AnswerColumn("difference", attrgetter("difference"), lambda share: difference(100 * share, 1), "difference"),
        AnswerColumn("adds_more", attrgetter("added")),
        *attribute_columns("share_p"),
        AnswerColumn("share_q", attrgetter("share_q"), _q, "q"),
        *attribute_columns("mean_p"),
        AnswerColumn("mean_q", attrgetter("mean_q"), _q, "q"),
        AnswerColumn("against_fired", attrgetter("second.fired")),
        AnswerColumn("against_share", attrgetter("second.share"), _percent, "there"),
        AnswerColumn("against_mean", attrgetter("second.mean")),
        AnswerColumn("against_adds", attrgetter("second.contribution"), _contribution, "there"),
    )
}
"""The numbers of features, in the order of files."""
OF_FINDINGS: Final[tuple[Column, ...]] = (
    AnswerColumn("fired", lambda errors: _whole(errors.first.fired)),
    *map(COLUMNS.__getitem__, ("share", "difference", "share_p", "share_q")),
    AnswerColumn("against_fired", lambda errors: _whole(errors.second.fired)),
    COLUMNS["against_share"],
)
SHOWN: Final = (
    AnswerColumn("feature", attrgetter("feature.words"), title="feature", is_name=True),
    *map(COLUMNS.__getitem__, ("share", "against_share", "difference", "share_q", "adds", "against_adds", "mean_q")),
)


def json_text(blocks: Sequence[Block], metric: Mapping[str, str] | None = None, reason: str = "") -> str:
    """Return all counts of findings, and why there are none or fewer; or of a metric, given by name and signature."""
    kind = "findings" if metric is None else "features"
    document = {
        "version": __version__,
        **({} if metric is None else {"metric": metric}),
        "correction": CORRECTION,
        **({} if metric is None else {"seed": SEED}),
        **({"reason": reason} if reason else {}),
        "comparisons": [
            {**_comparison(block), kind: [_errors_json(each) for each in block.errors]} for block in blocks
        ],
    }
    return as_json(document)


def _comparison(block: Block) -> dict[str, object]:
    side = "baseline" if isinstance(block.against, Baseline) else "system"
    return {
        **({} if block.document is None else {"document": block.document}),
        "system": block.system,
        "against": {side: _against_name(block.against)},
        "segments": block.segments,
    }


def _errors_json(errors: FeatureErrors) -> dict[str, object]:
    feature, names = errors.feature, dict[str, object]()
    if isinstance(feature, TrainedFeature):
        names = {"name": feature.name, "group": feature.group, "claim": feature.claim}
        # "usual" is the former name of "in_most_translations".
        names |= dict.fromkeys(("in_most_translations", "usual"), feature.is_in_most_translations)
        numbers = record(COLUMNS.values(), errors)
    else:
        names = {"kind": feature.name, "mqm": feature.category}
        numbers = record(OF_FINDINGS, errors)
    there = {name: number for name, number in numbers.items() if name.startswith("against_")}
    own = {name: number for name, number in numbers.items() if name not in there}
    return {**names, **own, "against": {name.removeprefix("against_"): number for name, number in there.items()}}


def table_of(blocks: Sequence[Block], signature: str | None = None) -> ValueTable:
    """Return a row for each kind of findings, or for each feature of a metric with its signature, of each block."""
    numbers = OF_FINDINGS if signature is None else tuple(COLUMNS.values())
    kinds, signed = (("finding", "mqm"), ()) if signature is None else (("feature", "group"), (signature,))
    document = () if blocks[0].document is None else ("document",)
    head = (*document, "system", "against", *kinds, "segments", *(column.name for column in numbers))
    rows = [
        (
            *(() if block.document is None else (block.document,)),
            *(block.system, _against_name(block.against), errors.feature.name, errors.feature.category, block.segments),
            *record(numbers, errors).values(),
            *signed,
        )
        for block in blocks
        for errors in block.errors
    ]
    return ValueTable("errors", "", "", (*head, "signature") if signed else head, tuple(rows))


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
    more = len(block.errors) - len(fired[:MOST])
    more_note = f"\n{more:,} more features with --format tsv." if more > 0 else ""
    return f"{title}\n{answer_text(SHOWN, fired[:MOST], 120)}{NOTE}.{more_note}\n"


NOTE: Final = f"difference: in percentage points.\nq: p of {TESTED},\n{CORRECTED}; * at most {SIGNIFICANT:g}"


def _finding_lines(errors: Sequence[FeatureErrors], block: Block) -> str:
    """Return the kinds of findings of a system, and beside them those of what it is compared with."""
    if not errors:
        return "no findings\n" if block.segments else ""
    note = "number and share of segments in which such a finding is shown"
    columns = [
        replace(SHOWN[0], title="finding"),
        AnswerColumn("mqm", attrgetter("feature.category"), title="category", is_name=True),
        AnswerColumn("first", attrgetter("first"), _count, block.system),
    ]
    if block.against is not Baseline.NOTHING:
        columns.append(AnswerColumn("second", attrgetter("second"), _count, _against_name(block.against)))
        columns += COLUMNS["difference"], COLUMNS["share_q"]
        note += f"; {NOTE}"
    return f"{answer_text(columns, errors, 120)}{note}.\n"


def coverage_result(
    task: Task, specs: Sequence[str], systems: Sequence[str], bootstrap: Bootstrap, plots: Path | None
) -> tuple[Result, list[Problem]]:
    """Return what the metrics see of the errors of a corpus, and what could not be scored.

    Raises:
        UsageError: if a system is unknown, no errors are marked, or a figure cannot be written.
    """
    corpus, chosen = task.corpus, task.chosen(systems)
    metrics, store = task.adapted(specs)
    store = task.with_stored(store, chosen, required_layers(metrics))
    found, problems = coverage(corpus, metrics, store, systems=systems or None, bootstrap=bootstrap, work=task.work)
    signatures = {
        spec: signature(one, provenance_of(corpus, store, required_layers(metrics))) for spec, one in metrics.items()
    }
    tables = coverage_tables(found, [*signatures.values(), *corpus.notes])
    save_plots(tables, plots, task.work)
    return Result(
        lambda: "\n".join(map(set_table, tables)), lambda: _coverage_json(corpus, found, signatures), lambda: tables
    ), problems


def _coverage_json(corpus: Corpus, found: Sequence[Coverage], signatures: dict[str, str]) -> str:
    keys = [segment.key for segment in corpus.segments]
    return as_json(
        {
            "version": __version__,
            "metrics": [{"name": spec, "signature": text} for spec, text in signatures.items()],
            "notes": corpus.notes,
            "coverage": [asdict(item) | {"segments": [keys[place] for place in item.segments]} for item in found],
        }
    )
