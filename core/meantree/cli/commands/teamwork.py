"""``meantree assign``, ``split`` and ``merge``: a project whose annotators share the work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from meantree.cli import console
from meantree.cli.options import Format, Output
from meantree.errors import UsageError
from meantree.escaping import as_json, counted, listed, shortened

if TYPE_CHECKING:
    from meantree.cli.output import Result
    from meantree.project.file import Project
    from meantree.project.rules import Rules

PROJECT = Annotated[Path, typer.Argument(metavar="PROJECT", help="A project (.meantree).")]
SHOWN_CONFLICTS = 20
WORK = {"frames": "annotation", "tree": "corrected tree", "links": "corrected word alignment"}
"""What is counted of the work that was merged, by the kind of its records."""
WIDTH = 140
"""Characters of a line."""


def assign(
    project: PROJECT,
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
    from meantree.cli.output import TABLES, format_of
    from meantree.project.file import Project
    from meantree.project.rules import agreed_words

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
            _divide(opened, [name.strip() for name in annotators.split(",")], overlap, together, rules)
        elif rules != before:
            opened.set_rules(rules)
        content, problems = _progress(opened).written(form), opened.problems
    console.say(f"Rules: {agreed_words(rules)}.")
    console.write(content, output)
    console.end(problems, all_are_losses=True)


def split(
    project: PROJECT,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where the parts are written.")],
) -> None:
    """Write one project for each annotator, with the segments that are theirs; merge joins them again."""
    from meantree.project.merging.split import split as split_project

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
    from meantree.files import PROJECT as SUFFIX
    from meantree.project.merging.merge import different_automatic
    from meantree.project.merging.merge import merge as merge_projects

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
        console.say(different_automatic(merged.automatic))
    if merged.conflicts:
        console.say("Decide in the window: menu View, Versions of other copies.")
    console.end(merged.problems, all_are_losses=True)


def _divide(project: Project, names: Sequence[str], overlap: str, together: int, rules: Rules) -> None:
    from meantree.project.assigning import assign_segments
    from meantree.project.division import share_of

    assign_segments(project, names, share_of(overlap), together, rules)


def _progress(project: Project) -> Result:
    """Who has how much, and how far they are."""
    from meantree.cli.output import Result
    from meantree.cli.value_tables import rows_and_note
    from meantree.report.annotators import progress_table

    table = progress_table(project.path)
    return Result(lambda: rows_and_note(table, WIDTH), lambda: _progress_json(project), lambda: [table])


def _progress_json(project: Project) -> str:
    from meantree.project.annotation import AUTOMATIC
    from meantree.project.progress import progress_of

    corpus = project.corpus()
    found = [progress_of(project, name, corpus) for name in project.annotators if name != AUTOMATIC]
    own = {one.annotator: sorted(project.assigned_to(one.annotator), key=corpus.places.__getitem__) for one in found}
    return as_json([{**asdict(one), "segments": own[one.annotator]} for one in found])
