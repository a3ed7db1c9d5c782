"""What goes wrong most: what translations lose and add by kind, with an example each, and what a model deducts."""

from __future__ import annotations

from typing import Final

from meantree.escaping import counted, escaped, listed
from meantree.evaluation.feature_values import FeatureValues
from meantree.evaluation.value_table import Value, ValueTable
from meantree.metrics.regression_metrics import Regression
from meantree.numbers import difference
from meantree.reporting.content import ReportContent
from meantree.reporting.lost_elements import Lost, LostElements
from meantree.work import Work

KINDS: Final = 3
"""Kinds of lost elements that are named in the sentence."""
ROWS: Final = 8
"""Kinds in the table."""


def most_lost(content: ReportContent, work: Work) -> str:
    """Return a sentence on what is lost most, or what lowers a learned score most; empty if that is unknown."""
    if isinstance(content.metrics.get(content.focus), Regression):
        return _largest_deduction(content)
    lost = content.lost_elements(work)
    worst = lost.worst()[:KINDS]
    if not worst:
        return ""
    named = listed(
        f"{plural(kind)} ({item.lost:,.0f} of {item.total:,.0f}, {100 * item.share:.0f} %)" for kind, item in worst
    )
    kind, item = worst[0]
    segment, system = item.where
    example = f", as the {kind} {item.example} (segment {escaped(segment)}, {escaped(system)})" if item.example else ""
    return f"most often lost are {named}{example}; {_scope(content, lost)}."


def _scope(content: ReportContent, lost: LostElements) -> str:
    """Return in how many translations elements were counted, and by what."""
    if not lost.annotators:
        return f"in {counted(lost.translations, 'translation')} by {escaped(content.focus)}"
    return f"in {counted(lost.translations, 'annotation')} by {listed(map(escaped, lost.annotators))}"


def lost_table(content: ReportContent, work: Work) -> ValueTable | None:
    """Return a row for each kind of which most is lost: counts of all systems together, lost ones of two each."""
    if isinstance(content.metrics.get(content.focus), Regression):
        return None
    lost = content.lost_elements(work)
    systems = [system for system in content.systems if system in lost.by_system]
    split = systems if len(systems) == 2 else []
    rows: list[tuple[Value, ...]] = []
    for kind, item in lost.worst()[:ROWS]:
        segment, system = item.where
        where = f" ({escaped(segment)}, {escaped(system)})" if item.example else ""
        each = (round(lost.by_system[system].get(kind, Lost()).lost) for system in split)
        recast = (item.recast,) if lost.of_frames else ()
        counts = round(item.total), round(item.lost), *each, round(item.added), *recast
        rows.append((plural(kind), *counts, f"{item.example}{where}"))
    if not rows:
        return None
    role = ("other role",) if lost.of_frames else ()
    head = ("", "in references", "lost", *(f"by {escaped(name)}" for name in split), "added", *role, "example")
    note = (
        f"Counted {_scope(content, lost)}. Lost: in the reference, and not matched in the translation; added: in the "
        "translation, and not matched in the reference; a reference counts for each of its translations."
    )
    if lost.of_frames:
        note += " Other role: fillers linked with one of another role; they count as lost, too."
    return ValueTable("lost", "", note, head, tuple(rows))


def _largest_deduction(content: ReportContent) -> str:
    """Return the feature of a learned metric that lowers the mean score most, below what is usual in its training."""
    values = FeatureValues(content.table, content.focus)
    sums = [
        (sum(float(values.values(system)[values.scored(system)][:, place].sum()) for system in values.systems), feature)
        for place, feature in enumerate(values.features)
    ]
    translations = sum(int(values.scored(system).sum()) for system in values.systems)
    if not translations:
        return ""
    effects = sorted((feature.weight * (total / translations - feature.mean), feature.words) for total, feature in sums)
    effect, words = effects[0]
    if effect >= 0:
        return ""
    return f"“{escaped(words)}” lowers the mean score most, by {difference(effect)} more than in the training data."


def plural(kind: str) -> str:
    """Return the plural of a kind of elements; labels of constituents have none."""
    if kind.isupper():
        return kind
    return f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}es" if kind.endswith("s") else f"{kind}s"
