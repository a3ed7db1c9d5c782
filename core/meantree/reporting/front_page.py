"""Page one: what was compared, the result and how sure it is, what stands out, and one figure; in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from meantree.comparison.pair_findings import SegmentFindings
from meantree.errors import Problem
from meantree.escaping import counted, escaped, uncapitalised, with_and
from meantree.evaluation.significance import SIGNIFICANT
from meantree.findings.search import Finding
from meantree.numbers import count_text, fixed, p_text, percent
from meantree.picture.style import Measure, approximate_width
from meantree.reporting.blocks import Block, Grid, Heading, Line, Paragraph, Run, line, text_of
from meantree.reporting.content import ReportContent
from meantree.reporting.lost_elements import Lost, LostElements, corrected_p
from meantree.reporting.results import FEWEST, Result, agreement_of_metrics, meaning_of, order, verdict
from meantree.reporting.score_rows import reference_title
from meantree.reporting.system_scores import systems_figure, systems_grid
from meantree.reporting.wrong_most import leading_findings, lost_table, most_lost, plural
from meantree.work import Work

SURE: Final = 0.8
"""Probability from which page one names a finding that the metric does not see."""
UNANNOTATED: Final = (
    ", so there is no progress, agreement or score of frames to report. Annotate them on the page Annotate, or join "
    "projects with annotations (meantree merge)."
)
UNSCORED: Final = " The style “linguist” with another metric, such as hwcm, needs no annotations."
UNFINISHED: Final = (
    " scores frames that people annotated, and nobody has finished a translation. Annotate translations of a project "
    "on the page Annotate, or score with another metric, such as hwcm."
)


def front_page(content: ReportContent, work: Work, measure: Measure = approximate_width) -> Iterator[Block]:
    """Yield the first page: a summary, the figure and the table of systems, as far as they are requested.

    ``measure`` gives the widths of names in the figure.

    Raises:
        Cancelled: if the user stopped it.
    """
    is_needed = content.has("summary") or content.has("systems")
    found = [result for result in content.results(work) if result.segments] if is_needed else []
    if content.has("summary"):
        yield Heading(1, "Summary", anchor="summary")
        yield from _summary(content, found, work, measure)
    if content.has("systems"):
        yield from _systems(content, found, work)
    lost = lost_table(content, work) if content.has("summary") and not _is_single(content) else None
    if lost is not None:
        title = "What is not matched, by kind" if _is_of_units(content, work) else "What goes wrong, by kind"
        yield Heading(1, title, anchor="lost")
        yield Grid(lost)


def _is_single(content: ReportContent) -> bool:
    """Whether a single segment is reported, of which counts and figures would say again what its pages say."""
    return len(content.corpus.segments) == 1


def _systems(content: ReportContent, found: Sequence[Result], work: Work) -> Iterator[Block]:
    """Yield the scores of the systems; if only annotators' frames are scored, by annotator."""
    if content.specs and not _has_scores(content):
        yield from () if content.has("summary") else (Paragraph(line("Nothing was scored.")),)
        return
    if content.specs:
        yield Heading(1, "Systems", anchor="systems")
        yield systems_grid(content, found)
        return
    agreement = content.agreement(work) if content.annotators.tables and not content.has("annotators") else None
    if agreement is None:
        return
    from meantree.reporting.agreement_tables import systems_tables
    from meantree.reporting.annotation_pages import trimmed

    if tables := systems_tables(agreement):
        yield Heading(1, tables[0].title, anchor="systems")
        yield Grid(replace(trimmed(tables[0]), title=""))


def segment_anchor(place: int) -> str:
    """Return the anchor of the segment at a 0-based place."""
    return f"segment-{place + 1}"


def _summary(content: ReportContent, found: Sequence[Result], work: Work, measure: Measure) -> Iterator[Block]:
    yield Paragraph(line(_compared(content)))
    if content.is_unannotated:
        nobody = Run("Nobody annotated these translations", weight="strong")
        yield Paragraph(line(nobody, UNANNOTATED, "" if found else UNSCORED))
    elif content.annotator_specs and not content.is_annotated:
        specs = with_and(map(escaped, content.annotator_specs))
        yield Paragraph(line(f"Nobody annotated these translations, so there is no score by {specs}."))
    if content.options.filter.strip():
        yield Paragraph(line(_filtered(content, work)))
    yield from _result(content, found)
    if content.is_annotated:
        from meantree.reporting.annotation_pages import annotation_summary

        yield from annotation_summary(content, work)
    points = [_worst(content, work) if found else _wrong_most(content, work, most_lost(content, work))]
    points += [_found_most(content, work), _apart(content, found, work), _unseen(content, work)] if found else []
    figure = systems_figure(found, measure) if found and not _is_single(content) else None
    if content.is_annotated:
        from meantree.reporting.annotation_pages import annotation_points
        from meantree.reporting.error_findings import error_figure

        points += annotation_points(content, work)
        figure = error_figure(content.finished_errors(), measure) if figure is None else figure
    if any(points):
        yield Heading(2, "What stands out")
        yield from (Paragraph(point, point=True) for point in points if point)
    if figure is not None:
        yield figure


def _result(content: ReportContent, found: Sequence[Result]) -> Iterator[Block]:
    """Yield the result by the metric in focus, how many others agree, what it measures, and cautions."""
    if not found:
        if content.specs and not content.corpus.segments:
            yield Paragraph(line("There are no segments, so there is no result."))
        elif content.specs and all(one.needs.frames for one in content.metrics.values()):
            nothing = Run("Nothing was scored", weight="strong")
            yield Paragraph(line(nothing, f", so there is no result: {escaped(content.focus)}{UNFINISHED}"))
        elif content.specs:
            why = Run("end of the report", target="appendix")
            what = "No segment was scored for all systems" if _has_scores(content) else "Nothing was scored"
            yield Paragraph(line(f"{what}, so there is no result; the ", why, " says why."))
        return
    if sentence := _empty(content):
        yield Paragraph(line(Run("Caution: ", weight="strong"), sentence))
    warnings = [Paragraph(line(Run("Caution: ", weight="strong"), f"{caution}.")) for caution in cautions(content)]
    is_meaningful = content.focus in content.meaningful
    if not is_meaningful:
        yield from warnings
    yield from _verdict(found[0])
    if sentence := agreement_of_metrics([one for one in found if not is_meaningful or one.spec in content.meaningful]):
        yield Paragraph(line(sentence))
    if sentence := _smoothed(content, found[0]):
        yield Paragraph(line(sentence), small=True)
    if is_meaningful:
        yield from warnings


def _verdict(result: Result) -> Iterator[Paragraph]:
    """Yield which system is better by a metric and what that measures, then the order of more than two systems."""
    main, numbers = verdict(result)
    before, by, after = main.partition(f"y {escaped(result.spec)}")  # “By” at the beginning, “by” elsewhere
    meaning = Run(f" ({meaning_of(result.metric)})" if by else "")
    yield Paragraph(line(Run(f"{before}{by}", weight="strong"), meaning, Run(after, weight="strong"), f" {numbers}"))
    if sentence := order(result):
        yield Paragraph(line(sentence))


def _empty(content: ReportContent) -> str:
    """Return how many translations of each system are empty; empty if none is."""
    said = []
    for system in content.systems:
        texts = [one.hypotheses[system].text for one in content.corpus.segments if system in one.hypotheses]
        if number := sum(not text.strip() for text in texts):
            verb = "is" if number == 1 else "are"
            said.append(f"{number:,} of {counted(len(texts), 'translation')} by {escaped(system)} {verb} empty")
    return f"{'; '.join(said)}; a metric of precision, such as hwcm, does not count what is missing." if said else ""


def cautions(content: ReportContent) -> list[Problem]:
    """Return the problems with all scores, such as a foreign language, that page one names."""
    return [one for one in content.problems if one.segment is None and one.path is None and not one.is_note]


def _has_scores(content: ReportContent) -> bool:
    return any(score is not None for system in content.systems for score in content.system_scores(system))


def _compared(content: ReportContent) -> str:
    """Return a sentence on what was compared with what, on how many segments, and from which languages."""
    corpus, systems = content.corpus, with_and(map(escaped, content.systems))
    names = with_and(map(escaped, corpus.references))
    references = f"the {reference_title(names)}" if len(corpus.references) == 1 else f"the references {names}"
    languages = (
        f" ({escaped(corpus.source_language)} to {escaped(corpus.target_language)})"
        if corpus.source_language and corpus.target_language
        else ""
    )
    segments = f"{counted(len(corpus.segments), 'segment')} of “{escaped(corpus.name)}”{languages}"
    if content.is_unannotated and not content.specs:
        beside = f", with {references}" if corpus.references else ", without a reference"
        return f"{segments}, translated by {systems}{beside}." if systems else f"{segments}{beside}."
    if not content.is_compared:
        return f"The errors marked in {systems} are counted on {segments}."
    verb = "is" if len(content.systems) < 2 else "are"
    done = f"compared with {references}" if corpus.references else "shown without a reference,"
    return f"{systems or 'No system'} {verb} {done} on {segments}."


def _filtered(content: ReportContent, work: Work) -> str:
    """Return a sentence on what a filter chooses, what is counted and shown of it, and what is not filtered."""
    accepted, total = len(content.selection.selected), len(content.corpus.segments)
    shown = len(content.selection.shown) if content.has("segments") else 0
    it, they = ("it", "which is") if accepted == 1 else ("them", "which are")
    chosen = (
        f"The filter “{escaped(content.options.filter.strip())}” accepts {accepted:,} of {counted(total, 'segment')}"
    )
    if not accepted:
        chosen += ", so that none is shown"
    elif shown:
        chosen += (
            f", {they} shown" if shown == accepted else f", of which {shown:,} {'is' if shown == 1 else 'are'} shown"
        )
    said = [chosen]
    if accepted and (most_lost(content, work) or lost_table(content, work) is not None):
        said.append(f"what goes wrong is counted in {it}")
    if content.specs and not content.is_part:
        said.append(f"scores are of all {total:,}")
    return f"{'; '.join(said)}."


def _smoothed(content: ReportContent, result: Result) -> str:
    """Return why the score of a single segment differs from that of its system; empty if there is nothing to say."""
    scores = [
        (content.table.system_score(system, result.spec), content.table.segment_score(system, result.spec, place))
        for system in content.systems
        for place in range(len(content.corpus.segments))
    ]
    differing = any(one is not None and other is not None and fixed(one) != fixed(other) for one, other in scores)
    if not _is_single(content) or not differing:
        return ""
    return "The score below the translation is smoothed, as scores of single segments are; the one here is not."


# What stands out


def _worst(content: ReportContent, work: Work) -> Line:
    """Return what is lost most, and which segment is worst, with a link; empty if neither is known."""
    parts: list[str | Run] = []
    if reason := most_lost(content, work):
        parts.append(reason)
    elif content.is_foreign:
        parts.append("this is left out, as the texts are in another language than the pipeline that analyses them.")
    scored = _scored(content)
    if len(content.selection.shown) > 1 and scored and scored[0][3] != scored[-1][3]:
        key, place, system, score = scored[0]
        link = _segment_link(content, key, place)
        whose = f", by {escaped(system)}: {escaped(content.focus)} {fixed(score)}."
        if not parts:
            return (Run("The worst score: ", weight="strong"), *line("that of ", *link, whose))
        parts += [" The worst score is that of ", *link, whose]
    return _wrong_most(content, work, *parts)


def _wrong_most(content: ReportContent, work: Work, *parts: str | Run) -> Line:
    """Return a finding on what goes wrong most, or is matched least; empty if nothing is known of it."""
    title = "Matched least: " if _is_of_units(content, work) else "What goes wrong most: "
    return (Run(title, weight="strong"), *line(*parts)) if text_of(line(*parts)) else ()


def _is_of_units(content: ReportContent, work: Work) -> bool:
    """Whether a metric's units are counted, of which those without a match are not all errors."""
    lost = content.lost_elements(work)
    return not lost.is_empty and not lost.annotators


def _found_most(content: ReportContent, work: Work) -> Line:
    """Return the findings that lead where other elements go wrong most, with the surest one; empty without any."""
    named, segment, system, example, others = leading_findings(content, work)
    if not named or _is_single(content):
        return ()
    link = _segment_link(content, segment, content.corpus.places[segment])
    return (
        Run("Differences of meaning found most: ", weight="strong"),
        *line(named, ", as in "),
        *link,
        Run(f", {escaped(system)}: {escaped(example)}{others}."),
    )


def _segment_link(content: ReportContent, key: str, place: int) -> Line:
    """Return the name of a segment, with a link to it if it is certainly shown."""
    is_shown = content.has("segments") and place in content.selection.shown
    is_certain = is_shown and (content.has_annotated_frames or not content.is_of_annotators)
    target = segment_anchor(place) if is_certain else ""
    return line(Run(f"segment {escaped(key)}", target=target), "" if is_shown else " (not shown)")


def _scored(content: ReportContent) -> list[tuple[str, int, str, float]]:
    """Return key, place, system and score of the selected translations, the worst by the metric in focus first."""
    if not content.has("segments") or content.focus not in content.metrics:
        return []
    better = 1 if content.metrics[content.focus].higher_is_better else -1
    rows = [
        (content.corpus.segments[place].key, place, system, score)
        for place in content.selection.selected
        for system in content.systems
        if (score := content.table.segment_score(system, content.focus, place)) is not None
    ]
    return sorted(rows, key=lambda row: better * row[3])


def _apart(content: ReportContent, found: Sequence[Result], work: Work) -> Line:
    """Return what tells the first two systems apart, with the segment in which they differ most; empty for one.

    Elements are counted in the segments that a filter accepts, wins and the farthest segment are of all.
    """
    result = found[0]
    if result.best is None:
        return ()
    accepted = len(content.selection.selected)
    is_filtered = accepted < len(content.corpus.segments)
    first, second = result.ranking.names[:2]
    parts: list[str | Run] = []
    lost = content.lost_elements(work)
    kinds = lost.apart(first, second)
    if kinds and (told := _lost_apart(lost, kinds, (first, second), is_tested=accepted >= FEWEST)):
        parts.append(f"in the {counted(accepted, 'segment')} of the filter, {told}" if is_filtered else told)
    if result.two is not None and not _is_single(content):
        two = result.two
        basis = f"Of all {two.segments:,} segments" if is_filtered else "By segment"
        basis = basis if parts else f"{basis[0].lower()}{basis[1:]}"  # after a colon
        parts.append(
            f"{basis}, {escaped(two.first)} is better in {two.wins:,}, {escaped(two.second)} in {two.losses:,}, "
            f"and {two.ties:,} {'is a tie' if two.ties == 1 else 'are ties'}. "
        )
    if not _is_single(content) and (farthest := _farthest(content, first, second)):
        place, scores = farthest
        key = content.corpus.segments[place].key
        parts += [
            "They differ most in " if parts else "they differ most in ",
            *_segment_link(content, key, place),
            f": {fixed(scores[0])} ({escaped(first)}) and {fixed(scores[1])} ({escaped(second)}).",
        ]
    named = "the systems" if len(result.ranking.names) == 2 else f"{escaped(first)} and {escaped(second)}"
    return line(Run(f"What tells {named} apart: ", weight="strong"), *parts) if parts else ()


def _lost_apart(
    lost: LostElements, kinds: Sequence[tuple[str, Lost, Lost]], systems: tuple[str, str], *, is_tested: bool
) -> str:
    """Return the kind of elements of which two systems lose the most different numbers, a significant one if tested.

    Empty if it is not tested, and both lose as many.
    """
    names, tested = (escaped(systems[0]), escaped(systems[1])), ""
    kind, one, other = kinds[0]
    if is_tested:
        ps = corrected_p(kinds)
        place = next((place for place, p in enumerate(ps) if p < SIGNIFICANT), None)
        if place is None:
            kinds_tested = counted(len(kinds), "kind")
            return f"neither misses significantly more elements of any kind ({kinds_tested} tested). "
        kind, one, other = kinds[place]
        corrected = f", corrected for {len(kinds)} kinds" if kinds[1:] else ""
        tested = f", {p_text(float(ps[place]))} (paired by segment{corrected})"
    elif one.lost == other.lost:
        return ""
    return (
        f"of {count_text(max(one.total, other.total))} {_elements(kind, lost)}, {count_text(one.lost)} by {names[0]} "
        f"and {count_text(other.lost)} by {names[1]} are not matched{tested}. "
    )


def _elements(kind: str, lost: LostElements) -> str:
    """Return elements of a kind in words; the kinds of fillers are their roles."""
    return f"fillers with the role {kind}" if lost.of_frames and kind != "predicate" else plural(kind)


def _unseen(content: ReportContent, work: Work) -> Line:
    """Return the surest grave finding in a translation that the metric in focus holds to be perfect; empty for none."""
    found = unseen_findings(content, work)
    if not found:
        return ()
    place, system, finding = found[0]
    translations = len({one[:2] for one in found})
    more = "" if translations == 1 else f" It sees no difference in {translations:,} such translations."
    sentence = uncapitalised(finding.sentence)
    return (
        Run("What the metric does not see: ", weight="strong"),
        Run(f"{escaped(content.focus)} finds no fault in "),
        *_segment_link(content, content.corpus.segments[place].key, place),
        Run(f", {escaped(system)}, but {sentence} ({percent(finding.probability)} probable).{more}"),
    )


def _farthest(content: ReportContent, first: str, second: str) -> tuple[int, tuple[float, float]] | None:
    """Return the place of the segment whose scores differ most, and both scores; None if no segments are reported."""
    rows = []
    for place in range(len(content.corpus.segments)) if content.has("segments") else ():
        scores = [content.table.segment_score(system, content.focus, place) for system in (first, second)]
        if scores[0] is not None and scores[1] is not None:
            rows.append((abs(scores[0] - scores[1]), place, (scores[0], scores[1])))
    farthest = max(rows, key=lambda row: row[0], default=None)
    return farthest[1:] if farthest is not None and farthest[0] else None


def unseen_findings(content: ReportContent, work: Work) -> list[tuple[int, str, Finding]]:
    """Return the grave and sure findings in selected translations with the best score there is, the surest first.

    Each comes with the 0-based place of its segment and its system. Translations equal to a reference have none.

    Raises:
        Cancelled: if the user stopped it.
    """
    metric, corpus = content.metrics.get(content.focus), content.corpus
    if metric is None or not content.has_findings:
        return []
    best = 1.0 if metric.higher_is_better else 0.0
    perfect = {
        (place, system)
        for place in content.selection.selected
        for system, text in corpus.segments[place].hypotheses.items()
        if system in content.systems
        and content.table.segment_score(system, content.focus, place) == best
        and text.text not in {reference.text for reference in corpus.segments[place].references.values()}
    }
    places = sorted({place for place, _ in perfect})
    searched = content.search(corpus.part(tuple(places)), work) if places else ()
    found = [
        (corpus.places[each.segment.key], each.system, finding)
        for each in searched
        if isinstance(each, SegmentFindings)
        for finding in each.shown
        if finding.kind.severity == "major" and finding.probability >= SURE
    ]
    return sorted((one for one in found if one[:2] in perfect), key=lambda one: -one[2].probability)
