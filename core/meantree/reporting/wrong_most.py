"""What goes wrong most: what translations lose and add by kind, or what is found wrong, with an example each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from meantree.comparison.pair_findings import LIMITED
from meantree.escaping import counted, escaped, uncapitalised, with_and
from meantree.evaluation.paired_tests import CORRECTED, TESTED
from meantree.evaluation.systematic_errors import feature_errors
from meantree.evaluation.value_table import Value, ValueTable
from meantree.findings.search import Finding
from meantree.numbers import Count, count_text, percent
from meantree.reporting.content import ReportContent
from meantree.reporting.lost_elements import Lost, LostElements
from meantree.reporting.results import FEWEST, better_first
from meantree.work import Work

KINDS, LEADING = 3, 2
"""Kinds of lost elements that are named in the sentence, and of findings beside them."""
ROWS: Final = 8
"""Kinds in the table."""


def most_lost(content: ReportContent, work: Work) -> str:
    """Return a sentence on what annotators or the metric match least, else on what is found most; empty if unknown."""
    lost = content.lost_elements(work)
    if lost.is_empty:
        return _most_found(content, work)
    worst = lost.worst()[:KINDS]
    if not worst:
        return ""
    named = with_and(
        f"{kind if lost.of_frames else plural(kind)} "
        f"({count_text(item.lost)} of {count_text(item.total)}, {percent(item.share)})"
        for kind, item in worst
    )
    subject = "translations lose" if lost.annotators else f"{escaped(content.focus)} does not match"
    return f"{subject} {'parts of frames: ' if lost.of_frames else ''}{named}."


def _scope(content: ReportContent, lost: LostElements) -> str:
    """Return in how many translations elements were counted, and by what."""
    if not lost.annotators:
        return f"in {counted(lost.translations, 'translation')} by {escaped(content.focus)}"
    return f"in {counted(lost.translations, 'annotation')} by {with_and(map(escaped, lost.annotators))}"


def lost_table(content: ReportContent, work: Work) -> ValueTable | None:
    """Return a row for each kind of which most is lost: counts of all systems together, lost ones of two each.

    Where the metric has no such units, return a row for each kind of findings.
    """
    lost = content.lost_elements(work)
    if lost.is_empty:
        return _found_table(content, work)
    systems = [system for system in better_first(content.results(work), content.systems) if system in lost.by_system]
    split = systems if len(systems) == 2 else []
    rows: list[tuple[Value, ...]] = []
    for kind, item in lost.worst()[:ROWS]:
        segment, system = item.where
        where = f" ({segment}, {system})" if item.example else ""
        each = [Count.of(lost.by_system[system].get(kind, Lost()).lost) for system in split]
        recast = (item.recast,) if lost.of_frames else ()
        counts = Count.of(item.total), Count.of(item.lost), *each, Count.of(item.added), *recast
        rows.append((kind if lost.of_frames else plural(kind), *counts, f"{item.example}{where}"))
    if not rows:
        return None
    role = ("other role",) if lost.of_frames else ()
    head = ("kind", "in references", "missed", *(f"by {name}" for name in split), "extra", *role, "example")
    note = (
        f"Counted {_scope(content, lost)}. Missed: in the reference, and not matched in the translation; extra: in the "
        "translation, and not matched in the reference; a reference counts for each of its translations."
    )
    if any("” of “" in str(row[-1]) for row in rows):
        note += f" Example: “…” of its {'predicate' if lost.of_frames else 'head'}."
    if any(isinstance(value, Count) for row in rows for value in row):
        note += f" {'What is linked as partial counts' if lost.of_frames else 'Units that repeat can count'} in part."
    if lost.foreign:
        note += f" Left out: {counted(lost.foreign, 'translation')} not in English, or with such a reference."
    if lost.of_frames:
        note += " Other role: fillers linked with one of another role; they count as missed, too."
    return ValueTable("lost", "", note, head, tuple(rows))


def _most_found(content: ReportContent, work: Work) -> str:
    """Return a sentence on the kinds of findings shown in most translations; empty if there are none."""
    places = content.selection.selected
    kinds = _found_kinds(content, places, work)
    if not kinds:
        return ""
    first, others = _named(kinds[:KINDS], _searched(content, places, work))
    example = escaped(f"{', '.join(kinds[0].where)}: {kinds[0].example}")
    return f"{first}, as in segment {example}{others}.{_unsearched(content, work)}"


def _named(kinds: Sequence[_FoundKind], searched: int) -> tuple[str, str]:
    """Return the first kind of findings, of how many searched translations it is one, and the others after it."""
    first, *others = (f"{uncapitalised(kind.title)} ({kind.number:,}" for kind in kinds)
    return f"{first} of {counted(searched, 'translation')})", "".join(f"; {other})" for other in others)


def leading_findings(content: ReportContent, work: Work) -> tuple[str, str, str, str, str]:
    """Return what is found most in the shown segments, with segment, system and sentence of its surest, and what next.

    Where what goes wrong most is said by findings, or none is shown, all are empty.
    """
    places = sorted(content.selection.shown)
    kinds = [] if content.lost_elements(work).is_empty else _found_kinds(content, places, work)[:LEADING]
    if not kinds:
        return "", "", "", "", ""
    first, others = _named(kinds, _searched(content, places, work))
    return first, *kinds[0].where, kinds[0].example, others


def _unsearched(content: ReportContent, work: Work) -> str:
    """Return sentences on the translations that were not searched for findings, or for few kinds; empty without any."""
    places = content.selection.selected
    values = content.findings(places, work)
    segments = [content.corpus.segments[place] for place in places]
    every = sum(system in segment.hypotheses for segment in segments for system in values.systems)
    said = ""
    if number := every - _searched(content, places, work):
        said += f" Not searched: {counted(number, 'translation')}; a text of these is empty, too long or not analysed."
    if values.limited:
        said += f" In {counted(values.limited, 'translation')} without an English reference, {LIMITED}."
    return said


def _found_table(content: ReportContent, work: Work) -> ValueTable | None:
    """Return the kinds of findings shown in most translations, of two systems with the p of their difference."""
    places = content.selection.selected
    kinds = _found_kinds(content, places, work)
    both = better_first(content.results(work), content.systems) if len(content.systems) == 2 else ()
    if not kinds:
        return None
    ps: dict[str, float | None] = {}
    is_tested = bool(both) and len(places) >= FEWEST
    if is_tested:
        errors = feature_errors(content.findings(places, work), both[0], both[1])
        ps = {error.feature.name: error.share_q for error in errors}
    rows: list[tuple[Value, ...]] = []
    for kind in kinds[:ROWS]:
        p = (ps[kind.name],) if is_tested else ()
        counts = kind.number, *(kind.by_system[name] for name in both), *p
        rows.append((kind.title, *counts, f"{', '.join(kind.where)}: {kind.example}"))
    head = ("kind", "translations", *(f"by {name}" for name in both), *(["p"] if is_tested else []), "example")
    searched = counted(_searched(content, places, work), "translation")
    note = f"Findings shown in {searched}, each kind once in a translation."
    note += _unsearched(content, work)
    if is_tested:
        note += f" p: {TESTED}, {CORRECTED}."
    return ValueTable("lost", "", note, head, tuple(rows))


@dataclass(frozen=True, slots=True)
class _FoundKind:
    """A kind of findings: in how many translations by each system it is shown, and the surest one.

    Attributes:
        title: what happened, in words.
        example, where: the sentence of the surest one without its title, and its segment and system.
    """

    name: str
    title: str
    by_system: dict[str, int]
    example: str
    where: tuple[str, str]

    @property
    def number(self) -> int:
        """In how many translations it is shown."""
        return sum(self.by_system.values())


def _found_kinds(content: ReportContent, places: Sequence[int], work: Work) -> list[_FoundKind]:
    """Return the kinds of findings in the translations of these segments, the most frequent first."""
    if content.focus not in content.metrics or not content.has_findings:
        return []
    values = content.findings(places, work)
    keys = [content.corpus.segments[place].key for place in places]
    surest: dict[str, tuple[Finding, tuple[str, str]]] = {}
    for system, of_segments in values.found.items():
        for key, shown in zip(keys, of_segments, strict=True):
            for finding in shown or ():
                known = surest.get(finding.kind.name)
                if known is None or finding.probability > known[0].probability:
                    surest[finding.kind.name] = finding, (key, system)
    counts = {system: values.fired(system).sum(axis=0).tolist() for system in values.systems}
    kinds = []
    for place, feature in enumerate(values.features):
        finding, where = surest[feature.name]
        by_system = {system: of_kinds[place] for system, of_kinds in counts.items()}
        example = finding.sentence.removeprefix(f"{feature.words}: ")
        kinds.append(_FoundKind(feature.name, feature.words, by_system, example, where))
    return sorted(kinds, key=lambda kind: -kind.number)


def _searched(content: ReportContent, places: Sequence[int], work: Work) -> int:
    """Return the number of translations of these segments that could be searched for findings."""
    values = content.findings(places, work)
    return sum(int(values.scored(system).sum()) for system in values.systems)


def plural(kind: str) -> str:
    """Return the plural of a kind of elements; labels of constituents have none."""
    if kind.isupper():
        return kind
    return f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}es" if kind.endswith("s") else f"{kind}s"
