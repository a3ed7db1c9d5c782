"""Tables of agreement on error spans, for commands, app and reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from meantree.agreement.compared_errors import ErrorAgreement, ErrorSummary
from meantree.agreement.error_agreement import LABELS
from meantree.annotation.error_annotation import Origin
from meantree.evaluation.value_table import Value, ValueTable
from meantree.reporting.results import F1, SORT_NOTES, SORT_SIGNS

NOTE: Final = (
    f"characters: {F1} of the marked characters of the translation; errors: F1 with partial credit for partial "
    "overlap, errors matched one to one, in the source and at [missing], too (mpp); with {equal} equal. "
    "κ: whether the translation has an error. scored: translations with a score by both, of ESA if it is used, else of "
    "MQM; r: Pearson's correlation of these scores; mean difference: of these scores, without signs."
)
MORE: Final = "A translation counts once for each pair of people. Files of meantree agreement have all figures."
ALPHA_NOTE: Final = (
    "Krippendorff's α for unitized texts over the characters of the translations, of all people: 1 where all agree, "
    "0 at chance level."
)
TITLES = {"": "", "severity": ", severity", "category": ", category", "both": ", both"}
HEAD = (
    "translations",
    *(f"characters{TITLES[label]}" for label in LABELS),
    *(f"errors{TITLES[label]}" for label in LABELS),
    "κ",
    "scored",
    "r",
    "mean difference",
)

SHOWN = {
    "translations": "translations",
    "characters": "characters",
    "characters, severity": "with severity",
    "characters, category": "with category",
    "κ": "κ",
    "scored": "scored",
    "r": "r",
}
"""The columns of divisions that a page has room for, and their titles there; files have all."""


def error_agreement_tables(agreement: ErrorAgreement, *, whole: bool = False) -> Iterator[ValueTable]:
    """Yield all tables, from pairs of annotators to categories; empty divisions are skipped.

    Where no error has a category, pages have no figures of errors with equal categories; files have all.

    Args:
        agreement: the figures.
        whole: whether the divisions have all figures, as in files.
    """
    pairs = agreement.pairs
    dropped = () if agreement.categories or whole else tuple(TITLES[label] for label in ("category", "both"))
    every = zip(HEAD, *(_row(pair)[1:] for pair in pairs), strict=True)  # few pairs, and a dozen measures
    rows = (row for row in every if not row[0].endswith(dropped))
    note = NOTE.format(equal="severity" if dropped else "severity, category or both")
    names = [pair.name if whole else _pair_name(agreement, pair) for pair in pairs]
    has_gold = any(SORT_SIGNS["gold"] in name for name in names)
    of_pairs = f"{note} {SORT_NOTES['gold']}" if has_gold else note
    yield ValueTable("error-pairs", "Error spans: agreement of annotators", of_pairs, ("measure", *names), tuple(rows))
    yield _alphas(agreement)
    if agreement.categories:
        yield _categories(agreement)
    for name, title, first, parts in (
        ("error-annotators", "Error spans: each person with the others", "annotator", agreement.by_annotator()),
        ("error-systems", "Error spans: agreement by system", "system", agreement.by_system()),
        ("error-documents", "Error spans: agreement by document", "document", agreement.by_document()),
    ):
        if len(parts) > 1:
            head = dict(zip(HEAD, HEAD, strict=True)) if whole else SHOWN
            head = {measure: shown for measure, shown in head.items() if not measure.endswith(dropped)}
            yield _table(name, title, first, parts, head, note if whole else f"{note} {MORE}")
    if agreement.origins:
        yield _origins(agreement, whole=whole)


def _pair_name(agreement: ErrorAgreement, pair: ErrorSummary) -> str:
    """Return both annotators' names, with a sign after a gold standard."""
    return " – ".join(_signed(agreement, name) for name in pair.name.split(" – "))


def _signed(agreement: ErrorAgreement, name: str) -> str:
    return name + SORT_SIGNS["gold"] * (agreement.kinds[name] == "gold")


def error_pair_values(agreement: ErrorAgreement) -> list[dict[str, Any]]:
    """Return an object for every two annotators, for JSON; undefined values are None."""
    return [
        {
            "projects": list(map(str, agreement.paths)),
            "annotators": pair.name.split(" – "),
            "errors": _values(pair),
            "alpha": dict(agreement.alphas),
        }
        for pair in agreement.pairs
    ]


def _values(part: ErrorSummary) -> dict[str, Any]:
    return dict(zip(HEAD, _row(part)[1:], strict=True))


def _table(
    name: str, title: str, first: str, parts: Sequence[ErrorSummary], head: Mapping[str, str], note: str
) -> ValueTable:
    """Return a row for each part, with the measures that ``head`` gives titles."""
    rows = ((part.name, *map(_values(part).__getitem__, head)) for part in parts)
    return ValueTable(name, title, note, (first, *head.values()), tuple(rows))


def _row(part: ErrorSummary) -> tuple[Value, ...]:
    return (
        part.name,
        part.translations,
        *(part.characters[label].f for label in LABELS),
        *(part.errors[label].f for label in LABELS),
        part.has_error.value,
        part.scores.translations,
        part.scores.pearson,
        part.scores.mean_difference,
    )


def _alphas(agreement: ErrorAgreement) -> ValueTable:
    rows = tuple((name, value) for name, value in agreement.alphas.items())
    return ValueTable("error-alpha", "Error spans: agreement beyond chance", ALPHA_NOTE, ("α of", "α"), rows)


def _categories(agreement: ErrorAgreement) -> ValueTable:
    rows = tuple((item.name, item.count, item.characters.f, item.errors.f, item.alpha) for item in agreement.categories)
    note = f"Over all pairs of people; n counts the errors of all people in translations of several. {ALPHA_NOTE}"
    head = ("category", "n", "characters", "errors", "α")
    return ValueTable("error-categories", "Error spans: agreement by category", note, head, rows)


def _origins(agreement: ErrorAgreement, *, whole: bool) -> ValueTable:
    names = {name: name if whole else _signed(agreement, name) for name in agreement.origins}
    rows: list[tuple[Value, ...]] = []
    for name, counts in agreement.origins.items():
        rows.append((names[name], *(counts[origin] for origin in Origin)))
    head = ("annotator", *(origin.value for origin in Origin))
    note = "Own errors, and suggestions that were kept, changed or rejected; rejected ones do not count as errors."
    if list(names) != list(names.values()):
        note = f"{note} {SORT_NOTES['gold']}"
    return ValueTable("error-origins", "Error spans: where they come from", note, head, tuple(rows))
