"""Page one of an analysis or a comparison: which system is better and how sure that is, and what goes wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from meantree.comparison.pair_findings import FOUND, OTHER_LANGUAGE
from meantree.errors import Problem
from meantree.escaping import capitalised, counted, escaped, uncapitalised, with_and
from meantree.evaluation.value_table import Value, ValueTable
from meantree.numbers import fixed, percent
from meantree.phenomena.search import Finding
from meantree.picture.style import Measure
from meantree.reporting.blocks import Block, Heading, Paragraph, Run, line
from meantree.reporting.contents import KINDS, Contents, compared_texts, segment_link
from meantree.reporting.differences import FoundKind, other_wording
from meantree.reporting.results import Result, extreme, meaning_of, order, verdict
from meantree.reporting.system_scores import systems_figure, systems_grid

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
    """Yield the table of systems."""
    if contents.results:
        yield Heading(1, "Systems", anchor="systems")
        yield systems_grid(contents)


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
    """Yield which system is better by each metric of page one, and what stands against trusting that, then by all."""
    by_spec = {result.spec: result for result in contents.results}
    if contents.focus not in by_spec:
        yield Paragraph(line(*_without_result(contents)))
    if sentence := _empty(contents):
        yield Paragraph(line(Run("Caution: ", weight="strong"), sentence))
    for caution in cautions(contents):
        yield Paragraph(line(Run("Caution: ", weight="strong"), f"{escaped(str(caution))}."))
    leading = [by_spec[spec] for spec in contents.headline if spec in by_spec] or list(contents.results[:1])
    for place, result in enumerate(leading):
        yield from _verdict(result, len(contents.corpus.segments), is_first=place == 0)
    for sentence in (_firsts(contents.results), _identical(contents)):
        if leading and sentence:
            yield Paragraph(line(sentence))
    if leading and (sentence := _smoothed(contents, leading[0])):
        yield Paragraph(line(sentence), small=True)


def _firsts(found: Sequence[Result]) -> str:
    """Return which system is first by which metrics, and by which significantly; empty for fewer than two metrics."""
    by_system, clear = dict[str, list[str]](), list[str]()
    for result in found:
        if result.best is None:
            continue
        first, second = result.ranking.systems[:2]
        system = "nobody alone" if first.score == second.score else escaped(first.system)
        by_system.setdefault(system, []).append(escaped(result.spec))
        clear += [escaped(result.spec)] if result.is_clear else []
    number = sum(map(len, by_system.values()))
    if number < 2:
        return ""
    first_by = "; ".join(f"{system} by {with_and(specs)}" for system, specs in by_system.items())
    if any(result.is_few for result in found):
        return f"First is {first_by}."
    sure = f"only by {with_and(clear)} the lead is significant" if clear else "no lead is significant"
    sure = "each lead is significant" if len(clear) == number else sure
    is_of_two = all(len(result.ranking.systems) == 2 for result in found)
    return f"First is {first_by}; {sure}{', so no difference is shown' if is_of_two and not clear else ''}."


def _identical(contents: Contents) -> str:
    """Return how many translations of two systems are the same; empty if none is."""
    texts = [[one.hypotheses.get(system) for system in contents.systems] for one in contents.corpus.segments]
    both = [(one.text, other.text) for one, other in (row for row in texts if len(row) == 2) if one and other]
    same = sum(one.split() == other.split() for one, other in both)
    return f"In {same:,} of {counted(len(both), 'segment')} the two translations are the same." if same else ""


def _verdict(result: Result, total: int, *, is_first: bool) -> Iterator[Paragraph]:
    """Yield which system is better by a metric and what that measures; by the first, the order of all."""
    main, numbers = verdict(result, total)
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
    """Yield the gravest and most probable kinds of differences with an example each, then other words as one."""
    found = contents.differences
    if found is None or not found.shown:
        return
    yield Heading(2, "What goes wrong")
    if found.limited == len(found.shown):
        yield Paragraph(line(f"{capitalised(OTHER_LANGUAGE)}."))
        return
    yield Paragraph(line(f"{_searched(contents)}{_not_searched(contents)}"))
    kinds = [kind for kind in contents.kinds if not kind.is_wording]
    for kind in kinds[:KINDS]:
        yield Paragraph(_kind(contents, kind.kind.title, kind), point=True)
    if (wording := other_wording(found, contents.systems)) is not None:
        yield Paragraph(_kind(contents, "Other words", wording), point=True)
    if (more := len(kinds) - KINDS) > 0:
        yield Paragraph(line(f"{counted(more, 'more kind')} are on the HTML page and in the workbook."), small=True)
    if not contents.kinds:
        yield Paragraph(line("No difference of meaning was found."))


def _searched(contents: Contents) -> str:
    found = contents.differences
    assert found is not None, "differences were searched for"
    searched = counted(len(found.shown), "translation")
    surest = [max(finding.probability for finding in shown) for shown in found.shown.values() if shown]
    than = "each reference" if found.beside else "the reference"
    if not surest:
        return f"Differences of meaning from {than} were searched for automatically in {searched}. {FOUND}"
    expected = max(1, round(sum(surest)))
    have = "has" if expected == 1 else "have"
    return (
        f"In {len(surest):,} of {searched} differences of meaning from {than} were found automatically; by their "
        f"probabilities, which are learned from translations in which experts marked errors, about {expected:,} of "
        f"these {have} an error. {FOUND} Kinds that change the meaning come first, minor ones next, each by the number "
        "of probable errors; other words come last."
    )


def _not_searched(contents: Contents) -> str:
    found = contents.differences
    assert found is not None, "differences were searched for"
    said = ""
    if number := found.translations - len(found.shown):
        said += f" {counted(number, 'translation')} {'was' if number == 1 else 'were'} not searched: a text is empty, "
        said += "too long or not analysed, or there are too many."
    if found.limited:
        said += f" {counted(found.limited, 'translation')} without an English reference: {OTHER_LANGUAGE}."
    return said


def _kind(contents: Contents, title: str, kind: FoundKind) -> tuple[Run, ...]:
    """Return one kind of differences: in how many translations of which system, and the surest example."""
    found, (place, system, finding) = contents.differences, kind.example
    assert found is not None, "differences were searched for"
    expected = max(1, round(kind.expected))
    errors = "an error" if expected == 1 else "errors"
    verdict = finding.answer or f"{percent(finding.probability)} probable"
    sure = f", about {expected:,} of them probably {errors}" if expected < kind.number else ""
    return line(
        Run(f"{title}: ", weight="strong"),
        f"in {kind.number:,} of {counted(len(found.shown), 'translation')}{_by_system(kind)}{sure}. Example: ",
        *segment_link(contents, place),
        f", {escaped(system)}: {escaped(_words(finding))} ({verdict}).",
    )


def _by_system(kind: FoundKind) -> str:
    """Return the numbers of translations by system; of many, the largest and the smallest."""
    numbers = kind.by_system
    if len(numbers) < 2 or (kind.number == 1 and len(numbers) > FEW_SYSTEMS):
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


def kinds_table(contents: Contents) -> ValueTable | None:
    """Return a row for each kind of differences, with the numbers of translations by system; None without any."""
    if not contents.kinds:
        return None
    rows: list[tuple[Value, ...]] = []
    for kind in contents.kinds:
        place, system, finding = kind.example
        example = f"{contents.corpus.segments[place].key}, {system}: {_words(finding)}"
        rows.append((kind.kind.title, *kind.by_system.values(), example))
    note = "Number of translations in which it is found. Changes of the meaning come first, other words last."
    head = "difference of meaning", *contents.systems, "surest example"
    return ValueTable("differences", "What goes wrong", note, head, tuple(rows))
