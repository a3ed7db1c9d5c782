"""Page one and the tables of a report on annotators: which system is best by their work, how far they agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean
from typing import TYPE_CHECKING, Final

from meantree.agreement.frame_agreement import NO_FILLER
from meantree.agreement.project_agreement import ProjectAgreement
from meantree.annotation.error_annotation import MarkedError
from meantree.annotation.rules import BOTH
from meantree.comparison.marks import MINOR_NAMES, Severity
from meantree.escaping import capitalised, counted, escaped, listed, with_and
from meantree.evaluation.compared_systems import Ranking
from meantree.evaluation.value_table import ValueTable
from meantree.metrics.registry import metric
from meantree.numbers import fixed, p_text, percent
from meantree.picture.row_charts import CountRow, count_chart
from meantree.picture.style import Measure, approximate_width
from meantree.reporting.agreement_tables import LEADING, f_of, pair_name
from meantree.reporting.annotator_differences import KINDS
from meantree.reporting.blocks import Block, Figure, Grid, Heading, Line, Paragraph, Run, line
from meantree.reporting.contents import Contents, compared_texts, segment_link
from meantree.reporting.error_scores import (
    MOST_ROWS,
    Found,
    annotations_of,
    best_first,
    error_verdict,
    leading_scores,
    people_of,
    severities_of,
    values_of,
)
from meantree.reporting.people import People
from meantree.reporting.progress import progress_note
from meantree.reporting.results import F1, FEWEST, TOO_FEW, extreme, meaning_of, span, without_empty
from meantree.reporting.system_scores import CHART, ranking_figure

if TYPE_CHECKING:
    from meantree.agreement.compared_errors import ErrorAgreement

FIRST: Final = (
    ("Systems", ("error-counts", "systems", "means")),
    ("Agreement", ("summary", "error-pairs", "confusion")),
    ("Progress", ("progress",)),
)
"""Tables that are read, by their headings; the others are details."""
MINUTE: Final = len("2026-01-31T12:30")
"""Leading characters of an ISO time that give it to the minute."""
AT_ONCE: Final = 2
"""Translations that people may finish within a minute."""
MOST_PEOPLE: Final = 4
"""People of whose work the figure shows the systems' scores."""
LAYER: Final = "filler spans and roles"
"""The layer of agreement that stands for frames as a whole."""
MOST_CATEGORIES: Final = 5
NO_CATEGORY: Final = "without a category"
UNSCORED: Final = (0.0, ("", ""), (0.0, 0.0), ("", ""))
"""The largest difference of scores, by whom and on what, if nobody gave any."""
NOBODY: Final = (
    ", so there is no score, progress or agreement to report. Annotate them on the page Annotate, or join projects "
    "with annotations (meantree merge); the report “analysis” needs no annotations."
)


def annotation_page(contents: Contents, measure: Measure) -> Iterator[Block]:
    """Yield page one: what was annotated, the result by people, how far they agree, what stands out, a figure."""
    people = contents.people
    assert people is not None, "a report on annotators"
    yield Heading(1, "Result", anchor="result")
    yield Paragraph(line(_translations(contents)))
    if not people.is_annotated:
        yield Paragraph(line(Run("Nobody annotated these translations", weight="strong"), NOBODY))
        return
    if who := annotated(people):
        yield Paragraph(line(who))
    yield from _result(people)
    agreement = people.agreement
    if agreement is not None:
        yield from (Paragraph(line(sentence)) for sentence in _agreement(agreement))
    points = [*_where_they_differ(contents, people), *_error_points(contents, people)]
    if points:
        yield Heading(2, "What stands out")
        yield from (Paragraph(point, point=True) for point in points)
    yield from _figure(people, measure)


def _translations(contents: Contents) -> str:
    segments, references = compared_texts(contents)
    systems = with_and(map(escaped, contents.systems))
    return f"{segments}, translated by {systems or 'no system'}, with {references}."


def _result(people: People) -> Iterator[Block]:
    """Yield which system is best: by the gold standard first, then by each person."""
    both = (f"By the gold standard ({escaped(people.gold)})", people.gold_errors), ("By the annotators", people.errors)
    for whose, found in both:
        for place, sentence in enumerate(error_verdict(found)):
            is_first = bool(people.gold_errors) and place == 0
            yield Paragraph((*line(Run(f"{whose}: ", weight="strong")), *sentence) if is_first else sentence)
    agreement = people.agreement
    hidden = "" if agreement is None else agreement.pool.corpus.why_unscored
    if agreement is None or hidden:
        yield from (Paragraph(line(f"{capitalised(hidden)}.")),) if hidden else ()
        return
    meaning = f" ({meaning_of(metric(agreement.spec))})"  # which stands once
    persons = (name for name in agreement.rankings if agreement.pool.are_people([name]))
    for name in dict.fromkeys((people.gold, *persons)):
        ranking = agreement.rankings.get(name)
        if ranking is not None and (leader := _leader(ranking)) is not None:
            whose = "the gold standard" if name == people.gold else f"the work of {escaped(name)}"
            best = Run(f"By {whose}, the highest {escaped(agreement.spec)} is that of {leader[0]}", weight="strong")
            yield Paragraph(line(best, f"{meaning}: {leader[1]}."))
            meaning = ""


def _leader(ranking: Ranking) -> tuple[str, str] | None:
    """Return the best system, or those that share its score, and that score with n and how sure it is."""
    scores = {system.system: system.score for system in ranking.systems if system.score is not None}
    if len(scores) < 2:
        return None
    best = next(iter(scores.values()))  # the best first
    leaders = [system for system, score in scores.items() if score == best]
    others = [system for system in scores if system not in leaders]
    sure = [f"n = {ranking.segments:,}"]
    if others:
        sure = [f"{fixed(scores[others[0]] or 0.0)} for {escaped(others[0])}", *sure]
        sure += [TOO_FEW if ranking.segments < FEWEST else _lead(ranking, leaders[0], others)]
    return with_and(map(escaped, leaders)), ", ".join((fixed(best), *sure))


def _lead(ranking: Ranking, first: str, others: Sequence[str]) -> str:
    """Return which other systems the first is significantly better than."""
    clear = [other for other in others if ranking.is_clear(first, other)]
    tested = [(other, p) for other in clear or others[:1] if (p := ranking.p(first, other)) is not None]
    only = "only " if 0 < len(clear) < len(others) else ""
    named = with_and(f"{escaped(other)} ({p_text(p)})" for other, p in tested)
    if not clear:
        return "not significantly better than " + ("any other" if len(others) > 1 else named)
    return f"significantly better {only}than {named}"


def _agreement(agreement: ProjectAgreement) -> Iterator[str]:
    """Yield sentences on how far people agree on frames, and on error spans."""
    pairs, errors = agreement.pairs_of_people, agreement.errors
    if pairs:
        who, common = zip(*((" and ".join(pair.names), pair.whole.translations) for pair in pairs), strict=True)
        layers = {title.removeprefix("F1 of "): [f_of(pair, name) for pair in pairs] for name, title in LEADING.items()}
        yield _agree(who, "", common, layers, LEADING[LAYER].removeprefix("F1 of "))
    elif errors is None:
        yield "No two people finished the same translation of a segment, so inter-annotator agreement is unknown."
    every = {} if errors is None else errors.of_people().pairs
    if known := {names: pair for names, pair in every.items() if pair.characters[""].f is not None}:
        spans = {
            "characters": [pair.characters[""].f for pair in known.values()],
            "errors": [pair.errors[""].f for pair in every.values()],
        }
        translations = [pair.translations for pair in every.values()]
        yield _agree(list(map(" and ".join, known)), "the errors in ", translations, spans, "characters")


def _agree(
    who: Sequence[str], on: str, common: Sequence[int], figures: Mapping[str, Sequence[float | None]], telling: str
) -> str:
    """Return how far pairs agree by F1 of these units, and who agree least and most on the telling ones.

    ``common`` are the numbers of translations that pairs have in common.
    """
    known = {name: [f for f in values if f is not None] for name, values in figures.items()}
    said = with_and(f"{name} {span(values)}" for name, values in known.items() if values) or "nothing"
    low, high = min(common), max(common)
    shared = counted(low, "translation") if low == high else f"{low:,} to {high:,} translations each"
    few = f" ({TOO_FEW.replace('segments', 'translations')})" if high < FEWEST else ""
    whose = escaped(who[0]) if len(who) == 1 else f"{len(who):,} pairs of people"
    sentence = f"{whose} agree on {on}{shared}{few} with {F1} of {said}"
    values = {pair: f for pair, f in zip(who, figures[telling], strict=True) if f is not None}
    if values and min(values.values()) < max(values.values()):
        least, most = extreme(values, lowest=True), extreme(values)
        sentence += f"; on {telling.partition(' ')[0]} {least} agree least, {most} most"
    return f"{sentence}."


def _figure(people: People, measure: Measure) -> Iterator[Block]:
    """Yield the errors by system, or the systems' scores by the gold standard or else by each person."""
    figure = error_figure(people.errors, measure)
    agreement = people.agreement
    if figure is None and agreement is not None:
        gold, names = agreement.rankings.get(people.gold), [*people.finished][:MOST_PEOPLE]
        rankings = {name: agreement.rankings[name] for name in names if name in agreement.rankings}
        rankings = rankings if gold is None else {"the gold standard": gold}
        figure = ranking_figure(rankings, agreement.spec, measure)
    yield from () if figure is None else (figure,)


def annotation_tables(people: People) -> Iterator[Block]:
    """Yield the tables that are read: the systems, agreement and progress."""
    printed = set[str]()
    for title, names in FIRST:
        tables = [table for name in names for table in people.table(name) if not _is_detail(people, table)]
        if tables:
            yield Heading(1, title, anchor=title.casefold())
        named = (replace(table, title="") if table.title == title else table for table in map(trimmed, tables))
        yield from map(Grid, _noted_once(named, printed))


def annotation_details(people: People) -> Iterator[Grid]:
    """Yield the other tables."""
    first = {name for _, names in FIRST for name in names}
    others = [table for table in people.tables if table.name not in first or _is_detail(people, table)]
    yield from map(Grid, _noted_once(map(trimmed, others), set()))


def _is_detail(people: People, table: ValueTable) -> bool:
    """Whether it is a matrix of roles of others than the two people who agree least on fillers."""
    if table.name != "confusion" or people.agreement is None:
        return False
    values = ((pair_name(people.agreement, pair), f_of(pair, LAYER)) for pair in people.agreement.pairs_of_people)
    known = {name: value for name, value in values if value is not None}
    return not known or table.title != f"Roles of {min(known, key=known.__getitem__)}"


def _noted_once(tables: Iterable[ValueTable], printed: set[str]) -> Iterator[ValueTable]:
    """Yield tables without the notes that stand under an earlier one."""
    for table in tables:
        yield replace(table, note="") if table.note in printed else table
        printed.add(table.note)


def trimmed(table: ValueTable) -> ValueTable:
    """Return a table without what says nothing: columns without a value, zeros and unused roles of a matrix."""
    if table.name == "summary":  # what its figures mean is in the note, so that all columns fit a page
        named = [str(row[0]).partition(": ") for row in table.rows]
        meant = "; ".join(f"{name}: {meaning}" for name, _, meaning in named if meaning)
        rows = tuple((name, *row[1:]) for (name, _, _), row in zip(named, table.rows, strict=True))
        return without_empty(replace(table, rows=rows, note=f"{capitalised(meant)}. {table.note}"))
    if table.name == "progress":
        shown = table.columns(
            place for place, head in enumerate(table.head) if head == "done" or any(row[place] for row in table.rows)
        )
        return replace(shown, note=table.note.replace(progress_note(table.head), progress_note(shown.head)))
    if table.name == "roles":  # the last column counts their fillers
        return without_empty(replace(table, rows=tuple(row for row in table.rows if row[-1])))
    if table.name != "confusion":
        return without_empty(table)
    names = [str(row[0]) for row in table.rows]
    counts = [[cell if isinstance(cell, int) else 0 for cell in row[1:]] for row in table.rows]
    kept = [place for place in range(len(names)) if any(counts[place]) or any(row[place] for row in counts)]
    rows = tuple((names[row], *(table.rows[row][1 + column] or "" for column in kept)) for row in kept)
    note = table.note if NO_FILLER in map(names.__getitem__, kept) else f"{table.note.partition(';')[0]}."
    return replace(table, note=note, head=(table.head[0], *(names[place] for place in kept)), rows=rows)


def annotated(people: People) -> str:
    """Return who annotated how many translations and when; empty if nobody finished one.

    Work that was imported without times has those of its import.
    """
    counts, times = people.finished, people.times
    if not counts:
        return ""
    named = with_and(f"{escaped(name)} ({count:,})" for name, count in counts.items())
    since, until = (times[0][:10], times[-1][:10]) if times else ("", "")
    when = f", finished on {since}" if since == until else f", finished from {since} to {until}"
    if len({time[:MINUTE] for time in times}) == 1 and len(times) > AT_ONCE:
        when = f", imported together on {since}"
    # Progress counts those whose frames and error spans are both done.
    pool = people.annotations.pool
    layers = " in frames or error spans" if pool is not None and BOTH in pool.protocols else ""
    who = f"{counted(len(counts), 'person', 'people')} annotated translations{layers}: {named}{when if times else ''}."
    name = people.annotations.annotator
    alone = "" if name is None else f"The report is on {escaped(name)} alone, and compares no annotators."
    return " ".join(filter(None, (who, alone or people.annotations.finalized)))


def _where_they_differ(contents: Contents, people: People) -> list[Line]:
    """Return on how many frames annotators differ, the translation with least agreement, and undecided links."""
    parts: list[str | Run] = []
    agreement, places = people.agreement, contents.corpus.places
    if agreement is None:
        return []
    kinds = [f"{count:,} {kind}" for kind in KINDS if (count := people.contested.get(kind, 0))]
    if kinds:
        every = counted(sum(people.contested.values()), "frame")
        parts.append(f"of {every} that anyone marked, {with_and(kinds)}. ")
    compared = [
        (translation.overall.f, places.get(translation.pair[0], 0), pair, translation)
        for pair in agreement.pairs_of_people
        for translation in pair.translations
        if translation.overall.f is not None and translation.pair[0] in places
    ]
    if compared:
        share, _, pair, translation = min(compared, key=lambda item: item[:2])
        tied = len({one.pair for f1, _, _, one in compared if f1 == share}) - 1
        verb = "is" if tied == 1 else "are"
        also = f"; {counted(tied, 'other translation')} {verb} as low" if tied else ""
        segment, system, _ = translation.pair
        parts += [
            f"{escaped(' and '.join(pair.names))} agree least on ",
            *segment_link(contents, places[segment]),
            f", {escaped(system)} (F1 {fixed(share)}{also}). ",
        ]
    if any(people.undecided):
        frames, fillers = people.undecided
        between = f"{counted(frames, 'link')} between frames and {fillers:,} between fillers"
        parts.append(f"{between} are undecided, which score as none.")
    return [(Run("Where annotators differ: ", weight="strong"), *line(*parts))] if parts else []


# What stands out of error spans


def _error_points(contents: Contents, people: People) -> Iterator[Line]:
    """Yield which errors are most frequent, which translation is worst, and where people differ most."""
    found, agreement = people.errors, people.agreement
    if errors := _errors(found):
        yield line(Run("What is marked most: ", weight="strong"), _frequent(errors))
        if where := tuple(_worst(contents, found)):
            yield line(Run("Which translation is worst: ", weight="strong"), *where)
    compared = None if agreement is None else agreement.errors
    if compared is not None and (differing := tuple(_scores_that_differ(contents, compared.of_people()))):
        yield line(Run("Where annotators differ on errors: ", weight="strong"), *differing)


def _errors(found: Found) -> list[MarkedError]:
    return [error for own in found.values() for one in annotations_of(own) for error in one.errors]


def _frequent(errors: Sequence[MarkedError]) -> str:
    """Return how many errors have the most frequent category, if any has one, and how grave they are."""
    every = counted(len(errors), "marked error")
    if not any(error.category for error in errors):
        return f"{every}: {_by_severity(errors)}."
    counts = Counter(error.category or NO_CATEGORY for error in errors)
    category, number = counts.most_common(1)[0]
    own = [error for error in errors if (error.category or NO_CATEGORY) == category]
    share = percent(number / len(errors))
    in_all = f"; all errors: {_by_severity(errors)}" if len(counts) > 1 else ""
    if sum(count == number for count in counts.values()) > 1:
        return f"{extreme(counts)}, each {number:,} of {every} ({share}){in_all}."
    what = f"{'is' if number == 1 else 'are'} {escaped(category)} ({_by_severity(own)})"
    return f"{number:,} of {every} ({share}) {what}{in_all}."


def _by_severity(errors: Sequence[MarkedError]) -> str:
    """Return how many errors have which severity, the gravest first; empty without errors."""
    counts = Counter(error.label[0] for error in errors)
    names = (*reversed(severities_of(errors)), "")
    return ", ".join(f"{counts[name]:,} {escaped(name) or 'without a severity'}" for name in names if counts[name])


def _worst(contents: Contents, found: Found) -> Iterator[str | Run]:
    """Yield the translation with the worst score."""
    measure, scores = leading_scores(found)
    means = [
        (fmean(own.values()), contents.corpus.places.get(segment, 0), segment, system, len(own))
        for system, each in scores.items()
        for segment, own in each.items()
    ]
    if len(means) > 1 and min(means)[0] < max(means)[0]:
        mean, _, segment, system, people = min(means)
        is_tied = sum(one[0] == mean for one in means) > 1
        yield f"{'one of the worst scores' if is_tied else 'the worst score'} is that of "
        yield from segment_link(contents, contents.corpus.places[segment])
        of = f", the mean of {people} people" if people > 1 else ""
        yield f", by {escaped(system)}: {measure.name} {fixed(mean)}{of}."


def _scores_that_differ(contents: Contents, agreement: ErrorAgreement) -> Iterator[str | Run]:
    """Yield the translation whose scores differ most."""
    scored = [
        (abs(first - second), one.names, (first, second), one.translation)
        for one in agreement.comparisons
        for first, second in [one.scores]
        if first is not None and second is not None
    ]
    difference, names, scores, (segment, system) = max(scored, key=lambda item: item[0], default=UNSCORED)
    if difference:
        yield "their scores differ most on "
        yield from segment_link(contents, contents.corpus.places[segment])
        by = " and ".join(f"{fixed(score)} ({escaped(name)})" for score, name in zip(scores, names, strict=True))
        tied = sum(item[0] == difference for item in scored) - 1
        yield f", {escaped(system)}: {by}{f'; on {tied:,} more as much' if tied else ''}."


def error_figure(found: Found, measure: Measure = approximate_width) -> Figure | None:
    """Return how many errors of the most frequent categories each system has, by severity; None without any error."""
    errors = _errors(found)
    if not errors:
        return None
    scale, scores = leading_scores(found)
    systems = [*best_first(scores), *sorted(found.keys() - scores.keys())][:MOST_ROWS]
    most = max(1, min(MOST_CATEGORIES, MOST_ROWS // len(systems)))
    categories = [name for name, _ in Counter(error.category for error in errors).most_common(most)]
    has_categories = any(error.category for error in errors)
    rows = []
    for category in categories:
        for place, system in enumerate(systems):
            own = [one for one in _errors({system: found[system]}) if one.category == category]
            group = (escaped(category) or NO_CATEGORY) if has_categories and place == 0 else ""
            rows.append(CountRow(group, escaped(system), _drawn(own), _by_severity(own) or "0"))
    what = "Marked errors by system"
    if has_categories:
        several = f"{len(categories)} most frequent categories"
        what = f"Marked errors of the {several if len(categories) > 1 else 'most frequent category'} by system"
    if len(systems) < len(found):
        what += f", of which the first {MOST_ROWS} are shown"
    said = (f"{categories[place // len(systems)]} {row.label}: {row.text}".strip() for place, row in enumerate(rows))
    chart = count_chart(rows, CHART, measure)
    whose = ", of all people" if len(people_of(found)) > 1 else ""
    means = {float(values_of(own).mean()) for own in scores.values()}
    order = f", systems by their mean {scale.name}, the best first" if len(means) > 1 else ""
    return Figure((chart,), f"{what}{whose}{order}.", f"{what}: {listed(map(str, said))}.")


def _drawn(errors: Sequence[MarkedError]) -> dict[Severity, int]:
    """Return how many errors are drawn as minor and as major."""
    minor = sum(error.label[0] in MINOR_NAMES for error in errors)
    return {"minor": minor, "major": len(errors) - minor}
