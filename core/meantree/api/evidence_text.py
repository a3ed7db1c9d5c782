"""The evidence behind one score as plain text: what matched and what not, and how the score comes about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Final

from meantree.comparison.prediction import Prediction, feature_title, has_fired
from meantree.escaping import escaped
from meantree.metrics.derivation import Derivation, Input
from meantree.metrics.evidence import Evidence, Status, Unit, by_word
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
PROBABLE: Final = 0.5
"""Units of a word that are listed with it are expected at least this often."""


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
    is_by_word = any(unit.word for unit in evidence.units)
    lines += [""] if is_by_word else []
    for kind in evidence.kinds:
        lines += _of_kind(kind, [unit for unit in evidence.units if unit.kind == kind], width)
    if is_by_word:
        lines += _words(evidence.units, width)
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
    yield from () if units[0].word else ("",)
    yield fill(
        f"{escaped(kind)}: {amount(matched)} matched, of {of}", width, initial_indent="  ", subsequent_indent="    "
    )
    for status, name in STATUSES.items():
        found = sorted((unit for unit in units if unit.status is status and not unit.word), key=_size, reverse=True)
        shown = [unit for unit in found[:MOST] if _size(unit) >= IMPROBABLE] or found[:MOST]
        if found:
            yield _listed(name, [_label(unit) for unit in shown], len(found) - len(shown), width)


def _words(units: Sequence[Unit], width: int) -> Iterator[str]:
    """Yield a line for each word: the sums of its units over all trees, and the probable ones that are not matched."""
    words = by_word(units)
    room = max(len(escaped(total.label)) for total, _ in words) + 4
    yield f"\n  {'By word'.ljust(room)}matched  translation  reference  not matched"
    for total, parts in words:
        numbers = f"{amount(total.matched):>7}  {amount(total.hypothesis):>11}  {amount(total.reference):>9}  "
        start = f"    {escaped(total.label)}".ljust(room + 2) + numbers
        rest = [escaped(unit.label).replace(" ", "\xa0") for unit in parts if _size(unit) - unit.matched >= PROBABLE]
        yield _filled(f"{SEPARATOR} ".join(rest), max(width, len(start) + 2 * MARGIN), start)


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
    return _filled(f"{SEPARATOR} ".join(parts), width, f"    {name}".ljust(MARGIN))


def _filled(text: str, width: int, start: str) -> str:
    """Return a text after its start, in lines of at most ``width`` characters that begin below each other."""
    lines = fill(text, width, initial_indent=start, subsequent_indent=" " * len(start)) if text else start.rstrip()
    return lines.replace("\xa0", " ")


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
        yield _filled(f"= {formula}", max(width, len(start) + 2 * MARGIN), start)


def _source(given: Input) -> str:
    return "" if given.kind is None else f"{given.count}, {escaped(given.kind)}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) and abs(value) < 1e9 else short(value, STEP_DIGITS)
