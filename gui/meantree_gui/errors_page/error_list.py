"""The columns of the list of errors: how often each feature fires on either side, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor

from meantree.escaping import counted
from meantree.evaluation.systematic_errors import SIGNIFICANT
from meantree.metrics.evidence import Status
from meantree.numbers import MINUS, difference, fixed, short
from meantree_gui import theme
from meantree_gui.state.significance_words import p_text
from meantree_gui.widgets.cells import NOTHING, Cell, number_cell
from meantree_gui.widgets.tables import Column

if TYPE_CHECKING:
    from meantree.evaluation.systematic_errors import FeatureErrors, FeatureTally

EFFECT = 7
MARK = "✱"
FEATURE_TIP = "What the feature is; the tip of a row says all that was counted"
DIRECTION_TIP = "ref ⇒ hyp: what the translation adds does not follow from the reference; hyp ⇒ ref: what it drops"
SHARE_TIP = "{}: In which share of the segments it fires"
OTHER_SHARE_TIP = "{}: In which share of the same segments it fires on the other side"
GAP_TIP = "How much more often it fires, in percentage points"
P_TIP = f"Two-sided p of the difference, after Benjamini & Hochberg over all features; {MARK} at most {SIGNIFICANT:g}"
EFFECT_TIP = f"{{}}: Mean contribution to the score; {MARK} differs from the other side beyond chance, whoever is worse"
OTHER_EFFECT_TIP = "{}: Mean contribution to the score on the other side"


def columns_of(errors: Sequence[FeatureErrors], names: tuple[str, str]) -> tuple[Column[FeatureErrors], ...]:
    """What is counted of each feature for both sides, of these names; the training data has means alone."""
    one, two = names
    added = (abs(side.contribution or 0.0) for error in errors for side in (error.first, error.second))
    effect = partial(_effect, most=max(added, default=0.0) or 1.0)
    both = any(error.second.fired is not None for error in errors)
    # Names keep 190 pixels; what a tip says as well goes first.
    return (
        Column(
            "feature",
            lambda error: error.feature.words,
            tip=FEATURE_TIP,
            sort_key=lambda error: error.feature.words,
            accessible_text=lambda error: f"{error.feature.words}, {error.feature.direction}",
        ),
        Column(
            "direction",
            lambda error: error.feature.direction,
            tip=DIRECTION_TIP,
            sort_key=lambda error: error.feature.direction,
            width=84,
        ),
        Column(
            "group",
            lambda error: error.feature.group,
            sort_key=lambda error: error.feature.group,
            width=130,
            room=872 if both else 630,
        ),
        Column(
            one,
            lambda error: _share(error.first),
            tip=SHARE_TIP.format(one),
            sort_key=lambda error: error.first.share,
            width=78,
        ),
        Column(
            two,
            lambda error: _share(error.second),
            tip=OTHER_SHARE_TIP.format(two),
            sort_key=lambda error: error.second.share,
            width=78,
            is_shown=both,
        ),
        Column(
            "difference",
            _difference,
            tip=GAP_TIP,
            sort_key=lambda error: error.difference,
            width=78,
            room=656,
            is_shown=both,
        ),
        Column("p", _p, tip=P_TIP, sort_key=telling_p, width=78, room=578 if both else 500),
        Column(
            f"{one} contribution",
            lambda error: effect(error.first, is_marked=is_significant(error.mean_q)),
            tip=EFFECT_TIP.format(one),
            sort_key=lambda error: error.first.contribution,
            width=86,
        ),
        Column(
            f"{two} contribution",
            lambda error: effect(error.second),
            tip=OTHER_EFFECT_TIP.format(two),
            sort_key=lambda error: error.second.contribution,
            width=86,
            room=742,
            is_shown=both,
        ),
    )


def told(one: FeatureErrors, names: tuple[str, str]) -> Iterator[str]:
    """All that was counted of a feature, line by line."""
    yield one.feature.claim
    for name, tally in zip(names, (one.first, one.second), strict=True):
        yield _told(name, tally)
    if one.shift is not None:
        yield f"{fixed(abs(one.shift), 2)} deviations {'above' if one.shift > 0 else 'below'} the training mean"
    if one.feature.is_in_most_translations:
        yield FIRES_USUAL
    shares, means = (_marked(p_text(p), is_significant(p)) for p in (one.share_q, one.mean_q))
    yield f"Corrected p: {shares} of the shares, {means} of the means."
    yield f"{one.feature.name} · {one.feature.group}"


def looked_for(is_found: Callable[[str], bool], group: str, *, with_silent: bool) -> Callable[[FeatureErrors], bool]:
    """Whether a feature's text is found, it is of ``group`` (empty for all), and fired, unless that is asked."""

    def accepts(error: FeatureErrors) -> bool:
        one = error.feature
        is_there = (with_silent or not error.is_silent) and group in ("", one.group)
        return is_there and is_found(f"{one.words} {one.direction} {one.name} {one.claim}")

    return accepts


def telling_p(one: FeatureErrors) -> float | None:
    """Corrected: of the shares; beside the training data, where these are not known, of the means."""
    return one.mean_q if one.difference is None else one.share_q


FIRES_USUAL = (
    "Most translations have it: it fires where it is worse than the training mean by more than a standard deviation."
)


def _share(tally: FeatureTally) -> Cell:
    if tally.share is None:
        return number_cell(NOTHING)
    return Cell(f"{100 * tally.share:.1f} %", is_number=True, share=tally.share)


def _difference(one: FeatureErrors) -> Cell:
    if one.difference is None:
        return number_cell(NOTHING)
    palette, points = theme.current(), 100 * one.difference
    status = Status.MISSED if points > 0 else Status.MATCHED
    sign = "+" if points > 0 else MINUS if points < 0 else ""
    colour = palette.status[status] if is_significant(one.share_q) else palette.muted
    return number_cell(f"{sign}{abs(points):.1f}", QColor(colour))


def _p(one: FeatureErrors) -> Cell:
    p = telling_p(one)
    is_told = is_significant(p)
    return number_cell(_marked(p_text(p), is_told), None if is_told else QColor(theme.current().muted))


def _effect(tally: FeatureTally, most: float, *, is_marked: bool = False) -> Cell:
    found = tally.contribution
    if found is None:
        return number_cell(NOTHING)
    return Cell(_marked(difference(found, 4), is_marked), is_number=True, share=abs(found) / most, is_bad=found > 0)


def _marked(text: str, is_marked: bool) -> str:
    return f"{MARK} {text}" if is_marked else text


def is_significant(p: float | None) -> bool:
    """Whether a corrected probability is small enough."""
    return p is not None and p <= SIGNIFICANT


def _told(name: str, tally: FeatureTally) -> str:
    if tally.mean is None:
        return f"{name}: no segment was scored"
    fired = "" if tally.fired is None else f"fires in {short(tally.fired, 4)} of {counted(tally.segments, 'segment')}, "
    adds = "" if tally.contribution is None else f", contribution {difference(tally.contribution, 4)}"
    return f"{name}: {fired}mean {short(tally.mean)}{adds}"
