"""The evidence behind one score as plain text: what matched and what not, and how the score comes about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Final

from meantree.comparison.prediction import Prediction, feature_title, has_fired
from meantree.escaping import escaped
from meantree.metrics.derivation import Derivation, Input
from meantree.metrics.evidence import Evidence, Status, Unit
from meantree.numbers import STEP_DIGITS, amount, difference, score_text, short

MOST: Final = 25
"""Units of one kind and status that are listed."""
STATUSES: Final = {
    Status.MATCHED: "matched",
    Status.PARTIAL: "partial",
    Status.MISSED: "missed",
    Status.EXTRA: "extra",
}
MARGIN: Final = 12
"""Characters before a list of units."""
SEPARATOR: Final = "\xa0·"
IMPROBABLE: Final = 0.05
"""Units that are expected less often are counted, not listed, unless all are."""


def evidence_text(
    title: str, score: float | None, evidence: Evidence, derivation: Derivation | None, width: int
) -> str:
    """Return the score with its units by kind, its features, and the steps of its derivation.

    Args:
        title: names the metric and what is compared.
        score: None if undefined.
        evidence: behind the score.
        derivation: of the score, None if it is undefined.
        width: characters of a line, at most.
    """
    lines = [f"{title}: {score_text(score)}"]
    if evidence.remark:
        lines.append(fill(evidence.remark, width, initial_indent="  ", subsequent_indent="  "))
    for kind in evidence.kinds:
        lines += _of_kind(kind, [unit for unit in evidence.units if unit.kind == kind], width)
    if evidence.terms:
        lines += _features(evidence, width)
    if derivation is not None:
        lines += ["", "  How the score comes about", *derivation_lines(derivation, width)]
    return "\n".join(lines) + "\n"


def _of_kind(kind: str, units: Sequence[Unit], width: int) -> Iterator[str]:
    matched, hypothesis, reference = (
        sum(getattr(unit, count) for unit in units) for count in ("matched", "hypothesis", "reference")
    )
    sides = {"translation": hypothesis, "reference": reference}
    of = " and ".join(
        f"{amount(total)} in the {side}" for side, total in sides.items() if total or not any(sides.values())
    )
    yield ""
    yield fill(
        f"{escaped(kind)}: {amount(matched)} matched, of {of}", width, initial_indent="  ", subsequent_indent="    "
    )
    for status, name in STATUSES.items():
        found = sorted((unit for unit in units if unit.status is status), key=_size, reverse=True)
        shown = [unit for unit in found[:MOST] if _size(unit) >= IMPROBABLE] or found[:MOST]
        if found:
            yield _listed(name, [_label(unit) for unit in shown], len(found) - len(shown), width)


def _size(unit: Unit) -> float:
    return max(unit.hypothesis, unit.reference)


def _label(unit: Unit) -> str:
    larger = _size(unit)
    label = escaped(unit.label)
    if unit.status is Status.PARTIAL:
        return f"{label} ({amount(unit.matched)} of {amount(larger)})"
    return label if larger == 1 else f"{label} ({amount(larger)})"


def _listed(name: str, labels: Sequence[str], more: int, width: int) -> str:
    # A label keeps together where it fits: its blanks are no places to break a line.
    parts = [label.replace(" ", "\xa0") for label in labels] + ([f"…\xa0{more:,}\xa0more"] if more else [])
    start = f"    {name}".ljust(MARGIN)
    text = fill(f"{SEPARATOR} ".join(parts), width, initial_indent=start, subsequent_indent=" " * MARGIN)
    return text.replace("\xa0", " ")


def _features(evidence: Evidence, width: int) -> Iterator[str]:
    prediction = Prediction.of(evidence)
    explaining = prediction.explaining if prediction is not None else ()
    yield ""
    yield "  Features by their contribution (value; mean of the training data)"
    for term in explaining:
        values = f"{short(term.value)}; {short(term.training_mean)}"
        text = f"{difference(term.contribution)}  {feature_title(term)} ({values})"
        yield fill(text, width, initial_indent="    ", subsequent_indent=" " * MARGIN)
    fired = sum(map(has_fired, evidence.terms))
    if fired > len(explaining):
        yield f"    … {fired - len(explaining):,} more that fired; --format json has all"


def derivation_lines(derivation: Derivation, width: int) -> Iterator[str]:
    """Yield a line for each input and each step, indented by four blanks."""
    names = max(map(len, derivation.values))
    for given in derivation.inputs:
        yield f"    {given.name.ljust(names)}  {_number(given.value):<8} {_source(given)}".rstrip()
    for step in derivation.steps:
        start = f"    {step.name.ljust(names)}  {_number(step.value):<8} "
        formula = step.formula if step.formula.strip() else ""
        yield fill(
            f"= {formula}",
            max(width, len(start) + 2 * MARGIN),
            initial_indent=start,
            subsequent_indent=" " * len(start),
        )


def _source(given: Input) -> str:
    return "" if given.kind is None else f"{given.count}, {escaped(given.kind)}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) and abs(value) < 1e9 else short(value, STEP_DIGITS)
