"""Tables of agreement on error spans, for commands, app and reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

from meantree.agreement.compared_errors import ErrorAgreement, ErrorSummary
from meantree.agreement.error_agreement import LABELS
from meantree.agreement.pooled_annotations import PooledAnnotations
from meantree.annotation.error_annotation import Origin
from meantree.escaping import capitalised
from meantree.evaluation.value_table import AnswerColumn, Row, ValueTable, record
from meantree.reporting.results import F1, SORT_NOTES, SORT_SIGNS

NOTE: Final = (
    f"characters: {F1} of the marked characters of the translation; errors: F1 with partial credit for partial "
    "overlap, errors matched one to one, in the source and at [missing], too (mpp); with {equal} equal. "
    "κ: whether the translation has an error."
)
SCORES_NOTE: Final = (
    "scored: translations with a score by both, of ESA if it is used, else of MQM; r: Pearson's correlation of these "
    "scores; mean difference: of these scores, without signs."
)
MORE: Final = "A translation counts once for each pair of people. Files of meantree agreement have all figures."
ALPHA_NOTE: Final = (
    "Krippendorff's α for unitized texts over the characters of the translations, of all people: 1 where all agree, "
    "0 at chance level."
)
TOOL_NOTE: Final = "†: no annotator, but a tool, whose errors annotators may have seen as suggestions."
TITLES = {"": "", "severity": ", severity", "category": ", category", "both": ", both"}
ON_PAGES = {"": "characters", "severity": "with severity", "category": "with category", "both": ""}


def _characters(label: str, part: ErrorSummary) -> float | None:
    return part.characters[label].f


def _errors(label: str, part: ErrorSummary) -> float | None:
    return part.errors[label].f


MEASURES: Final[tuple[AnswerColumn[ErrorSummary], ...]] = (
    AnswerColumn("translations", lambda part: part.translations, title="translations"),
    *(AnswerColumn(f"characters{TITLES[of]}", partial(_characters, of), title=ON_PAGES[of]) for of in LABELS),
    *(AnswerColumn(f"errors{TITLES[of]}", partial(_errors, of)) for of in LABELS),
    AnswerColumn("κ", lambda part: part.has_error.value, title="κ"),
)
"""The measures; for those with a title, a page has room in its tables of divisions, and files have all."""
OF_SCORES: Final[tuple[AnswerColumn[ErrorSummary], ...]] = (
    AnswerColumn("scored", lambda part: part.scores.translations, title="scored"),
    AnswerColumn("r", lambda part: part.scores.pearson, title="r"),
    AnswerColumn("mean difference", lambda part: part.scores.mean_difference),
)
"""The measures that follow, unless the scores are hidden."""


def error_agreement_tables(agreement: ErrorAgreement, *, whole: bool = False) -> Iterator[ValueTable]:
    """Yield all tables, from pairs of annotators to categories; empty divisions are skipped.

    Where no error has a category, pages have no figures of errors with equal categories; files have all.

    Args:
        agreement: the figures.
        whole: whether the divisions have all figures, as in files.
    """
    pairs = agreement.pairs
    dropped = () if agreement.categories or whole else tuple(TITLES[label] for label in ("category", "both"))
    measures = [measure for measure in _measures(agreement) if not measure.name.endswith(dropped)]
    rows = ((one.name, *map(one.value, pairs.values())) for one in measures)  # few pairs, and a dozen measures
    hidden = agreement.pool.corpus.why_unscored
    of_scores = f"{capitalised(hidden)}." if hidden else SCORES_NOTE
    note = f"{NOTE.format(equal='severity' if dropped else 'severity, category or both')} {of_scores}"
    names = ([name if whole else signed(agreement.pool, name) for name in pair] for pair in pairs)
    head = ("measure", *map(" – ".join, names))
    yield ValueTable("error-pairs", "Error spans: agreement of annotators", _noted(note, head), head, tuple(rows))
    yield _alphas(agreement)
    if agreement.categories:
        yield _categories(agreement)
    by, document_of = agreement.by, agreement.pool.document_of
    for first, title, parts in (
        ("annotator", "Error spans: each person with the others", by(lambda item: item.names)),
        ("system", "Error spans: agreement by system", by(lambda item: [item.translation[1]])),
        ("document", "Error spans: agreement by document", by(lambda item: [document_of(item.translation[0])])),
    ):
        if len(parts) > 1:
            shown = [measure for measure in measures if whole or measure.title]
            head = (first, *(measure.name if whole else measure.title for measure in shown))
            of_parts = tuple((part.name, *(measure.value(part) for measure in shown)) for part in parts)
            yield ValueTable(f"error-{first}s", title, note if whole else f"{note} {MORE}", head, of_parts)
    if agreement.origins:
        yield _origins(agreement, whole=whole)


def _measures(agreement: ErrorAgreement) -> tuple[AnswerColumn[ErrorSummary], ...]:
    return MEASURES if agreement.pool.corpus.why_unscored else (*MEASURES, *OF_SCORES)


def signed(pool: PooledAnnotations, name: str) -> str:
    """Return an annotator's name, with a sign after a gold standard, a tool or automatic frames."""
    return name + SORT_SIGNS[pool.kind_of(name)]


def _noted(note: str, names: Iterable[str]) -> str:
    """Append to a note the meaning of the signs in these names."""
    signs = (SORT_SIGNS["gold"], SORT_NOTES["gold"]), (SORT_SIGNS["automatic"], TOOL_NOTE)
    return " ".join((note, *(text for sign, text in signs if any(sign in name for name in names))))


def error_pair_values(agreement: ErrorAgreement) -> list[dict[str, Any]]:
    """Return an object for every two annotators, for JSON; undefined and hidden values are None."""
    nothing = {measure.name: None for measure in (*MEASURES, *OF_SCORES)}
    return [
        {
            "projects": list(map(str, agreement.pool.paths)),
            "annotators": list(names),
            "errors": nothing | record(_measures(agreement), pair),
            "alpha": dict(agreement.alphas),
        }
        for names, pair in agreement.pairs.items()
    ]


def _alphas(agreement: ErrorAgreement) -> ValueTable:
    rows = tuple((name, value) for name, value in agreement.alphas.items())
    return ValueTable("error-alpha", "Error spans: agreement beyond chance", ALPHA_NOTE, ("α of", "α"), rows)


def _categories(agreement: ErrorAgreement) -> ValueTable:
    rows = tuple((item.name, item.count, item.characters.f, item.errors.f, item.alpha) for item in agreement.categories)
    note = f"Over all pairs of people; n counts the errors of all people in translations of several. {ALPHA_NOTE}"
    head = ("category", "n", "characters", "errors", "α")
    return ValueTable("error-categories", "Error spans: agreement by category", note, head, rows)


def _origins(agreement: ErrorAgreement, *, whole: bool) -> ValueTable:
    names = [name if whole else signed(agreement.pool, name) for name in agreement.origins]
    counts = agreement.origins.values()
    rows: list[Row] = [(name, *map(of.__getitem__, Origin)) for name, of in zip(names, counts, strict=True)]
    head = ("annotator", *(origin.value for origin in Origin))
    note = "Own errors, and suggestions that were kept, changed or rejected; rejected ones do not count as errors."
    return ValueTable("error-origins", "Error spans: where they come from", _noted(note, names), head, tuple(rows))
