"""The columns of the list of errors: how often each finding is shown or feature fires on either side, and its cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor

from meantree.escaping import counted
from meantree.evaluation.significance import SIGNIFICANT
from meantree.evaluation.systematic_errors import CountedKind
from meantree.metrics.evidence import Status
from meantree.numbers import MINUS, MISSING, difference, fixed, percent, score_text, short
from meantree_gui import theme
from meantree_gui.widgets.cells import Cell, number_cell
from meantree_gui.widgets.tables import Column

if TYPE_CHECKING:
    from meantree.evaluation.systematic_errors import FeatureErrors, FeatureTally

Q_COLUMN, CONTRIBUTION_COLUMN = 5, 6
MARK = "✱"
FEATURE_TIP = "The feature; tooltips of the rows show all counts"
KIND_TIP = "The kind of finding; tooltips of the rows show its name in filters, as finding:negation, and all counts"
CATEGORY_TIP = "The category of errors in MQM"
GROUP_TIP = "The group of the feature in Padó et al. 2009"
SHARE_TIP = "{}: The share of segments in which it fires"
OTHER_SHARE_TIP = "{}: The share of the same segments in which it fires on the other side"
COUNT_TIP = "{}: The number and share of segments in which such a finding is shown; for several systems, the mean"
GAP_TIP = "How much more often, in percentage points"
RIGHT_TIP = (
    "Of the findings of all systems that were answered (Y, X and N in Inspect), how many are right, and their share"
)
Q_TIP = (
    "q: two-sided p of the difference, corrected after Benjamini & Hochberg over all that is counted; "
    f"{MARK} at most {SIGNIFICANT:g}"
)
CONTRIBUTION_TIP = f"{{}}: Mean contribution to the score; {MARK} differs significantly from the other side, either way"
OTHER_CONTRIBUTION_TIP = "{}: Mean contribution to the score on the other side"


def error_columns(
    errors: Sequence[FeatureErrors], names: tuple[str, str], *, of_findings: bool = False
) -> tuple[Column[FeatureErrors], ...]:
    """Return the columns of findings or features, of their frequencies on both sides, and of their contributions.

    The training data has no frequencies, and findings have no contributions: their columns are hidden. In narrow lists,
    columns are hidden so that names keep 190 pixels.
    """
    has_both = any(error.second.fired is not None for error in errors)
    return (
        *_feature_columns(of_findings=of_findings),
        *_frequency_columns(errors, names, has_both=has_both, of_findings=of_findings),
        *_contribution_columns(errors, names, has_both=has_both, of_findings=of_findings),
        Column(
            "right",
            _right,
            tip=RIGHT_TIP,
            sort_key=lambda error: error.right_share,
            width=110,
            is_shown=any(error.right_share is not None for error in errors),
        ),
    )


def _feature_columns(*, of_findings: bool) -> Iterator[Column[FeatureErrors]]:
    yield Column(
        "finding" if of_findings else "feature",
        lambda error: error.feature.words,
        tip=KIND_TIP if of_findings else FEATURE_TIP,
        sort_key=lambda error: error.feature.words,
        accessible_text=lambda error: f"{error.feature.words}, {error.feature.category}",
    )
    yield Column(
        "category" if of_findings else "group",
        lambda error: error.feature.category,
        tip=CATEGORY_TIP if of_findings else GROUP_TIP,
        sort_key=lambda error: error.feature.category,
        width=180 if of_findings else 150,
        room=760,
    )


def _frequency_columns(
    errors: Sequence[FeatureErrors], names: tuple[str, str], *, has_both: bool, of_findings: bool
) -> Iterator[Column[FeatureErrors]]:
    shares = (side.share or 0.0 for error in errors for side in (error.first, error.second))
    cell = partial(_count, largest=max(shares, default=0.0) or 1.0) if of_findings else _share

    def frequency(
        name: str, tip: str, side: Callable[[FeatureErrors], FeatureTally], is_shown: bool
    ) -> Column[FeatureErrors]:
        return Column(
            name,
            lambda error: cell(side(error)),
            tip=(COUNT_TIP if of_findings else tip).format(name),
            sort_key=lambda error: side(error).share,
            width=110 if of_findings else 78,
            is_shown=is_shown,
        )

    yield frequency(names[0], SHARE_TIP, lambda error: error.first, True)
    yield frequency(names[1], OTHER_SHARE_TIP, lambda error: error.second, has_both)
    yield Column(
        "difference",
        _difference,
        tip=GAP_TIP,
        sort_key=lambda error: error.difference,
        width=78,
        room=656,
        is_shown=has_both,
    )
    room, is_shown = 578 if has_both else 500, has_both or not of_findings
    yield Column("q", _q, tip=Q_TIP, sort_key=_by_q, width=78, room=room, is_shown=is_shown)


def _contribution_columns(
    errors: Sequence[FeatureErrors], names: tuple[str, str], *, has_both: bool, of_findings: bool
) -> Iterator[Column[FeatureErrors]]:
    contributions = (abs(side.contribution or 0.0) for error in errors for side in (error.first, error.second))
    cell = partial(_contribution, largest=max(contributions, default=0.0) or 1.0)
    first, second = names
    yield Column(
        f"{first} contribution",
        lambda error: cell(error.first, is_marked=is_significant(error.mean_q)),
        tip=CONTRIBUTION_TIP.format(first),
        sort_key=lambda error: error.first.contribution,
        width=86,
        is_shown=not of_findings,
    )
    yield Column(
        f"{second} contribution",
        lambda error: cell(error.second),
        tip=OTHER_CONTRIBUTION_TIP.format(second),
        sort_key=lambda error: error.second.contribution,
        width=86,
        room=742,
        is_shown=has_both and not of_findings,
    )


def _right(error: FeatureErrors) -> Cell:
    kind, share = error.feature, error.right_share
    if not isinstance(kind, CountedKind) or share is None:
        return number_cell(MISSING)
    return Cell(f"{kind.right:,} of {kind.answered:,} · {percent(share)}", is_number=True, share=share)


def error_lines(error: FeatureErrors, names: tuple[str, str]) -> Iterator[str]:
    """Yield all counts of a finding or feature, line by line."""
    yield error.feature.claim
    if isinstance(error.feature, CountedKind):
        yield f"In filters: finding:{error.feature.name}"
    for name, tally in zip(names, (error.first, error.second), strict=True):
        if tally.fired is not None or tally.mean is not None:  # else it is compared with nothing
            yield _tally_line(name, tally)
    if error.shift is not None:
        side = "above" if error.shift > 0 else "below"
        yield f"{fixed(abs(error.shift), 2)} standard deviations {side} the training mean"
    if error.feature.is_in_most_translations:
        yield FREQUENT_FEATURE
    shares, means = (_marked(score_text(p), is_significant(p)) for p in (error.share_q, error.mean_q))
    yield f"q (corrected p): {shares}" + ("" if error.mean_q is None else f" for the shares, {means} for the means.")
    if not isinstance(error.feature, CountedKind):
        yield f"{error.feature.name} · {error.feature.group}"


def feature_filter(matches: Callable[[str], bool], group: str, *, with_silent: bool) -> Callable[[FeatureErrors], bool]:
    """Return whether a feature matches by its text and ``group`` (empty for all), and has fired or may be silent."""

    def accepts(error: FeatureErrors) -> bool:
        feature = error.feature
        is_listed = (with_silent or not error.is_silent) and group in ("", feature.group)
        return is_listed and matches(f"{feature.words} {feature.category} {feature.name} {feature.claim}")

    return accepts


def corrected_p(error: FeatureErrors) -> float | None:
    """Return the corrected p of the shares; of the means if compared with the training data, which has no shares."""
    return error.mean_q if error.difference is None else error.share_q


def _by_q(error: FeatureErrors) -> tuple[float, float]:
    """Of equal q, the most frequent come first."""
    p = corrected_p(error)
    return 1.0 if p is None else p, -(error.first.share or 0.0)


FREQUENT_FEATURE = (
    "Most translations have this feature; it fires if its value is worse than the training mean by more than "
    "a standard deviation."
)


def _count(tally: FeatureTally, largest: float) -> Cell:
    if tally.share is None or tally.fired is None:
        return number_cell(MISSING)
    text = f"{_segments(tally.fired)} · {100 * tally.share:.1f} %"
    return Cell(text, is_number=True, share=tally.share / largest)


def _segments(number: float) -> str:
    return f"{number:,.0f}" if number.is_integer() else f"{number:,.1f}"


def _share(tally: FeatureTally) -> Cell:
    if tally.share is None:
        return number_cell(MISSING)
    return Cell(f"{100 * tally.share:.1f} %", is_number=True, share=tally.share)


def _difference(error: FeatureErrors) -> Cell:
    if error.difference is None:
        return number_cell(MISSING)
    palette, points = theme.current(), 100 * error.difference
    status = Status.MISSED if points > 0 else Status.MATCHED
    sign = "+" if points > 0 else MINUS if points < 0 else ""
    colour = palette.status[status] if is_significant(error.share_q) else palette.muted
    return number_cell(f"{sign}{abs(points):.1f}", QColor(colour))


def _q(error: FeatureErrors) -> Cell:
    p = corrected_p(error)
    is_marked = is_significant(p)
    return number_cell(_marked(score_text(p), is_marked), None if is_marked else QColor(theme.current().muted))


def _contribution(tally: FeatureTally, largest: float, *, is_marked: bool = False) -> Cell:
    value = tally.contribution
    if value is None:
        return number_cell(MISSING)
    text = _marked(difference(value, 4), is_marked)
    return Cell(text, is_number=True, share=abs(value) / largest, is_bad=value > 0)


def _marked(text: str, is_marked: bool) -> str:
    return f"{MARK} {text}" if is_marked else text


def is_significant(p: float | None) -> bool:
    """Return whether a corrected p is significant."""
    return p is not None and p <= SIGNIFICANT


def _tally_line(name: str, tally: FeatureTally) -> str:
    if tally.mean is None:
        return f"{name}: no segment was scored"
    if tally.contribution is None:
        return f"{name}: shown in {_segments(tally.fired or 0.0)} of {counted(tally.segments, 'segment')}"
    fired = "" if tally.fired is None else f"fires in {short(tally.fired, 4)} of {counted(tally.segments, 'segment')}, "
    contribution = "" if tally.contribution is None else f", contribution {difference(tally.contribution, 4)}"
    return f"{name}: {fired}mean {short(tally.mean)}{contribution}"
