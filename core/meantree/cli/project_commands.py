"""Commands on projects: convert, assign, split, merge and agreement."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from meantree.cli import console
from meantree.cli.options import Encoding, Format, Hypotheses, Output, References, Source
from meantree.errors import UsageError
from meantree.escaping import counted, listed, shortened

if TYPE_CHECKING:
    pass


def convert(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="[IN] OUT",
            help="From HMEANT-WMT13 tables, brat, propositions, a project or any file of texts, to a project"
            " (.meantree), a folder of tables, one of brat (.brat), or a file of propositions"
            " (.props, .conll09, .conll12, .conllu).",
            show_default=False,
        ),
    ],
    hyp: Hypotheses = None,
    ref: References = None,
    src: Source = None,
    encoding: Encoding = None,
) -> None:
    """Turn texts into a project, or annotations of one format into another; what the other cannot hold is listed."""
    from meantree.cli.command_inputs import Inputs
    from meantree.project.conversion import convert_file, convert_texts, require_free
    from meantree.project.file import SUFFIX

    *sources, target = paths
    if len(sources) != (0 if hyp else 1) or (not hyp and (ref or src)):
        found = f"{', '.join(map(str, paths))}{'' if hyp else ' and no --hyp'}"
        beside = "; ratings and marked errors (MQM) of these translations are given by another --hyp" if hyp else ""
        raise UsageError(f"expected IN and OUT, or OUT and --hyp (--ref, --src) in place of IN; found {found}{beside}")
    if hyp:
        require_free(target)
        told, problems = convert_texts(Inputs(hyp, ref, src, encoding=encoding).corpus(), target)
    else:
        told, problems = convert_file(sources[0], target, encoding)
    console.say(told)
    # What is noted of texts is no loss, as in score.
    texts = bool(hyp) or (target.suffix == SUFFIX and sources[0].is_file() and sources[0].suffix != SUFFIX)
    console.end(problems, all_are_losses=not texts)


def agreement(
    projects: Annotated[
        list[Path],
        typer.Argument(metavar="PROJECT...", help="A project with several annotators, or several of the same texts."),
    ],
    metric: Annotated[str, typer.Option(metavar="SPEC", help="The end score.")] = "hmeant:weights=uniform",
    annotators: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="Whom to compare; by default everybody, automatic frames too.")
    ] = None,
    format: Annotated[  # noqa: A002  # the option's name
        Literal["table", "text", "tsv", "csv", "xlsx", "json"] | None,
        typer.Option(help="By default as --output ends, else a table."),
    ] = None,
    plots: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Draw the confusion of roles into it: SVG, PDF and PNG.")
    ] = None,
    output: Output = None,
) -> None:
    """Show how far annotators agree: layer by layer, beyond chance, by role, document and time, and where least."""
    console.require_other(output, projects)
    from meantree.cli.annotation_output import agreement_result
    from meantree.cli.output import TABLES, format_of

    form = format_of(output, format, ("table", "text", *TABLES))

    with console.progress() as work:
        names = None if annotators is None else [name.strip() for name in annotators.split(",")]
        found, problems = agreement_result(projects, metric, plots, work, names)
        content = found.written(form)
    console.write(content, output)
    console.end(problems, all_are_losses=True)


ProjectArgument = Annotated[Path, typer.Argument(metavar="PROJECT", help="A project (.meantree).")]
SHOWN_CONFLICTS = 20
WORK = {"frames": "annotation", "tree": "corrected tree", "links": "corrected word alignment"}
"""What is counted of the work that was merged, by the kind of its records."""


def assign(
    project: ProjectArgument,
    annotators: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="Who shares the segments; without, show who has which.")
    ] = None,
    overlap: Annotated[str, typer.Option(metavar="PART", help="Which part several annotate, as in 20%.")] = "0%",
    together: Annotated[int, typer.Option(metavar="N", min=2, help="How many annotate each of that part.")] = 2,
    nouns: Annotated[
        bool | None, typer.Option("--nouns/--no-nouns", help="Whether nouns are predicates, too, or only verbs.")
    ] = None,
    auxiliaries: Annotated[
        bool | None,
        typer.Option(
            "--auxiliaries/--no-auxiliaries", help="Whether auxiliaries, modal verbs and a bare “be” are predicates."
        ),
    ] = None,
    blind: Annotated[
        bool | None,
        typer.Option("--blind/--open", help="Whether nobody sees others' frames before their own are done."),
    ] = None,
    format: Format = None,  # noqa: A002  # the option's name
    output: Output = None,
) -> None:
    """Divide the segments of a project among annotators, say by which rules they work, and show how far each is.

    What somebody has begun stays theirs. Assigning again divides the rest anew. Parts keep the rules of the project
    that they are split from.

    The table counts translations: "not finished" are those assigned to an annotator that remain, begun or not; "in
    progress" are those begun and not finished; "to review" are those done before linked frames or fillers of the
    reference were deleted.
    """
    from meantree.cli.annotation_output import progress_result
    from meantree.cli.output import TABLES, format_of
    from meantree.project.annotation_rules import rules_in_words
    from meantree.project.file import Project
    from meantree.project.workload import assign_segments, parse_share

    console.require_other(output, [project])
    form = format_of(output, format, ("table", *TABLES))
    with Project(project, passing=True) as opened:
        before = opened.rules
        rules = replace(
            before,
            nouns=before.nouns if nouns is None else nouns,
            auxiliaries=before.auxiliaries if auxiliaries is None else auxiliaries,
            blind=before.blind if blind is None else blind,
        )
        if annotators is not None:
            names = [name.strip() for name in annotators.split(",")]
            assign_segments(opened, names, parse_share(overlap), together, rules)
        elif rules != before:
            opened.set_rules(rules)
        content, problems = progress_result(opened).written(form), opened.problems
    console.say(f"Rules: {rules_in_words(rules)}.")
    console.write(content, output)
    console.end(problems, all_are_losses=True)


def split(
    project: ProjectArgument,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where the parts are written.")],
) -> None:
    """Write one project for each annotator, with the segments that are theirs; merge joins them again."""
    from meantree.project.splitting import split as split_project

    parts = split_project(project, output)
    for who, path in parts.files.items():
        console.say(f"{shortened(who)}: {path}")
    if parts.left_out:
        told = "their work stays in the project alone, so merge the parts with it"
        console.say(f"No part for {listed(parts.left_out)}, who have no segment assigned; {told}: {project}")
    console.end(parts.problems, all_are_losses=True)


def merge(
    projects: Annotated[
        list[Path], typer.Argument(metavar="PROJECT...", help="Parts or copies of a project, or others of its texts.")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="PROJECT", help="The new project; it must not exist.")
    ],
    trust: Annotated[
        Path | None,
        typer.Option(metavar="PROJECT", help="Whose texts and rules hold, where those of others differ."),
    ] = None,
) -> None:
    """Join projects of the same texts without loss; two versions of one annotation are listed, and both kept."""
    from meantree.project.file import SUFFIX
    from meantree.project.merging import automatic_frames_note
    from meantree.project.merging import merge as merge_projects

    if output.suffix != SUFFIX:
        raise UsageError(f"{output}: expected a name that ends in {SUFFIX}")
    merged = merge_projects(projects, output, trust)
    kinds, people = Counter(kind for kind, _ in merged.work), {who for _, who in merged.work}
    work = [counted(kinds[kind], name) for kind, name in WORK.items() if kinds[kind]] or ["0 annotations"]
    segments = counted(len(merged.copy.segments), "segment")
    console.say(f"{output}: {segments}, {', '.join(work)} by {counted(len(people), 'annotator')}")
    for one in merged.conflicts[:SHOWN_CONFLICTS]:
        what = " ".join(filter(None, (one.system, f"beside {one.reference}" if one.reference else "")))
        versions = ", ".join(time[:19].replace("T", " ") for time in one.times)
        console.say(
            f"segment {one.segment}, {what}: {counted(len(one.times), 'version')} of the {one.kind} of {one.annotator} "
            f"({versions} UTC); the first is shown, the others are kept"
        )
    more = len(merged.conflicts) - SHOWN_CONFLICTS
    if more > 0:
        console.say(f"{counted(more, 'more annotation')} with several versions")
    if merged.automatic:
        console.say(automatic_frames_note(merged.automatic))
    if merged.conflicts:
        console.say("Decide in the window: menu View, Versions of other copies.")
    console.end(merged.problems, all_are_losses=True)
