"""Page one of an analysis or a comparison: which system is better and how sure that is, and what differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from meantree.comparison.pair_findings import FOUND, OTHER_LANGUAGE
from meantree.errors import Problem
from meantree.escaping import capitalised, counted, escaped, with_and
from meantree.evaluation.value_table import Value, ValueTable
from meantree.numbers import fixed
from meantree.picture.style import Measure
from meantree.reporting.blocks import Block, Heading, Line, Paragraph, Run, line
from meantree.reporting.contents import Contents, compared_texts, segment_link
from meantree.reporting.differences import OTHER_WORDS, DifferenceGroup, Differences
from meantree.reporting.marked_errors import MISSING, each_error
from meantree.reporting.results import Result, extreme, meaning_of, verdict
from meantree.reporting.system_scores import systems_figure, systems_grid

FEW_SYSTEMS: Final = 4
"""Systems whose numbers stand side by side in a sentence or a table of a page."""
MOST_SHARING: Final = 2
"""Systems that are named as those with the most or fewest, or nobody is."""
MOST_EXAMPLES: Final = 3
"""Examples of words that have nothing more in common."""
UNFINISHED: Final = (
    " scores frames that people annotated, and nobody has finished a translation. Annotate translations of a project "
    "on the page Annotate, or score with another metric, such as hwcm."
)


def result_page(contents: Contents, measure: Measure) -> Iterator[Block]:
    """Yield page one; ``measure`` gives the widths of names in the figure."""
    yield Heading(1, "Result", anchor="result")
    yield Paragraph(line(_compared(contents)))
    yield from _result(contents)
    yield from _what_differs(contents)
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
    segments, references = compared_texts(contents)
    verb = "is" if len(contents.systems) < 2 else "are"
    if contents.request.kind == "comparison" and (others := len(corpus.systems) - len(contents.systems)) > 0:
        systems += f", the best of {others + len(contents.systems)} systems by {escaped(contents.focus)},"
    return f"{systems or 'No system'} {verb} compared with {references} on {segments}."


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
    for result in leading:
        yield _verdict(result, len(contents.corpus.segments))
    for sentence in (_firsts(contents.results), _identical(contents)):
        if leading and sentence:
            yield Paragraph(line(sentence))
    if leading and (sentence := _smoothed(contents, leading[0])):
        yield Paragraph(line(sentence), small=True)


def _firsts(found: Sequence[Result]) -> str:
    """Return which system is first by which metrics, and by which significantly; empty for fewer than two metrics."""
    by_system, clear, unclear = dict[str, list[str]](), list[str](), list[str]()
    for result in found:
        if result.best is None:
            continue
        first, second = result.ranking.systems[:2]
        system = "nobody alone" if first.score == second.score else escaped(first.system)
        by_system.setdefault(system, []).append(escaped(result.spec))
        (clear if result.is_clear else unclear).append(escaped(result.spec))
    number = sum(map(len, by_system.values()))
    if number < 2:
        return ""
    every = f"all {number:,} metrics" if number > 2 and len(by_system) == 1 else ""
    first_by = "; ".join(f"{system} is first by {every or with_and(specs)}" for system, specs in by_system.items())
    if any(result.is_few for result in found):
        return f"In sum, {first_by}."
    sure = f"only by {with_and(clear)} is the lead significant" if clear else "no lead is significant"
    if len(clear) > len(unclear):
        sure = f"each lead{f' but that by {with_and(unclear)}' * bool(unclear)} is significant"
    is_of_two = all(len(result.ranking.systems) == 2 for result in found)
    return f"In sum, {first_by}; {sure}{', so no difference is shown' if is_of_two and not clear else ''}."


def _identical(contents: Contents) -> str:
    """Return how many translations of two systems are the same; empty if none is."""
    texts = [[one.hypotheses.get(system) for system in contents.systems] for one in contents.corpus.segments]
    both = [(one.text, other.text) for one, other in (row for row in texts if len(row) == 2) if one and other]
    same = sum(one.split() == other.split() for one, other in both)
    return f"In {same:,} of {counted(len(both), 'segment')} the two translations are the same." if same else ""


def _verdict(result: Result, total: int) -> Paragraph:
    """Return which system is better by a metric, and what that measures."""
    main, numbers = verdict(result, total)
    before, by, after = main.partition(f"y {escaped(result.spec)}")  # “By” at the beginning, “by” elsewhere
    meaning = Run(f" ({meaning_of(result.metric)})" if by else "")
    return Paragraph(line(Run(f"{before}{by}", weight="strong"), meaning, Run(after, weight="strong"), f" {numbers}"))


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


# What differs


def _what_differs(contents: Contents) -> Iterator[Block]:
    """Yield the errors that people marked, then what was found automatically, with the surest examples."""
    found = contents.differences
    marked = _marked(contents)
    if marked is None and (found is None or not found.shown):
        return
    yield Heading(2, "What differs")
    if marked is not None:
        yield Paragraph(marked, point=True)
    if found is None or not found.shown:
        return
    if found.limited == len(found.shown):
        yield Paragraph(line(f"{capitalised(OTHER_LANGUAGE)}."))
        return
    yield Paragraph(line(f"{_searched(found)}{_not_searched(found)}"))
    for group in contents.groups:
        yield Paragraph(_group(contents, len(found.shown), group), point=True)


def _marked(contents: Contents) -> Line | None:
    """Return how many errors raters marked in which translations, and a grave one; None if they marked none."""
    errors: list[tuple[int, str, str, str, str]] = []
    for place, segment in enumerate(contents.corpus.segments):
        for system in filter(segment.hypotheses.__contains__, contents.systems):
            raters, marked = segment.raters(system), contents.marked(segment, system)
            judged = [one for one in marked if not raters or one[0].annotator in raters]
            for severity, category, words in each_error(segment, system, judged):
                errors.append((place, system, severity.casefold(), category, words))
    if not errors:
        return None
    translations = {one[:2] for one in errors}
    systems = {name: sum(system == name for _, system in translations) for name in contents.systems}
    severities = Counter(one[2] for one in errors).most_common()
    category, frequent = next(iter(Counter(one[3] for one in errors if one[3]).most_common(1)), ("", 0))
    grave = [one for one in errors if one[2] == "major" and one[3] == category and one[4] != MISSING] or errors
    verb = "is" if frequent == 1 else "are"
    most = f"; {frequent:,} {verb} {category}, the most frequent category" if category else ""
    place, system, severity, *_, words = grave[0]
    return line(
        Run("Marked errors: ", weight="strong"),
        f"{counted(len(errors), 'error')} in {counted(len(translations), 'translation')}"
        f"{_by_system(systems)}, {with_and(f'{number:,} {name}' for name, number in severities)}{most}. Example: ",
        *segment_link(contents, place),
        f", {escaped(system)}: {words} ({severity}).",
    )


def _searched(found: Differences) -> str:
    searched, surest = counted(len(found.shown), "translation"), found.surest
    than = "closest reference" if found.beside else "reference"
    if not surest:
        compared = f"{capitalised(searched)} {_was(len(found.shown))} compared with the {than} automatically"
        return f"{compared}; nothing was found. {FOUND}"
    expected = max(1, round(sum(surest)))
    have = "has" if expected == 1 else "have"
    are = "is an error" if found.answered == 1 else "are errors"
    people = f" People answered that {found.answered:,} of the differences {are}." if found.answered else ""
    return (
        f"Compared automatically with the {than}, {len(surest):,} of {searched} differ in words that may be wrong. "
        f"By probabilities learned from errors that experts marked, about {expected:,} of these {have} an error. "
        f"{FOUND}{people}"
    )


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def _not_searched(found: Differences) -> str:
    said = ""
    if reasons := found.not_searched:
        number = sum(reasons.values())
        why = [f"{reason} ({each:,})" if len(reasons) > 1 else reason for reason, each in reasons.items()]
        said += f" {counted(number, 'translation')} {_was(number)} not searched: {', '.join(why)}."
    if found.limited:
        said += f" {counted(found.limited, 'translation')} without an English reference: {OTHER_LANGUAGE}."
    return said


def _group(contents: Contents, searched: int, group: DifferenceGroup) -> Line:
    """Return in how many translations of which system words of one title differ, and the surest examples."""
    expected = round(group.expected)
    probably = f", about {expected:,} of them with an error" if 0 < expected < group.number else ""
    told = [
        Run(f"{group.title}: ", weight="strong"),
        Run(f"in {group.number:,} of {counted(searched, 'translation')}{_by_system(group.by_system)}{probably}."),
    ]
    examples = group.examples[: MOST_EXAMPLES if group.title == OTHER_WORDS else 1]
    for number, (place, system, one) in enumerate(examples):
        told += line("; " if number else " Example: " if len(examples) == 1 else " Examples: ")
        told += segment_link(contents, place)
        words = f": {escaped(one.words(contents.beside(place, system)))}" if one.is_example else ""
        told += line(f", {escaped(system)}{words} ({one.verdict})")
    return (*told, Run("."))


def _by_system(numbers: Mapping[str, int]) -> str:
    """Return the numbers of translations by system; of many, the largest and the smallest, if few systems share it."""
    if len(numbers) < 2 or (sum(numbers.values()) == 1 and len(numbers) > FEW_SYSTEMS):
        return ""
    if len(numbers) <= FEW_SYSTEMS:
        return f" ({', '.join(f'{escaped(name)} {number:,}' for name, number in numbers.items())})"
    most, fewest = max(numbers.values()), min(numbers.values())
    if most == fewest:
        return f" (as many by each system, {most:,})"
    ends = (("most by", most, extreme(numbers)), ("fewest by", fewest, extreme(numbers, lowest=True)))
    shared = Counter(numbers.values())
    named = "; ".join(f"{end} {names}, {number:,}" for end, number, names in ends if shared[number] <= MOST_SHARING)
    return f" ({named})" if named else ""


def differences_table(contents: Contents) -> ValueTable | None:
    """Return a row for each title of differences, with the numbers of translations by system; None without any."""
    rows: list[tuple[Value, ...]] = []
    for group in contents.groups:
        place, system, one = group.examples[0]
        words = f": {one.words(contents.beside(place, system))}" if one.is_example else ""
        example = f"{contents.corpus.segments[place].key}, {system}{words}"
        rows.append((group.title, *group.by_system.values(), round(group.expected, 1), example))
    if not rows:
        return None
    note = (
        "Number of translations in which there are such differences, of all systems with errors by the probabilities."
    )
    head = "difference", *contents.systems, "with an error", "surest example"
    return ValueTable("differences", "What differs", note, head, tuple(rows))
