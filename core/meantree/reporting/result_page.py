"""Page one of an analysis or a comparison: which system is better and how sure that is, and what goes wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from meantree.comparison.pair_findings import LIMITED
from meantree.errors import Problem
from meantree.escaping import counted, escaped, uncapitalised, with_and
from meantree.evaluation.paired_tests import CORRECTED
from meantree.evaluation.value_table import Value, ValueTable
from meantree.numbers import fixed, percent
from meantree.phenomena.search import Finding
from meantree.picture.style import Measure
from meantree.reporting.blocks import Block, Grid, Heading, Paragraph, Run, line
from meantree.reporting.contents import KINDS, Contents, compared_texts, segment_link
from meantree.reporting.differences import FoundKind, other_wording
from meantree.reporting.results import FEWEST, Result, extreme, meaning_of, order, verdict
from meantree.reporting.system_scores import systems_figure, systems_grid

ROWS: Final = 8
"""Kinds of differences in the table, of which some are other wording."""
WORDING_ROWS: Final = 2
FEW_SYSTEMS: Final = 4
"""Systems whose numbers stand side by side in a sentence or a table of a page."""
UNFINISHED: Final = (
    " scores frames that people annotated, and nobody has finished a translation. Annotate translations of a project "
    "on the page Annotate, or score with another metric, such as hwcm."
)


def result_page(contents: Contents, measure: Measure) -> Iterator[Block]:
    """Yield page one; ``measure`` gives the widths of names in the figure."""
    yield Heading(1, "Result", anchor="result")
    yield Paragraph(line(_compared(contents)))
    yield from _result(contents)
    yield from _went_wrong(contents)
    figure = systems_figure(contents.results, measure) if len(contents.corpus.segments) > 1 else None
    yield from () if figure is None else (figure,)


def systems_section(contents: Contents) -> Iterator[Block]:
    """Yield the table of systems, and that of what goes wrong in each."""
    if contents.results:
        yield Heading(1, "Systems", anchor="systems")
        yield systems_grid(contents)
    if (table := kinds_table(contents, is_whole=False)) is not None:
        yield Grid(table)


def _compared(contents: Contents) -> str:
    """Return a sentence on what was compared with what, on how many segments, and from which languages."""
    corpus, systems = contents.corpus, with_and(map(escaped, contents.systems))
    languages, references = compared_texts(contents)
    verb = "is" if len(contents.systems) < 2 else "are"
    if contents.request.kind == "comparison" and (others := len(corpus.systems) - len(contents.systems)) > 0:
        systems += f", the best of {others + len(contents.systems)} systems by {escaped(contents.focus)},"
    segments = f"{counted(len(corpus.segments), 'segment')} of “{escaped(corpus.name)}”{escaped(languages)}"
    return f"{systems or 'No system'} {verb} compared with {escaped(references)} on {segments}."


def _result(contents: Contents) -> Iterator[Paragraph]:
    """Yield which system is better by each metric of page one, and what stands against trusting that."""
    by_spec = {result.spec: result for result in contents.results}
    if contents.focus not in by_spec:
        yield Paragraph(line(*_without_result(contents)))
    if sentence := _empty(contents):
        yield Paragraph(line(Run("Caution: ", weight="strong"), sentence))
    for caution in cautions(contents):
        yield Paragraph(line(Run("Caution: ", weight="strong"), f"{escaped(str(caution))}."))
    leading = [by_spec[spec] for spec in contents.headline if spec in by_spec] or list(contents.results[:1])
    for place, result in enumerate(leading):
        yield from _verdict(result, is_first=place == 0)
    if leading and (sentence := _others(contents, leading)):
        yield Paragraph(line(sentence))
    if leading and (sentence := _smoothed(contents, leading[0])):
        yield Paragraph(line(sentence), small=True)


def _others(contents: Contents, leading: Sequence[Result]) -> str:
    """Return which further metrics put another system first than that in focus does; empty if none does."""
    first, by_system = leading[0].best, dict[str, list[str]]()
    for result in contents.results:
        best = result.best
        if result in leading or first is None or best is None:
            continue
        scores = {one.system: one.score for one in result.ranking.systems}
        if scores.get(first.system) != best.score:  # else both are first
            by_system.setdefault(best.system, []).append(escaped(result.spec))
    said = ", ".join(f"{escaped(system)} by {with_and(specs)}" for system, specs in by_system.items())
    return f"Other metrics put another system first: {said}." if said else ""


def _verdict(result: Result, *, is_first: bool) -> Iterator[Paragraph]:
    """Yield which system is better by a metric and what that measures; by the first, the order of all."""
    main, numbers = verdict(result)
    before, by, after = main.partition(f"y {escaped(result.spec)}")  # “By” at the beginning, “by” elsewhere
    meaning = Run(f" ({meaning_of(result.metric)})" if by else "")
    yield Paragraph(line(Run(f"{before}{by}", weight="strong"), meaning, Run(after, weight="strong"), f" {numbers}"))
    if is_first and (sentence := order(result)):
        yield Paragraph(line(sentence))


def _without_result(contents: Contents) -> Iterator[str | Run]:
    """Yield why no system is better, in parts of a sentence."""
    metric = contents.metric
    scores = (contents.table.system_score(one, contents.focus) for one in contents.systems if metric is not None)
    if not contents.corpus.segments:
        yield "There are no segments, so there is no result."
    elif metric is not None and metric.needs.frames:
        yield Run(f"Nothing was scored by {escaped(contents.focus)}", weight="strong")
        yield f", so there is no result by it: {escaped(contents.focus)}{UNFINISHED}"
    else:
        any_score = any(score is not None for score in scores)
        yield "No segment was scored for all systems" if any_score else "Nothing was scored"
        yield f" by {escaped(contents.focus)}, so there is no result by it; the "
        yield Run("end of the report", target="made")
        yield " says why."


def _empty(contents: Contents) -> str:
    """Return how many translations of each system are empty; empty if none is."""
    said = []
    for system in contents.systems:
        texts = [one.hypotheses[system].text for one in contents.corpus.segments if system in one.hypotheses]
        if number := sum(not text.strip() for text in texts):
            verb = "is" if number == 1 else "are"
            said.append(f"{number:,} of {counted(len(texts), 'translation')} by {escaped(system)} {verb} empty")
    return f"{'; '.join(said)}; a metric of precision, such as hwcm, does not count what is missing." if said else ""


def cautions(contents: Contents) -> list[Problem]:
    """Return the problems with all scores, such as a foreign language, that page one names."""
    return [one for one in contents.problems if one.segment is None and one.path is None and not one.is_note]


def _smoothed(contents: Contents, result: Result) -> str:
    """Return why the score of a single segment differs from that of its system; empty if there is nothing to say."""
    table, places = contents.table, range(len(contents.corpus.segments))
    scores = [
        (table.system_score(system, result.spec), table.segment_score(system, result.spec, place))
        for system in contents.systems
        for place in places
    ]
    differing = any(one is not None and other is not None and fixed(one) != fixed(other) for one, other in scores)
    if len(places) != 1 or not differing:
        return ""
    return "The score below the translation is smoothed, as scores of single segments are; the one here is not."


# What goes wrong


def _went_wrong(contents: Contents) -> Iterator[Block]:
    """Yield the gravest and most probable kinds of differences with an example each, then other wording as one."""
    found = contents.differences
    if found is None or not found.shown:
        return
    yield Heading(2, "What goes wrong")
    yield Paragraph(line(f"{_searched(contents)}{_not_searched(contents)}"))
    for kind in [kind for kind in contents.kinds if not kind.is_wording][:KINDS]:
        yield Paragraph(_kind(contents, kind.kind.title, kind), point=True)
    if (wording := other_wording(found, contents.systems)) is not None:
        yield Paragraph(_kind(contents, "Other wording", wording), point=True)
    if not contents.kinds:
        yield Paragraph(line("No difference of meaning was found."))


def _searched(contents: Contents) -> str:
    found = contents.differences
    assert found is not None, "differences were searched for"
    searched = len(found.shown)
    surest = [max(finding.probability for finding in shown) for shown in found.shown.values() if shown]
    said = (
        f"Differences of meaning from the closest reference were searched for automatically in "
        f"{counted(searched, 'translation')}"
    )
    if not surest:
        return f"{said}."
    expected = round(sum(surest))
    few = ": few translations have a probable error" if 4 * expected <= searched else ""
    few = few or (", and most have none" if 2 * expected <= searched else "")
    return (
        f"{said}, and some were found in {len(surest):,}. Each has a probability that it is an error, learned from "
        f"translations in which experts marked errors; by their surest findings, about {expected:,} of "
        f"the {searched:,} have an error{few}. What changes the meaning comes first, minor kinds next, the most "
        "probable before others; other wording comes last."
    )


def _not_searched(contents: Contents) -> str:
    found = contents.differences
    assert found is not None, "differences were searched for"
    said = ""
    if number := found.translations - len(found.shown):
        said += f" {counted(number, 'translation')} {'was' if number == 1 else 'were'} not searched: a text is empty, "
        said += "too long or not analysed, or there are too many."
    if found.limited:
        said += f" In {counted(found.limited, 'translation')} without an English reference, {LIMITED}."
    return said


def _kind(contents: Contents, title: str, kind: FoundKind) -> tuple[Run, ...]:
    """Return one kind of differences: in how many translations of which system, and the surest example."""
    found, (place, system, finding) = contents.differences, kind.example
    assert found is not None, "differences were searched for"
    expected = max(1, round(kind.expected))
    errors = "an error" if expected == 1 else "errors"
    verdict = finding.answer or f"{percent(finding.probability)} probable"
    sure = f", about {expected:,} of them probably {errors}" if expected < kind.number else ""
    if sure and kind.is_wording:
        sure += ", so mostly free wording" if 2 * kind.expected < kind.number else ", the others free wording"
    return line(
        Run(f"{title}: ", weight="strong"),
        f"in {kind.number:,} of {counted(len(found.shown), 'translation')}{_by_system(kind)}{sure}. Example: ",
        *segment_link(contents, place),
        f", {escaped(system)}: {escaped(_words(finding))} ({verdict}).",
    )


def _by_system(kind: FoundKind) -> str:
    """Return the numbers of translations by system; of many, the largest and the smallest."""
    numbers = kind.by_system
    if len(numbers) < 2:
        return ""
    if len(numbers) <= FEW_SYSTEMS:
        return f" ({', '.join(f'{escaped(name)} {number:,}' for name, number in numbers.items())})"
    most, fewest = max(numbers.values()), min(numbers.values())
    if most == fewest:
        return f" (as many by each system, {most:,})"
    return f" (most by {extreme(numbers)}, {most:,}; fewest by {extreme(numbers, lowest=True)}, {fewest:,})"


def _words(finding: Finding) -> str:
    """Return what differs, without the title of its kind."""
    title = f"{finding.kind.title}: "
    return (
        finding.sentence.removeprefix(title) if finding.sentence.startswith(title) else uncapitalised(finding.sentence)
    )


def kinds_table(contents: Contents, *, is_whole: bool = True) -> ValueTable | None:
    """Return a row for each kind of differences, with the numbers of translations by system; None without any.

    Of many systems, a table that is not whole has only the sum, and of many kinds the first ones.
    """
    if not contents.kinds:
        return None
    is_tested = len(contents.systems) == 2 and len(contents.corpus.segments) >= FEWEST
    columns = contents.systems if is_whole or len(contents.systems) <= FEW_SYSTEMS else ()
    rows: list[tuple[Value, ...]] = []
    wording = [kind for kind in contents.kinds if kind.is_wording]
    others = contents.kinds[: len(contents.kinds) - len(wording)]
    of_others = max(ROWS - WORDING_ROWS, ROWS - len(wording))
    shown = contents.kinds if is_whole else [*others[:of_others], *wording][:ROWS]
    for kind in shown:
        place, system, finding = kind.example
        counts: tuple[Value, ...] = tuple(kind.by_system.values()) if columns else (kind.number,)
        p: tuple[Value, ...] = (kind.p,) if is_tested else ()
        example = f"{contents.corpus.segments[place].key}, {system}: {_words(finding)}"
        rows.append((kind.kind.title, *counts, *p, example))
    head = ("difference of meaning", *(columns or ("translations",)), *(("q",) if is_tested else ()), "surest example")
    note = "Number of translations in which it is found. Changes of the meaning come first, other wording last."
    if len(rows) < len(contents.kinds):
        note += f" {len(rows)} of {len(contents.kinds)} kinds; the workbook has all."
    if is_tested:
        note += f" q: that both systems have as many, by sign flips over segments, two-sided, {CORRECTED}."
    return ValueTable("differences", "What goes wrong", note, head, tuple(rows))
