"""What ``meantree findings`` writes: findings and kinds of findings, in all formats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import Final

from meantree import __version__
from meantree.analysis.sentences import Analysis, character_spans
from meantree.annotation.error_annotation import Answers, AnswersKey, counted_answers
from meantree.api.findings import OF_FINDING, findings_table, listed_findings
from meantree.cli.command_inputs import Inputs, Task
from meantree.cli.output import Result, records, set_table
from meantree.comparison.comparison import NOTHING_DIFFERS, reference_of_findings
from meantree.comparison.pair_findings import LAYERS, SegmentFindings, corpus_findings
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem, UsageError, require_known
from meantree.escaping import as_json, escaped, reference_title, shortened
from meantree.evaluation.value_table import ValueTable, record
from meantree.phenomena.answered import shares_by_kind
from meantree.phenomena.catalogue import KINDS
from meantree.phenomena.search import Finding
from meantree.project.file import Project
from meantree.scoring.run import require_texts
from meantree.scoring.verdicts import store_for

NAMED: Final = 5
"""Segments that a note names."""
COUNTED: Final = "Answers of all annotators; of those to one finding, the gold standard's alone if it answers."
ANSWER_HEAD: Final = ("system", "document", "segment", "annotator", "kind", "sentence", "answer", "time")


def findings_result(
    task: Task, systems: Sequence[str] | None = None, *, with_unsure: bool = False
) -> tuple[Result, list[Problem]]:
    """Return the findings of a corpus, and why segments have none.

    Args:
        systems: whose translations; all by default.
        with_unsure: whether findings that are not shown are listed, too.

    Raises:
        UsageError: if a system is unknown, or texts are missing.
    """
    by_system, problems = found_by_system(task, task.chosen(systems))
    rows = [each for group in by_system.values() for each in group]
    result = Result(
        lambda: "".join(_lines(rows, with_unsure=with_unsure)),
        lambda: _json(task.corpus, by_system, problems, with_unsure=with_unsure),
        lambda: [findings_table(rows, with_unsure=with_unsure)],
    )
    return result, problems


def found_by_system(task: Task, systems: Sequence[str]) -> tuple[dict[str, list[SegmentFindings]], list[Problem]]:
    """Return the findings of each system segment by segment, and why segments have none.

    Raises:
        UsageError: if texts are missing.
    """
    require_texts(task.corpus, systems)
    store = task.with_stored(store_for(task.corpus, task.parsers), systems, LAYERS)
    found = list(corpus_findings(task.corpus, systems, store, task.work))
    problems = [each for each in found if isinstance(each, Problem)]
    of_segments = [each for each in found if not isinstance(each, Problem)]
    problems += notes_on_findings(of_segments)
    return {name: [each for each in of_segments if each.system == name] for name in systems}, problems


def notes_on_findings(found: Sequence[SegmentFindings]) -> Iterator[Problem]:
    """Yield for each reason a note that names the segments searched for fewer findings, unless all are."""
    keys = dict.fromkeys(each.segment.key for each in found)
    by_reason: dict[str, dict[str, None]] = {}
    for each in found:
        if each.reason:
            by_reason.setdefault(each.reason, {})[each.segment.key] = None
    for reason, of_reason in by_reason.items():
        named = ", ".join(map(shortened, islice(of_reason, NAMED)))
        more = f" and {len(of_reason) - NAMED:,} more" if len(of_reason) > NAMED else ""
        where = f"segment{'s' * (len(of_reason) > 1)} {named}{more}: " if len(of_reason) < len(keys) else ""
        yield Problem(None, None, f"{where}{reason}", is_note=True)


def common_reason(found: Iterable[SegmentFindings]) -> str:
    """Return why all of these are searched for fewer findings or none; empty if there are several reasons, or none."""
    reasons = {each.reason for each in found}
    return reasons.pop() if len(reasons) == 1 else ""


def _lines(rows: Sequence[SegmentFindings], *, with_unsure: bool) -> Iterator[str]:
    for system, found_in_system in groupby(rows, key=lambda each: each.system):
        of_system = [*found_in_system]
        yield f"{escaped(system)}\n"
        listed = [(each, found) for each in of_system if (found := listed_findings(each, with_unsure=with_unsure))]
        if not listed:
            has_unsure = any(each.findings for each in of_system)
            yield f"  {'no probable finding' if has_unsure else common_reason(of_system) or NOTHING_DIFFERS}\n"
        for each, findings in listed:
            name = reference_of_findings(each.pair, each.reference)
            beside = f", beside {escaped(reference_title(name))}" if name else ""
            yield f"  {escaped(each.segment.key)}{beside}\n"
            for finding in findings:
                yield f"    {finding.kind.name:<23}{finding.verdict:>5}  {escaped(finding.sentence)}\n"


def _json(
    corpus: Corpus, by_system: dict[str, list[SegmentFindings]], problems: Sequence[Problem], *, with_unsure: bool
) -> str:
    """Return all segments of each system; those that were not searched, or for fewer findings, say why."""
    reasons = {(each.system, each.segment): each.message for each in problems}
    systems = []
    for system, found in by_system.items():
        searched = {each.segment.key: each for each in found}
        segments = []
        for segment in corpus.segments:
            made: dict[str, object] = {"reference": None, "findings": []}
            reason = reasons.get((system, segment.key), "")
            if (each := searched.get(segment.key)) is not None:
                texts, reason = each.pair.sides(each.reference), each.reason
                listed = listed_findings(each, with_unsure=with_unsure)
                made["reference"] = each.pair.reference_names[each.reference]
                made["findings"] = [finding_json(finding, *texts) for finding in listed]
            stated: dict[str, object] = {"reason": reason} if reason or each is None else {}
            segments.append({"id": segment.id, "document": segment.document, **made, **stated})
        systems.append({"id": system, "segments": segments})
    return as_json({"version": __version__, "systems": systems})


def finding_json(finding: Finding, hypothesis: Analysis, reference: Analysis) -> dict[str, object]:
    """Return a finding for programs: tokens and characters from 0, ends excluded."""
    return {
        **record(OF_FINDING, finding),
        "hypothesis": list(finding.hypothesis),
        "reference": list(finding.reference),
        "hypothesis_characters": _characters(hypothesis, finding.hypothesis),
        "reference_characters": _characters(reference, finding.reference),
        "shown": finding.shown,
        "answer": finding.answer,
        "other_translations": finding.others and {"alike": finding.others.alike, "count": finding.others.count},
    }


def _characters(text: Analysis, words: Sequence[int]) -> list[list[int]]:
    """Return the spans of characters of words, neighbouring words joined."""
    places = character_spans(text)
    spans: list[list[int]] = []
    last = None
    for word in words:
        if last is not None and word == last + 1:
            spans[-1][1] = places[word][1]
        else:
            spans.append(list(places[word]))
        last = word
    return spans


def answers_result(inputs: Inputs, systems: Sequence[str]) -> Result:
    """Return people's answers to findings in a project, of one annotator or all, and the shares of right ones by kind.

    Raises:
        InputError: if the file is no project.
        UsageError: if none is named, or a system or the annotator is unknown.
    """

    def read(project: Project) -> tuple[Corpus, dict[AnswersKey, Answers], dict[AnswersKey, Answers]]:
        project.require_annotator(inputs.annotator)
        answers = project.answers(inputs.annotator)
        return project.corpus(), answers, counted_answers(answers, project.rules.gold)

    found = inputs.of_project(read)
    if found is None:
        raise UsageError("--answers lists the answers in a project; found no --project")
    corpus, answered, counted = found
    require_known("--system", systems, corpus.systems)
    chosen, places = systems or corpus.systems, corpus.places
    rows = tuple(
        (key.system, segment.document, segment.id, key.annotator, *name.partition(": ")[::2], *said)
        for key, own in answered.items()
        if key.system in chosen and (segment := corpus.segments[places[key.segment]])
        for name, said in own.items()
    )
    answers = ValueTable("answers", "Answers to findings", "", ANSWER_HEAD, rows)
    of_chosen = (own.items() for key, own in counted.items() if key.system in chosen)
    shares = sorted(shares_by_kind((name, answer) for own in of_chosen for name, (answer, _) in own).items())
    of_kinds = tuple((kind, right, number, right / number) for kind, (right, number) in shares)
    kinds = ValueTable("kinds", "Right findings by kind", COUNTED, ("kind", "right", "answered", "share"), of_kinds)
    return Result(
        lambda: "".join(set_table(table) for table in (answers, kinds) if table.rows) or "no answer\n",
        lambda: as_json({"version": __version__, "answers": records(answers), "kinds": records(kinds)}),
        lambda: [answers],  # one table is a plain TSV
    )


def kinds_result() -> Result:
    """Return all kinds of findings."""
    head = ("kind", "mqm", "severity", "sentence")
    examples = (kind.sentence.format(hyp="…", ref="…") for kind in KINDS.values())
    rows = tuple((one.name, one.mqm, one.severity, text) for one, text in zip(KINDS.values(), examples, strict=True))
    table = ValueTable("kinds", "Kinds of findings", "", head, rows)
    return Result(
        lambda: "".join(f"{row[0]:<24}{row[2]:<7}{row[1]:<28}{row[3]}\n" for row in rows),
        lambda: as_json({"version": __version__, "kinds": records(table)}),
        lambda: [table],
    )
