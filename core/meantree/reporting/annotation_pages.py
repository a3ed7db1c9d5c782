"""What a report says of annotators: progress, how far they agree, and each contested frame side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from meantree.agreement.compared_annotators import ComparedAnnotators
from meantree.agreement.items import NO_FILLER, ROLES
from meantree.agreement.project_agreement import ProjectAgreement
from meantree.annotation.frame_annotation import WHEN_TO_REVIEW
from meantree.escaping import capitalised, counted, escaped, with_and
from meantree.evaluation.value_table import Value, ValueTable
from meantree.metrics.registry import metric
from meantree.numbers import fixed, p_text
from meantree.project.attention_checks import CHECKS, CHECKS_NOTE, checked, in_words
from meantree.project.file import Project
from meantree.project.workload import progress_of
from meantree.reporting.agreement_tables import (
    COMPARED,
    FIGURES,
    LEADING,
    SORT_NOTES,
    SORT_SIGNS,
    WORDS,
    WORDS_ALPHA,
    pair_name,
    reviewed,
)
from meantree.reporting.blocks import Block, Details, Grid, Heading, Line, Notes, Paragraph, Run, line
from meantree.reporting.content import ReportContent
from meantree.reporting.error_findings import error_points
from meantree.reporting.error_verdict import error_verdict
from meantree.reporting.marked_errors import error_sentences
from meantree.reporting.results import FEWEST, TOO_FEW, clear_differences, meaning_of, without_empty
from meantree.work import Work

FIRST: Final = ("progress", "summary", "error-counts", "error-pairs", "confusion", "systems")
"""Tables that are read first; the others are details."""
MINUTE: Final = len("2026-01-31T12:30")
"""Leading characters of an ISO time that give it to the minute."""
AT_ONCE: Final = 2
"""Translations that people may finish within a minute."""
LAYER: Final = "filler spans and roles"
"""The layer of agreement that stands for frames as a whole."""


NOTHING: Final = "nothing to annotate"
WITHOUT_ERROR: Final = "of these without an error"
_HEADS: Final = (
    "annotator",
    "assigned",
    "not finished",
    *("done", NOTHING, "cannot annotate", "in progress", "to review"),
    "remarks",
    "minutes",
)


OF_FRAMES: Final = ("cannot annotate", "to review")
"""Columns that projects of error spans alone have no use for."""

_MEANINGS: Final[Mapping[str, str]] = {
    "assigned": "Assigned: those of the segments that the annotator was given.",
    "not finished": "Not finished: how many of these remain, begun or not.",
    "in progress": "In progress: begun and not finished.",
    "to review": f"To review: {WHEN_TO_REVIEW}; these are scored with those that are done, without links to what was "
    "deleted.",
    "remarks": "Remarks: their number.",
    "minutes": "Minutes: the time at work.",
    CHECKS: CHECKS_NOTE,
}


def annotation_blocks(content: ReportContent, work: Work) -> Iterator[Block]:
    """Yield the tables that are read first: progress, five figures of agreement, the matrix of roles, the systems.

    Raises:
        InputError, UsageError: if the project can no longer be read.
        Cancelled: if the user stopped it.
    """
    tables = content.annotator_tables(work)
    is_said = content.is_unannotated and content.has("summary")  # on page one
    says_none = content.annotators.path is not None and not (content.is_annotated or content.specs or is_said)
    if tables or says_none:
        yield Heading(1, "Annotators", anchor="annotators")
    if says_none:
        yield Paragraph(line(f"Nobody has annotated {'these segments' if content.is_part else 'in this project'} yet."))
    for name in FIRST:
        named = [table for table in tables if table.name == name and not _is_later(content, table, work)]
        yield from map(Grid, _noted_once(map(trimmed, named)))


def _is_later(content: ReportContent, table: ValueTable, work: Work) -> bool:
    """Whether a table of those that are read first stands elsewhere.

    A matrix of roles with the gold standard is among the details, if there are others. What page one says of a single
    pair of people stands nowhere else.
    """
    agreement = content.agreement(work)
    if agreement is None:
        return False
    if table.name == "confusion":
        of_people = [f"Roles of {pair_name(agreement, pair)}" for pair in _of_people(agreement)]
        return bool(of_people) and table.title not in of_people
    return table.name == "summary" and content.has("summary") and _is_single(agreement)


def _is_single(agreement: ProjectAgreement) -> bool:
    """Whether there is one pair, of people, of which a sentence says all."""
    return len(agreement.pairs) == len(_of_people(agreement)) == 1


def _of_people(agreement: ProjectAgreement) -> list[ComparedAnnotators]:
    return [pair for pair in agreement.pairs if agreement.is_of_people(pair)]


def trimmed(table: ValueTable) -> ValueTable:
    """Return a table without what says nothing: columns without a value, zeros and unused roles of a matrix."""
    if table.name == "summary":  # what its figures mean is in the note, so that all columns fit a page
        named = [str(row[0]).partition(": ") for row in table.rows]
        meant = "; ".join(f"{name}: {meaning}" for name, _, meaning in named if meaning)
        rows = tuple((name, *row[1:]) for (name, _, _), row in zip(named, table.rows, strict=True))
        return without_empty(replace(table, rows=rows, note=f"{capitalised(meant)}. {table.note}"))
    if table.name == "progress":
        kept = [
            place for place, head in enumerate(table.head) if head == "done" or any(row[place] for row in table.rows)
        ]
        heads = tuple(table.head[place] for place in kept)
        note = table.note.replace(progress_note(table.head), progress_note(heads))
        rows = tuple(tuple(row[place] for place in kept) for row in table.rows)
        return replace(table, head=heads, rows=rows, note=note)
    if table.name == "roles":  # the last column counts their fillers
        return without_empty(replace(table, rows=tuple(row for row in table.rows if row[-1])))
    if table.name != "confusion":
        return without_empty(table)
    names = [str(row[0]) for row in table.rows]
    counts = [[cell if isinstance(cell, int) else 0 for cell in row[1:]] for row in table.rows]
    kept = [place for place in range(len(names)) if any(counts[place]) or any(row[place] for row in counts)]
    rows = tuple((names[row], *(table.rows[row][1 + column] or "" for column in kept)) for row in kept)
    return replace(table, head=(table.head[0], *(names[place] for place in kept)), rows=rows)


def annotation_details(content: ReportContent, work: Work) -> Iterator[Block]:
    """Yield the other tables of agreement, for the end of the report."""
    first = (*(name for name in FIRST if name != "confusion"), "segments")
    others = [
        table
        for table in content.annotator_tables(work)
        if table.name not in first and (table.name != "confusion" or _is_later(content, table, work))
    ]
    if others:
        yield Heading(2, "Agreement in detail")
        yield Details(counted(len(others), "table"), tuple(map(Grid, _noted_once(map(trimmed, others)))))


def _noted_once(tables: Iterable[ValueTable]) -> Iterator[ValueTable]:
    """Yield tables without the notes that stand under an earlier one."""
    notes = Notes.empty()
    return (replace(table, note=notes.once(table.note)) for table in tables)


def annotation_summary(content: ReportContent, work: Work) -> Iterator[Paragraph]:
    """Yield who annotated, which system is best by marked errors, and how far people agree, for page one.

    Raises:
        Cancelled: if the user stopped it.
    """
    if who := annotated(content):
        yield Paragraph(line(who))
    yield from map(Paragraph, error_verdict(content.finished_errors()))
    if (agreement := content.agreement(work)) is None:
        return
    if agreement.pairs or agreement.errors is None:
        yield from (Paragraph(line(sentence)) for sentence in annotation_result(agreement))
    if agreement.errors is not None:
        yield from (Paragraph(line(sentence)) for sentence in error_sentences(agreement.errors))
    if agreement.pairs and (meaning := meaning_of_agreement(agreement)):
        yield Paragraph(line(meaning), small=True)


def annotation_points(content: ReportContent, work: Work) -> Iterator[Line]:
    """Yield what stands out in annotations; lines may be empty."""
    agreement = content.agreement(work)
    yield from () if agreement is None else annotation_findings(content, agreement)
    yield from error_points(content, content.finished_errors(), agreement)


def annotation_result(agreement: ProjectAgreement) -> Iterator[str]:
    """Yield sentences on how far annotators agree, and which system is better."""
    pairs = _of_people(agreement)
    if not pairs:
        yield "No two people finished the same system’s translation of a segment, so agreement is unknown."
    yield from [_pairs_sentence(pairs)] if len(pairs) > 1 else map(_pair_sentence, pairs)
    yield from _rankings(agreement)


def annotated(content: ReportContent) -> str:
    """Return who annotated how many translations and when; empty if nobody finished one.

    Work that was imported without times has those of its import.
    """
    counts, times = content.annotators.finished_by_people(content.corpus.places.keys())
    if not counts:
        return ""
    named = with_and(f"{escaped(name)} ({count:,})" for name, count in counts.items())
    since, until = (times[0][:10], times[-1][:10]) if times else ("", "")
    when = f", finished on {since}" if since == until else f", finished from {since} to {until}"
    if len({time[:MINUTE] for time in times}) == 1 and len(times) > AT_ONCE:
        when = f", imported together on {since}"
    who = f"{counted(len(counts), 'person', 'people')} annotated translations: {named}{when if times else ''}."
    name = content.annotators.annotator
    return who if name is None else f"{who} The report is on {escaped(name)} alone, and compares no annotators."


def _pair_sentence(pair: ComparedAnnotators) -> str:
    figures = with_and(f"{name} {fixed(values[0])}" for name, values in _figures([pair]))
    alpha = pair.whole.kappas[WORDS].alpha
    of_words = "" if alpha is None else f"; {WORDS_ALPHA} is {fixed(alpha)}"
    few = f" ({TOO_FEW.replace('segments', 'translations')})" if pair.whole.translations < FEWEST else ""
    translations = counted(pair.whole.translations, "translation")
    return f"{_names(pair)} agree on {translations}{few} with F1 of {figures or 'nothing'}{of_words}."


def meaning_of_agreement(agreement: ProjectAgreement) -> str:
    """Return what the figures of a single pair of people mean, of which there is no table; else empty."""
    if not _is_single(agreement):
        return ""
    meant = "; ".join(title for name, title in FIGURES.items() if name != COMPARED)
    ends = (
        "F1 is 1 where both agree everywhere, 0 where they agree nowhere; Krippendorff's α is 1 where all labels "
        "agree, 0 at chance level."
    )
    return f"{meant}. {ends} {reviewed(agreement)}".strip()


def _pairs_sentence(pairs: Sequence[ComparedAnnotators]) -> str:
    """Return the range of agreement over several pairs of people, and who agree least and most."""
    counts = sorted({pair.whole.translations for pair in pairs})
    figures = with_and(f"{name} {_range(values)}" for name, values in _figures(pairs))
    few = f" ({TOO_FEW.replace('segments', 'translations')})" if counts[-1] < FEWEST else ""
    sentence = f"Each pair has {_span(f'{counts[0]:,}', f'{counts[-1]:,}')} translations in common{few} and agrees"
    sentence += f" with F1 of {figures or 'nothing'}"
    known = [(value, pair) for pair in pairs if (value := _f1(pair, LAYER)) is not None]
    if len(known) > 1:
        ranked = [_names(pair) for _, pair in sorted(known, key=lambda one: one[0])]
        sentence += f"; on fillers {ranked[0]} agree least, {ranked[-1]} most"
    return f"{sentence}."


def _figures(pairs: Sequence[ComparedAnnotators]) -> Iterator[tuple[str, list[float]]]:
    """Yield the names of the leading layers with the known F1 of each pair."""
    for name, title in LEADING.items():
        values = [value for pair in pairs if (value := _f1(pair, name)) is not None]
        if values:
            yield title.removeprefix("F1 of "), values


def _f1(pair: ComparedAnnotators, name: str) -> float | None:
    return next((layer.f for layer in pair.whole.layers if layer.name == name), None)


def _range(values: Sequence[float]) -> str:
    return _span(fixed(min(values)), fixed(max(values)))


def _span(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"


def _names(pair: ComparedAnnotators) -> str:
    return escaped(" and ".join(pair.names))


def _rankings(agreement: ProjectAgreement) -> Iterator[str]:
    """Yield which system each person's work puts first, and whether it is significantly better than the next one."""
    firsts: dict[str, list[str]] = {}
    is_known = False
    for name, ranking in agreement.rankings.items():
        known = [system.system for system in ranking.systems if system.score is not None]
        if agreement.kinds[name] != "person" or len(known) < 2:
            continue
        p = ranking.p(known[0], known[1])
        best = next(system.score for system in ranking.systems if system.system == known[0])
        sure = f"n = {ranking.segments:,}"
        if ranking.segments >= FEWEST and p is not None:
            is_known = True
            how = "significantly" if ranking.is_clear(known[0], known[1]) else "not significantly"
            how = f"{how} better than {escaped(known[1])}; {sure}, {p_text(p)}"
            sure = how if len(known) == 2 else sure  # of more systems, the order says it
        firsts.setdefault(known[0], []).append(f"{escaped(name)} ({fixed(best or 0.0)}, {sure})")
    if firsts:
        sides = "; ".join(f"{escaped(system)} for {with_and(names)}" for system, names in firsts.items())
        end = "" if len(firsts) == 1 else "; annotators differ in which system is best"
        end = end if is_known else f"; these are {TOO_FEW} which system is better"
        meaning = meaning_of(metric(agreement.spec))
        yield f"The system with the highest {escaped(agreement.spec)} ({meaning}) is {sides}{end}."
        yield from _orders(agreement)


def _orders(agreement: ProjectAgreement) -> Iterator[str]:
    """Yield the order of more than two systems by each person's work, and who is significantly better than whom."""
    said = []
    for name, ranking in agreement.rankings.items():
        known = [system.system for system in ranking.systems if system.score is not None]
        if agreement.kinds[name] == "person" and len(known) > 2:
            told = f" ({clear_differences(ranking, known)})" if ranking.segments >= FEWEST else ""
            said.append(f"{escaped(name)} {with_and(map(escaped, known))}{told}")
    if said:
        yield f"In order, the best first: {'; '.join(said)}."


def annotation_findings(content: ReportContent, agreement: ProjectAgreement) -> list[Line]:
    """Return where annotators disagree: the translation with least agreement, the roles most confused."""
    parts: list[str | Run] = []
    places = content.corpus.places
    differing, marked = content.contested
    if differing:
        below = Run("side by side", target="segments" if content.has("segments") and content.has("differences") else "")
        parts += [f"they differ on {differing:,} of {counted(marked, 'frame')} (", below, "). "]
    compared = [
        (translation.overall.f, places.get(translation.pair[0], len(places)), pair, translation)
        for pair in agreement.pairs
        if agreement.is_of_people(pair)
        for translation in pair.translations
        if translation.overall.f is not None
    ]
    if compared:
        share, _, pair, translation = min(compared, key=lambda item: item[:2])
        tied = len({one.pair for f1, _, _, one in compared if f1 == share}) - 1
        verb = "is" if tied == 1 else "are"
        also = f"; {counted(tied, 'other translation')} {verb} as low" if tied else ""
        segment, system, _ = translation.pair
        is_shown = content.has("segments") and content.has("differences")
        place = content.corpus.places.get(segment)
        target = f"segment-{place + 1}" if place in content.selection.shown and place is not None else ""
        parts += [
            f"{escaped(' and '.join(pair.names))} agree least on ",
            Run(f"segment {escaped(segment)}, {escaped(system)}", target=target if is_shown else ""),
            f" (F1 {fixed(share)}{also}). ",
        ]
    if confused := _most_confused(agreement):
        parts.append(confused)
    return [(Run("Where annotators differ: ", weight="strong"), *line(*parts))] if parts else []


def _most_confused(agreement: ProjectAgreement) -> str:
    """Return the two roles that are most often given to the same words, and the role most often given by one alone."""
    names = (*ROLES, NO_FILLER)
    counts: dict[tuple[str, str], int] = {}
    for pair in agreement.pairs:
        if agreement.is_of_people(pair):
            for row, first in enumerate(names):
                for column, second in enumerate(names):
                    if row != column:
                        key = (first, second) if (first, second) in counts or second == NO_FILLER else (second, first)
                        key = (second, NO_FILLER) if first == NO_FILLER else key
                        counts[key] = counts.get(key, 0) + int(pair.confusion[row][column])
    confused = max(((count, key) for key, count in counts.items() if key[1] != NO_FILLER), default=(0, ("", "")))
    alone = max(((count, key) for key, count in counts.items() if key[1] == NO_FILLER), default=(0, ("", "")))
    sentences = []
    if confused[0]:
        sentences.append(
            f"Most often confused are {confused[1][0]} and {confused[1][1]} ({counted(confused[0], 'filler')})."
        )
    if alone[0]:
        sentences.append(f"Most often marked by only one of two is the {alone[1][0]} ({counted(alone[0], 'filler')}).")
    return " ".join(sentences)


def agreement_of_translation(agreement: ProjectAgreement, segment: str, system: str) -> str:
    """Return in a few words how far people agree on one translation; empty if it has not been compared."""
    compared = [
        (pair, translation.overall.f)
        for pair in agreement.pairs
        if agreement.is_of_people(pair)
        for translation in pair.translations
        if translation.pair[:2] == (segment, system) and translation.overall.f is not None
    ]
    found = (f"{_names(pair)} F1 {fixed(f)}" if len(compared) > 1 else f"F1 {fixed(f)}" for pair, f in compared)
    return "; ".join(found)


# Progress


def progress_note(heads: Sequence[str]) -> str:
    """Return what these columns of the table of progress mean."""
    meanings = (meaning for head, meaning in _MEANINGS.items() if head in heads)
    return " ".join(("Counts are of translations.", *meanings))


def progress_table(path: Path, annotator: str | None = None) -> ValueTable:
    """Return the progress of a project's annotators, or of one; automatic frames are not counted.

    Raises:
        InputError, UsageError: if the project cannot be read.
    """
    rows: list[tuple[Value, ...]] = []
    with Project(path, passing=True) as project:
        corpus, gold, checks = project.corpus_of(""), project.rules.gold, checked(project)
        names = [name for name in project.people if annotator in (None, name)]
        for name in names:
            progress = progress_of(project, name, corpus)
            is_assigned, minutes = progress.assigned is not None, round(progress.seconds / 60)
            title = name + (SORT_SIGNS["gold"] if name == gold else "")
            done = progress.done if project.rules.has_frames else progress.done + progress.nothing
            counts = done, progress.nothing, progress.cannot, progress.open, progress.review, progress.remarks
            remaining = progress.left if is_assigned else None
            row = title, progress.assigned, remaining, *counts, minutes if progress.seconds else None
            rows.append((*row, in_words(checks.get(name))) if checks else row)
        is_of_frames = project.rules.has_frames
    heads: tuple[str, ...] = (*_HEADS, CHECKS) if checks else _HEADS
    if not is_of_frames:
        kept = [place for place, head in enumerate(heads) if head not in OF_FRAMES]
        heads = tuple(heads[place].replace(NOTHING, WITHOUT_ERROR) for place in kept)
        rows = [tuple(row[place] for place in kept) for row in rows]
    note = " ".join((progress_note(heads), *[SORT_NOTES["gold"]] * (gold in names)))
    return ValueTable("progress", "Progress", note, heads, tuple(rows))
