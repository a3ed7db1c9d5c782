"""Converting texts to projects, and annotations between formats, with a list of what is lost."""

from __future__ import annotations

import mimetypes
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from meantree.analysis.conllu_blocks import SentenceError
from meantree.annotation import brat, wmt13
from meantree.annotation.annotated_corpus import AnnotatedCorpus, Losses, Report, place_of
from meantree.annotation.error_import import ImportedErrors, rules_for, unknown_categories
from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.annotation.reference_frames import reference_key, share_references
from meantree.annotation.rules import Rules
from meantree.corpus.corpus import CHECK, Corpus, Segment
from meantree.corpus.formats import InputFile, read_corpus
from meantree.corpus.formats.catalogue import files_in
from meantree.corpus.formats.proposition_dialects import Dialect, dialect_for
from meantree.corpus.formats.proposition_files import read_propositions, write_propositions
from meantree.corpus.formats.raw_file import RawFile, load
from meantree.errors import Problem, UsageError
from meantree.escaping import counted, listed, shortened
from meantree.files import PROJECT, atomic_path, write_text
from meantree.project.file import Project
from meantree.project.new_projects import copy_project, make_project
from meantree.project.splitting import key_wanted

BRAT = ".brat"
"""The suffix of a folder of brat files."""
OTHER_FILES = (PROJECT, ".xlsx", ".docx", ".odt", ".yaml", ".yml", ".md")
"""Suffixes of files that the standard library does not know on all systems."""

LEFT_OUT: Final[Mapping[str, Callable[[Project, Corpus], object]]] = {
    "sources": lambda _project, corpus: any(segment.source for segment in corpus.segments),
    "ratings": lambda _project, corpus: any(segment.ratings for segment in corpus.segments),
    "error spans (a file such as .tsv holds them)": lambda _project, corpus: any(one.errors for one in corpus.segments),
    "the project's rules": lambda project, _corpus: replace(project.rules, guidelines="") != Rules(),
    "guidelines": lambda project, _corpus: project.rules.guidelines,
    "assignments": lambda project, _corpus: any(item.given for item in project.assignments()),
    "working times": lambda project, _corpus: project.times(),
    "spaces of texts (their tokens are written)": lambda _project, corpus: any(
        text.text != " ".join(text.tokens or text.text.split())
        for one in corpus.segments
        for text in (*one.references.values(), *one.hypotheses.values())
    ),
}
"""What no folder of another tool's files holds, and what tells whether a project has it."""


def convert_texts(corpus: Corpus, target: Path, errors: ImportedErrors | None = None) -> tuple[str, list[Problem]]:
    """Create a project from texts, named after its file; return a summary and the problems.

    Raise UsageError if the target exists, cannot be written, or is not named like a project.
    """
    require_free(target)
    if target.suffix != PROJECT:
        raise UsageError(f"{target}: texts become a project; expected a name that ends in {PROJECT}")
    named = replace(corpus, name=target.stem)
    if errors is None:
        return _made(AnnotatedCorpus(named, {}), target)
    problems = [*corpus.problems, *errors.problems]
    make_project(target, named, complete=lambda project: problems.extend(put_errors(project, errors)))
    return f"{_summary(target, AnnotatedCorpus(named, {}))}; {errors.summary}", problems


def put_errors(project: Project, errors: ImportedErrors) -> list[Problem]:
    """Store imported error spans in a project, and set its rules if it has no annotations; return problems."""
    rules, annotations = project.rules, errors.annotations.values()
    if not project.has_work and not rules.has_errors:
        problems = unknown_categories(annotations, rules, "added to the list of the project")
        project.set_rules(rules_for(annotations, rules))
    else:
        problems = unknown_categories(annotations, rules)
    kept = project.add_errors(errors.annotations)
    project.keep_unplaced(errors.unplaced)
    if kept:
        whose = counted(kept, "translation")
        message = f"{whose} of the files have other error spans by the same annotator in the project, which are kept"
        problems.append(Problem(project.path, None, message))
    return problems


def add_errors(source: Path, read: Callable[[Project], ImportedErrors], target: Path) -> tuple[str, list[Problem]]:
    """Copy a project, and add error spans to it; return a summary and problems.

    Args:
        read: the error spans, given the project.

    Raises:
        InputError: if a file cannot be used.
        UsageError: if the target exists or cannot be written.
    """
    require_free(target)
    with Project(source, passing=True) as project:
        errors = read(project)
        copy_project(project, target)
        problems = list(project.problems)
    with Project(target, passing=True) as copy:
        problems += put_errors(copy, errors)
    return f"{target}: {errors.summary}", [*errors.problems, *problems]


def convert_file(
    source: Path,
    target: Path,
    encoding: str | None = None,
    report: Report = lambda _: None,
    reference: str | None = None,
) -> tuple[str, list[Problem]]:
    """Convert a file or folder; return a summary and problems: what was skipped or cannot be represented.

    Args:
        report: is called with what a folder of annotations cannot represent, before it is written.
        reference: the one whose annotations are written to tables of HMEANT-WMT13.

    Raises:
        InputError: if the source cannot be used.
        UsageError: if the target exists or cannot be written, or this conversion is not supported.
    """
    if not os.path.exists(source):
        raise UsageError(f"{source}: there is no such file or folder")
    require_free(target)
    if source.suffix != PROJECT and target.suffix == PROJECT:
        return _made(_read(source, encoding), target)
    if source.suffix == target.suffix == PROJECT:
        return _copied(source, target)
    if source.suffix == PROJECT and (target.suffix == BRAT or not _is_file_of_something(target)):
        return _written(source, target, report, reference)
    dialect = dialect_for(target)
    if os.path.isfile(source) and source.suffix != PROJECT and dialect is not None:
        return _rewritten(load(source, encoding), dialect, target)
    raise UsageError(
        f"cannot turn {source} into {target}; expected texts, or a folder of HMEANT-WMT13 tables or brat files, and "
        f"a project ({PROJECT}), a project and a folder (of brat if it ends in {BRAT}), or two files of propositions"
    )


def representable_in(folder: Path) -> Callable[[Annotation], Annotation]:
    """Return the function from an annotation to what a folder of brat files, or of tables, can represent of it."""
    return brat.represented if brat.is_brat(folder) else wmt13.represented


def require_free(target: Path) -> None:
    """Raise UsageError, before anything is read, if a target exists, or its folder does not."""
    if not os.path.isdir(target.parent):
        raise UsageError(f"{target}: the folder {target.parent} does not exist")
    if os.path.lexists(target):
        raise UsageError(f"{target}: already exists and is not overwritten")


def _read(source: Path, encoding: str | None) -> AnnotatedCorpus:
    """Read a folder of annotations, or the texts of a file or folder."""
    if brat.is_brat(source):
        return brat.read(source)
    if wmt13.is_wmt13(source):
        return wmt13.read(source)
    files = [InputFile(file) for file in files_in(source)]
    return AnnotatedCorpus(read_corpus(files, encoding=encoding, require_translations=True), {})


def _made(imported: AnnotatedCorpus, target: Path) -> tuple[str, list[Problem]]:
    make_project(target, imported.corpus, imported.annotations)
    notes = _summary(target, imported), _variants_note(imported), _errors_note(imported.corpus)
    return ". ".join(filter(None, notes)), list(imported.corpus.problems)


def _errors_note(corpus: Corpus) -> str:
    """Return what becomes of errors that are marked in files of texts; an empty string without any."""
    number = sum(len(segment.errors) for segment in corpus.segments)
    what = f"{counted(number, 'marked error')} can be compared with metrics"
    return f"{what}; to edit or adjudicate such errors as well, name their file with --spans" if number else ""


def _copied(source: Path, target: Path) -> tuple[str, list[Problem]]:
    """Copy everything readable in a project, which may be damaged."""
    with Project(source, passing=True) as project:
        everything = AnnotatedCorpus(project.corpus(), project.annotations())
        copy_project(project, target)
        return _summary(target, everything), list(project.problems)


def _written(source: Path, target: Path, report: Report, reference: str | None) -> tuple[str, list[Problem]]:
    """Write the annotations of a project to a folder of files."""
    with Project(source, passing=True) as project:
        everything = AnnotatedCorpus(project.corpus(), project.annotations())
        losses = Losses()
        for tree in project.trees():
            losses.add("corrected tree", place_of(tree))
        for links in project.links():
            losses.add("corrected alignment", place_of(links))
        problems = [*project.problems, *key_wanted(project)]
        if left_out := [what for what, has in LEFT_OUT.items() if has(project, everything.corpus)]:
            problems.append(Problem(None, None, f"left out: {', '.join(left_out)}"))
    everything, unfit = _fitting(everything)
    content = everything.corpus, everything.annotations
    files, lost = brat.written(*content) if target.suffix == BRAT else wmt13.written(*content, reference)
    problems += [*losses.problems, *unfit, *lost]
    report(problems)
    with atomic_path(target) as folder:
        folder.mkdir()
        for name, text in files:
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    return _summary(target, everything), problems


def _fitting(everything: AnnotatedCorpus) -> tuple[AnnotatedCorpus, list[Problem]]:
    """Return the annotations that fit their texts, and problems about the others."""
    segments = {segment.key: segment for segment in everything.corpus.segments}
    misfits = [
        key for key, annotation in everything.annotations.items() if not _fits(segments[key.segment], key, annotation)
    ]
    checks, misfit = "attention checks are of this project alone", "its frames do not fit the texts"
    messages = [f"{place_of(key)}: {checks if key.system == CHECK else misfit}; left out" for key in misfits]
    fitting = {key: annotation for key, annotation in everything.annotations.items() if key not in misfits}
    return AnnotatedCorpus(everything.corpus, fitting), [Problem(None, None, message) for message in messages]


def _fits(segment: Segment, key: AnnotationKey, annotation: Annotation) -> bool:
    sides = (
        (segment.hypotheses, key.system, annotation.hypothesis),
        (segment.references, key.reference, annotation.reference),
    )
    for texts, name, frames in sides:
        text = texts.get(name)
        words = () if text is None else text.tokens if text.tokens is not None else text.text.split()
        if (name and text is None) or any(max(frame.tokens) >= len(words) for frame in frames):
            return False
    return True


def _rewritten(source: RawFile, dialect: Dialect, target: Path) -> tuple[str, list[Problem]]:
    """Convert a file of propositions to another format."""
    sentences = read_propositions(source)
    problems = [
        Problem(source.path, sentence.line, f"{sentence}; skipped")
        for sentence in sentences
        if isinstance(sentence, SentenceError)
    ]
    valid = [sentence for sentence in sentences if not isinstance(sentence, SentenceError)]
    text, lost = write_propositions(valid, dialect)
    write_text(target, text)
    count = sum(len(sentence.propositions) for sentence in valid)
    return f"{target}: {len(valid):,} sentences, {count:,} propositions", [*problems, *lost]


def _is_file_of_something(target: Path) -> bool:
    """Return whether the name is one of a single file, such as ``x.html``; folders may have dots in their names."""
    known = mimetypes.MimeTypes().guess_type(target.name)[0] is not None
    return known or target.suffix.lower() in OTHER_FILES or dialect_for(target) is not None


def _variants_note(imported: AnnotatedCorpus) -> str:
    """Return a note on references with different frames in different translations; empty if there are none."""
    own = [
        key
        for key, annotation in share_references(imported.annotations)[1].items()
        if annotation.own_reference and key.system
    ]
    count = len(dict.fromkeys(map(reference_key, own)))
    if not own:
        return ""
    subject = f"{counted(count, 'reference has', 'references have')} different frames in different translations"
    named = ", ".join(shortened(f"{key.segment} by {key.annotator}") for key in own[:3])
    rest = ", …" if len(own) > 3 else ""
    advice = "on the Annotate page, Ctrl+Shift+U copies the frames of one to all translations"
    return f"{subject} by one annotator ({named}{rest}); each of these keeps its own; {advice}"


def _summary(target: Path, imported: AnnotatedCorpus) -> str:
    corpus, annotations = imported.corpus, imported.annotations
    texts = f"{target}: {counted(len(corpus.segments), 'segment')}, systems {listed(corpus.systems) or 'none'}"
    if not annotations:
        return f"{texts}, references {listed(corpus.references) or 'none'}"
    annotators = listed(dict.fromkeys(key.annotator for key in annotations))
    frames = sum(len(annotation.hypothesis) + len(annotation.reference) for annotation in annotations.values())
    links = sum(len(annotation.alignment.frames) for annotation in annotations.values())
    fillers = sum(len(annotation.alignment.fillers) for annotation in annotations.values())
    return (
        f"{texts}; {counted(len(annotations), 'annotation')} by {annotators}: {counted(frames, 'frame')}, "
        f"{counted(links, 'link')} between frames, {fillers:,} between fillers"
    )
