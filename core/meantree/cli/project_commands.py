"""Commands on projects: convert, assign, split, merge and agreement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from meantree.annotation.rules import PROTOCOLS, RULE_NAMES, SHARED_RULES, Rules, parse_severities, rules_in_words
from meantree.cli import console, options
from meantree.cli.command_inputs import Inputs
from meantree.cli.help import Command
from meantree.cli.options import PATH, TABLES, OneOf, Output, Run, filling, input_file
from meantree.errors import Problem, UsageError
from meantree.escaping import counted, listed, quoted, shortened, unknown_name
from meantree.files import PROJECT

if TYPE_CHECKING:
    from meantree.project.file import Project


OFF: Final = {"blind": "open", "by_segment": "by-system", "shuffled": "in-order", "side_by_side": "one-by-one"}
"""What the options that switch rules off are called, if not ``--no-…``."""


def _switches(name: str) -> str:
    option = name.replace("_", "-")
    return f"--{option}/--{OFF.get(name, f'no-{option}')}"


def _help(name: str) -> str:
    on, off = SHARED_RULES[name]
    return f"{on[0].upper()}{on[1:]}; else {off}."


RULE_OPTIONS: Final[Mapping[str, Any]] = {
    **{name: click.option(_switches(name), name, default=None, help=_help(name)) for name in RULE_NAMES},
    "protocol": click.option(
        "--protocol",
        type=OneOf(tuple(PROTOCOLS)),
        help="What is annotated: semantic frames, error spans by MQM or ESA, or both.",
    ),
    "severities": click.option(
        "--severities", metavar="A,B,…", help="Severities of errors: neutral, minor, major, critical."
    ),
    "categories": click.option(
        "--categories",
        type=PATH,
        metavar="FILE",
        help="Categories of errors, NAME: EXPLANATION a line (default: those of MQM).",
    ),
    "suggestions": click.option(
        "--suggestions",
        metavar="A,B,…",
        help="Whose errors are suggested: tools, or annotators with error spans in the project, “findings”, or “none”.",
    ),
}
"""The options by rule."""


class ChosenRules(dict[str, Any]):
    """The values of :data:`RULE_OPTIONS`, None for rules that stay as they are."""

    def applied(self, project: Project) -> Rules:
        """Return the rules of a project with those that were chosen.

        Raises:
            InputError: if the file of categories cannot be read.
            UsageError: if severities or categories are not those of errors, or nobody has errors to be suggested.
        """
        from meantree.corpus.formats.raw_file import load_lines

        read: dict[str, Callable[[Any], Any]] = {
            "severities": parse_severities,
            "suggestions": partial(_sources_in, project),
            "categories": lambda path: "\n".join(load_lines(path)),
        }
        chosen = {name: read.get(name, lambda value: value)(value) for name, value in self.items() if value is not None}
        changed = replace(project.rules, **chosen)
        _ = changed.category_list  # raises for a list that cannot be read
        return changed


chosen_rules = filling("rules", ChosenRules, RULE_OPTIONS, *RULE_OPTIONS.values())


def _sources_in(project: Project, text: str) -> tuple[str, ...]:
    """Return the names, separated by commas, whose error spans are suggested; none of “none”.

    “findings” are those of Meantree that the project has, of any version.

    Raises:
        UsageError: if one of them has no error spans in the project.
    """
    from meantree.annotation.error_annotation import FINDINGS
    from meantree.annotation.finding_errors import ANNOTATOR

    if text == "none":
        return ()
    sources = project.suggestion_sources
    findings = [name for name in sources if name.split(" ")[0] == FINDINGS]
    names = []
    for name in filter(None, (part.strip() for part in text.split(","))):
        if name not in sources and name in (FINDINGS, ANNOTATOR) and not findings:
            how = f"meantree convert {project.path.name} NEW --spans {FINDINGS}"
            raise UsageError(f"--suggestions: this project has no findings; add them first: {how}")
        known = findings[-1] if name == FINDINGS and name not in sources else name
        if known not in sources:
            if not sources:
                raise UsageError(f"--suggestions: nobody has error spans in this project; found {quoted(name)}")
            found = unknown_name(name, sources)
            raise UsageError(f"--suggestions: found {found} (who have error spans here) or “none”")
        names.append(known)
    return tuple(names)


CHECKS_OF_FRAMES = (
    "Attention checks are for error spans: with frames nothing tells who noticed them, and whoever has a check "
    "does not annotate the translation that it stands for."
)
_project = click.argument("project", type=PATH, metavar="PROJECT", help="A project (.meantree).")
MAX_CONFLICTS = 20
"""Conflicts of a merge that are listed."""
RECORD_NAMES = {
    "frames": ("annotation", "annotations"),
    "errors": ("annotation of errors", "annotations of errors"),
    "tree": ("corrected tree", "corrected trees"),
    "links": ("corrected word alignment", "corrected word alignments"),
}
"""Names of merged records in messages, singular and plural, by kind."""


@click.command(cls=Command)
@click.argument(
    "paths",
    nargs=-1,
    required=True,
    type=PATH,
    metavar="[IN] OUT",
    help="From HMEANT-WMT13 tables, brat or any files of texts to a project (.meantree); from a project to a copy,"
    " a folder of tables, or one of brat (.brat); from one file of propositions to another (.props, .conll09,"
    " .conll12, .conllu). As IN, - is standard input.",
)
@filling(
    "inputs",
    Inputs,
    ("hypotheses", "references", "source", "reference", "encoding", "columns", "given"),
    options.hypotheses,
    options.references,
    options.source,
    click.option(
        "--reference",
        metavar="R",
        help="The reference whose frames are written to HMEANT-WMT13 tables (default: the only annotated one).",
    ),
    options.encoding,
    options.columns,
    options.given,
)
@click.option(
    "--spans",
    multiple=True,
    metavar="FILE|FORMAT",
    help="Files with error spans of the texts (MQM table, .rating, Pearmut, XCOMET, CSV); to write those of a"
    " project, a format: mqm, rating, pearmut or csv. “findings” adds Meantree's own findings to a project.",
)
@click.option("--annotator", metavar="A", help="Whose error spans are written, or the name under which all are stored.")
@click.option(
    "--checks",
    metavar="SHARE",
    help="Attention checks for a new project of error spans: to this share of the segments, a translation is"
    " added with an error that nobody could overlook, as 5%.",
)
def convert(
    paths: Sequence[Path], inputs: Inputs, spans: Sequence[str], annotator: str | None, checks: str | None
) -> None:
    """Convert texts and error spans (MQM, ESA) to a project, or annotations to another format.

    With --spans, error spans of files come into a project, or those of a project go to a file. What a format cannot
    store is listed before it is written. A file that exists is never replaced: it may hold work.
    """
    from meantree.cli.span_conversion import convert_spans, convert_with_checks

    *sources, target = paths
    if sources == [Path("-")]:  # texts without a name are translations
        sources, inputs = [], replace(inputs, hypotheses=[input_file(Path("-"))])
    if annotator is not None and not spans:
        raise UsageError("--annotator belongs to --spans; found no --spans")
    if checks is not None:
        convert_with_checks(sources, target, checks, spans, annotator, inputs)
    elif spans:
        convert_spans(sources, target, spans, annotator, inputs)
    else:
        _convert_without_spans(sources, target, inputs)


def _convert_without_spans(sources: list[Path], target: Path, inputs: Inputs) -> None:
    """Convert texts to a project, or annotations to another format."""
    from meantree.project.conversion import convert_file, convert_texts, require_free

    hyp, reported = inputs.hypotheses, list[Problem]()
    if len(sources) != (0 if hyp else 1) or (not hyp and (inputs.references or inputs.source)):
        found = f"{', '.join(map(str, [*sources, target]))}{'' if hyp else ' and no --hyp'}"
        hint = "; name ratings and error spans (MQM) of these translations with another --hyp" if hyp else ""
        raise UsageError(f"expected IN and OUT, or OUT and --hyp (--ref, --src) instead of IN; found {found}{hint}")
    if hyp or inputs.columns or inputs.given:
        require_free(target)
        message, problems = convert_texts(replace(inputs, files=sources).corpus(require_translations=True), target)
    else:

        def report(lost: Sequence[Problem]) -> None:
            reported.extend(lost)
            console.list_problems(lost)

        message, problems = convert_file(sources[0], target, inputs.encoding, report, inputs.reference)
    console.say(message)
    # As in score, problems of files of texts are no losses.
    is_texts = bool(hyp) or (target.suffix == PROJECT and sources[0].is_file() and sources[0].suffix != PROJECT)
    console.end(problems, all_are_losses=not is_texts, show=lambda found: console.list_problems(found[len(reported) :]))


@click.command(cls=Command)
@_project
@click.option(
    "--annotators", metavar="A,B,…", help="Annotators who share the segments (default: print the present assignment)."
)
@click.option("--overlap", default="0%", metavar="PART", help="The part that several annotators annotate, such as 20%.")
@click.option(
    "--together",
    type=click.IntRange(2),
    default=2,
    metavar="N",
    help="Number of annotators for each segment of that part.",
)
@click.option("--dry-run", "is_preview", is_flag=True, help="Print who would get what, and assign nothing.")
@chosen_rules
@options.table
def assign(
    project: Path,
    annotators: str | None,
    overlap: str,
    together: int,
    is_preview: bool,
    rules: ChosenRules,
    output: Output,
) -> None:
    """Assign the segments of a project to annotators, set the annotation rules, and print the progress.

    Everybody gets about as many segments, in runs of a document; the shared ones are spread, in short runs.
    Segments that an annotator has begun stay assigned to that annotator; assigning again distributes the others anew.
    The parts of a project that is split keep its rules.

    The table counts translations: "not finished" are those assigned to an annotator that remain, begun or not; "in
    progress" are those begun and not finished; "to review" are those done before linked frames or fillers of the
    reference were deleted.
    """
    from meantree.cli.annotation_output import progress_result
    from meantree.corpus.corpus import CHECK
    from meantree.project.file import Project
    from meantree.project.workload import parse_share, planned

    with Project(project, passing=True) as opened:
        chosen = rules.applied(opened)
        names = [name.strip() for name in (annotators or "").split(",")]
        is_planned = is_preview or annotators is not None
        plan = planned(opened, names, parse_share(overlap), together, chosen) if is_planned else None
        if plan is not None and is_preview:
            console.write("".join(f"{line}\n" for line in plan.lines), output.path)
            return
        if chosen != opened.rules:
            opened.set_rules(chosen)
        if plan is not None:
            opened.assign(plan.work)
        idle = [name for name in names if name and not opened.assigned_to(name)]
        content, problems = progress_result(opened).written(output.form), opened.problems
        has_idle_checks = not chosen.has_errors and bool(opened.error_annotations(CHECK))
    console.say(f"Rules: {rules_in_words(chosen)}.")
    if has_idle_checks:
        console.say(CHECKS_OF_FRAMES)
    if idle:
        console.say(f"No segment is left for {listed(idle)}.")
    console.write(content, output.path)
    console.end(problems, all_are_losses=True)


@click.command(cls=Command)
@_project
@click.option("--output", "-o", required=True, type=PATH, metavar="FOLDER", help="Output folder of the parts.")
def split(project: Path, output: Path) -> None:
    """Write one project per annotator with the segments assigned to them; merge joins the parts again."""
    from meantree.project.splitting import split as split_project

    parts = split_project(project, output)
    for annotator, path in parts.files.items():
        console.say(f"{shortened(annotator)}: {path}")
    if parts.left_out:
        hint = "their work is only in the project, so merge the parts with it"
        console.say(f"No part for {listed(parts.left_out)}, who have no segment assigned; {hint}: {project}")
    console.end(parts.problems, all_are_losses=True)


@click.command(cls=Command)
@click.argument(
    "projects",
    nargs=-1,
    required=True,
    type=PATH,
    metavar="PROJECT...",
    help="Parts or copies of a project, or other projects of its texts.",
)
@click.option("--output", "-o", required=True, type=PATH, metavar="PROJECT", help="The new project; it must not exist.")
@click.option(
    "--trust", type=PATH, metavar="PROJECT", help="The project whose texts and rules are used if others differ."
)
def merge(projects: Sequence[Path], output: Path, trust: Path | None) -> None:
    """Join projects of the same texts without loss; if two versions of an annotation differ, both are kept."""
    from meantree.project.merging import automatic_frames_note
    from meantree.project.merging import merge as merge_projects

    if output.suffix != PROJECT:
        raise UsageError(f"{output}: expected a name that ends in {PROJECT}")
    merged = merge_projects(projects, output, trust)
    counts, annotators = Counter(kind for kind, _ in merged.work), {name for _, name in merged.work}
    work = [counted(counts[kind], *names) for kind, names in RECORD_NAMES.items() if counts[kind]] or ["0 annotations"]
    work += [counted(merged.checks, "attention check")] if merged.checks else []
    segments = counted(len(merged.copy.segments), "segment")
    gold = {merged.copy.parsed_rules.gold}
    people = f"{counted(len(annotators - gold), 'annotator')}{' and the gold standard' if annotators & gold else ''}"
    console.say(f"{output}: {segments}, {', '.join(work)} by {people}")
    for conflict in merged.conflicts[:MAX_CONFLICTS]:
        reference = f"compared with {conflict.reference}" if conflict.reference else ""
        translation = " ".join(filter(None, (conflict.system, reference)))
        times = ", ".join(time[:19].replace("T", " ") for time in conflict.times)
        console.say(
            f"segment {conflict.segment}, {translation}: {counted(len(conflict.times), 'version')} of the"
            f" {conflict.kind} of {conflict.annotator} ({times} UTC); the first is shown, the others are kept"
        )
    more = len(merged.conflicts) - MAX_CONFLICTS
    if more > 0:
        console.say(f"{counted(more, 'more annotation')} with several versions")
    if merged.automatic:
        console.say(automatic_frames_note(merged.automatic))
    if merged.conflicts:
        console.say("Select the versions in the app: menu View, Versions of other copies.")
    console.end(merged.problems, all_are_losses=True)


@click.command(cls=Command)
@click.argument(
    "projects",
    nargs=-1,
    required=True,
    type=PATH,
    metavar="PROJECT...",
    help="A project with several annotators, or several of the same texts.",
)
@options.one_metric(default="hmeant", help="The metric to compute from the annotations.")
@click.option("--annotators", metavar="A,B,…", help="Annotators to compare (default: all, and the automatic frames).")
@click.option(
    "--repeat-references",
    is_flag=True,
    help="Count frames of a reference once for each translation, as in the literature (default: once).",
)
@options.output("table", "text", *TABLES)
@options.run(options.plots)
def agreement(
    run: Run,
    projects: Sequence[Path],
    metric: str,
    annotators: str | None,
    repeat_references: bool,
    plots: Path | None,
) -> None:
    """Print the inter-annotator agreement: by layer, beyond chance, by role, document and time, and where it is low."""
    from meantree.cli.annotation_output import agreement_result

    names = None if annotators is None else [name.strip() for name in annotators.split(",")]
    compared = partial(agreement_result, projects, metric, plots, annotators=names, repeat_references=repeat_references)
    run.write(lambda work: compared(work=work), all_are_losses=True)
