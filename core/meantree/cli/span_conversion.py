"""What ``meantree convert --spans`` does: error spans of files into projects, and those of projects into files."""

from __future__ import annotations

import shlex
from collections.abc import Sequence, Set
from dataclasses import replace
from pathlib import Path
from secrets import randbits

from meantree.analysis.parsers import DEFAULT
from meantree.analysis.store import AnalysisStore
from meantree.annotation.error_annotation import FINDINGS
from meantree.annotation.error_import import ImportedErrors, import_errors, read_error_files, without_errors
from meantree.annotation.finding_errors import ANNOTATOR, findings_as_errors
from meantree.annotation.rules import MQM, Rules
from meantree.cli import console
from meantree.cli.command_inputs import Inputs, Task
from meantree.cli.options import TABLES, format_of
from meantree.comparison.pair_findings import LAYERS
from meantree.corpus.corpus import CHECK, RATERS_KINDS, Corpus, ErrorSpan, Rating, Segment
from meantree.corpus.formats.assemble import assemble
from meantree.errors import UsageError
from meantree.escaping import counted
from meantree.files import PROJECT
from meantree.project import conversion
from meantree.project.attention_checks import with_checks
from meantree.project.conversion import convert_texts
from meantree.project.error_export import FORMATS
from meantree.project.file import Project
from meantree.project.new_projects import make_project
from meantree.project.teamwork import CHECKS_ALONE
from meantree.project.workload import parse_share
from meantree.reporting.error_files import export_errors
from meantree.scoring.verdicts import store_for


def convert_spans(
    sources: Sequence[Path], target: Path, spans: Sequence[str], annotator: str | None, inputs: Inputs
) -> None:
    """Write the error spans of a project, or read those of files into a project.

    Raises:
        InputError: if a file cannot be used.
        UsageError: if the target exists or cannot be written, or arguments do not fit together.
    """
    form = next((name for name in FORMATS if list(spans) == [name]), None)
    of_project = [path for path in sources if path.suffix == PROJECT]
    if form is not None:
        if len(sources) != 1 or not of_project or target.suffix == PROJECT:
            raise UsageError(f"--spans {form} writes the error spans of a project; expected PROJECT and OUT")
        conversion.require_free(target)
        if form == "csv":
            format_of(target, None, TABLES)
        message, problems = export_errors(sources[0], target, form, annotator, console.list_problems)
        console.say(message)
        console.end(problems, all_are_losses=True, show=lambda _: None)
        return
    conversion.require_free(target)
    files = [] if of_project and list(spans) == [FINDINGS] else _files(spans, target)
    if of_project:
        if not files:
            message, problems = conversion.add_errors(sources[0], _findings, target)
            message += f"; to suggest them: meantree assign {target} --suggestions {shlex.quote(ANNOTATOR)}"
        else:
            contents = read_error_files(files, inputs.encoding)
            message, problems = conversion.add_errors(
                sources[0], lambda project: import_errors(project.corpus_of(""), contents, annotator), target
            )
    else:
        corpus, errors = _texts_with_spans(sources, files, target, annotator, inputs)
        message, problems = convert_texts(corpus, target, errors)
    console.say(message)
    console.end(problems, all_are_losses=True)


def convert_with_checks(
    sources: Sequence[Path], target: Path, share: str, spans: Sequence[str], annotator: str | None, inputs: Inputs
) -> None:
    """Make a project of error spans with attention checks, of texts or of a project that nobody has annotated.

    Imported error spans, those of the project and of files, come into it, too.

    Raises:
        InputError: if a file cannot be used.
        UsageError: if the target exists or cannot be written, or no check can be planted.
    """
    conversion.require_free(target)
    part, rules = parse_share(share), Rules() if spans else Rules(protocol=MQM)
    if not part:
        raise UsageError("--checks 0 plants nothing; expected a share such as 5%")
    files, kept, errors = _files(spans, target), ImportedErrors(), ImportedErrors()
    if len(sources) == 1 and sources[0].suffix == PROJECT:
        with Project(sources[0], passing=True) as project:
            corpus, rules = project.corpus_of(""), project.rules
            corpus.require_named()  # nothing in the new project would say that it has letters
            is_annotated = project.has_work and (project.is_edited or project.annotations())
            if is_annotated or CHECK in project.annotators:
                raise UsageError(f"{sources[0]}: already annotated; checks are added before anybody annotates")
            kept = ImportedErrors(project.error_annotations(), project.unplaced_rows)
        errors = import_errors(corpus, read_error_files(files, inputs.encoding), annotator)
    elif files:
        corpus, errors = _texts_with_spans(sources, files, target, annotator, inputs)
    else:
        corpus = (inputs if inputs.hypotheses else replace(inputs, files=sources)).corpus()
    if rules.has_frames and (kept.annotations or not files):  # the first error spans make the rules
        raise UsageError("attention checks are for error spans; set --protocol mqm or esa with meantree assign first")
    if rules.side_by_side:
        raise UsageError(f"{CHECKS_ALONE}; set --one-by-one with meantree assign first")
    seed = randbits(64)  # whoever knew it could tell the segments with a check
    with console.progress() as work:
        corpus, planted = with_checks(replace(corpus, name=target.stem), part, seed, AnalysisStore(), work)
    problems = [*corpus.problems, *errors.problems]

    def complete(project: Project) -> None:
        project.set_rules(rules)
        project.add_errors(kept.annotations)
        project.keep_unplaced(kept.unplaced)
        problems.extend(conversion.put_errors(project, errors) if files else ())
        project.set_rules(replace(project.rules, blind=True, shuffled=True))
        project.add_errors(planted)

    make_project(target, corpus, complete=complete)
    imported = f"; {errors.summary}" if files else ""
    console.say(
        f"{target}: {counted(len(planted), 'attention check')} in {counted(len(corpus.segments), 'segment')}{imported}"
    )
    console.say("Annotators work blind, and systems come in random order, so that checks look like all translations.")
    console.end(problems, all_are_losses=bool(files))


def _files(spans: Sequence[str], target: Path) -> list[Path]:
    """Return the files that are named; findings are none, and are added alone, when there is a project."""
    if FINDINGS in spans and not Path(FINDINGS).exists():
        after = f"make {target} without them, then: meantree convert {shlex.quote(str(target))} NEW --spans {FINDINGS}"
        raise UsageError(f"--spans {FINDINGS} adds findings to a project, and nothing else in the same step; {after}")
    return [Path(name) for name in spans]


def _findings(project: Project) -> ImportedErrors:
    corpus = project.corpus_of("")
    if not corpus.references:
        raise UsageError(f"{project.path}: findings compare translations with references; there are none")
    with console.progress() as work:
        task = Task(corpus, DEFAULT, work, project.stored_analyses())
        store = task.with_stored(store_for(corpus, DEFAULT), corpus.systems, LAYERS)
        return findings_as_errors(corpus, store, work)


def _texts_with_spans(
    sources: Sequence[Path], files: Sequence[Path], target: Path, annotator: str | None, inputs: Inputs
) -> tuple[Corpus, ImportedErrors]:
    """Read texts and files with error spans, which may contain the texts themselves."""
    contents = read_error_files(files, inputs.encoding)
    if inputs.hypotheses:
        corpus = inputs.corpus()
    elif sources:
        corpus = replace(inputs, files=sources).corpus()
    else:
        corpus = assemble(target.stem, [without_errors(item) for item in contents])
    errors = import_errors(corpus, contents, annotator)
    raters = {row.rater for item in contents for row in item.errors}
    paths = {path.resolve() for path in files}  # they tell their problems themselves
    problems = tuple(item for item in corpus.problems if item.path is None or item.path.resolve() not in paths)
    return replace(_without_errors(corpus, errors, raters), problems=problems), errors


def _without_errors(corpus: Corpus, errors: ImportedErrors, raters: Set[str]) -> Corpus:
    """Return a corpus without the errors of these raters in annotated translations: its files may have them, too."""
    translations = {(key.segment, key.system) for key in errors.annotations}

    def is_other(segment: Segment, item: ErrorSpan | Rating) -> bool:
        return item.rater not in raters or (segment.key, item.system) not in translations

    segments = (
        replace(
            segment,
            errors=tuple(item for item in segment.errors if is_other(segment, item)),
            ratings=tuple(item for item in segment.ratings if item.kind not in RATERS_KINDS or is_other(segment, item)),
        )
        for segment in corpus.segments
    )
    return replace(corpus, segments=tuple(segments))
