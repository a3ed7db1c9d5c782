"""Texts into a project, annotations of one format into another, with a list of what that cannot hold."""

from __future__ import annotations

import mimetypes
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from meantree.corpus.corpus import Corpus, Segment
from meantree.corpus.formats import InputFile, read_corpus
from meantree.corpus.formats.catalogue import FOLDER_FORMATS
from meantree.corpus.formats.conllu_blocks import SentenceError
from meantree.corpus.formats.proposition_dialects import Dialect, dialect_for
from meantree.corpus.formats.proposition_files import read_propositions, write_propositions
from meantree.corpus.formats.raw_file import RawFile, load
from meantree.errors import Problem, UsageError
from meantree.escaping import counted, listed, shortened
from meantree.files import write_text
from meantree.project import brat, wmt13, wmt13_writer
from meantree.project.annotated_corpus import Imported
from meantree.project.annotation import Annotation, AnnotationKey
from meantree.project.file import SUFFIX, Project
from meantree.project.kinds import Key
from meantree.project.new_projects import copy_project, make_project
from meantree.project.reference_frames import reference_key, share_references

BRAT = ".brat"
"""The ending of a folder of brat's files."""
OTHER_FILES = (SUFFIX, ".xlsx", ".docx", ".odt", ".yaml", ".yml", ".md")
"""Endings of files that the standard library does not know on all systems."""


def convert_texts(corpus: Corpus, target: Path) -> tuple[str, list[Problem]]:
    """Make a project of texts that were read, titled by its file's name; say what was done, with what was skipped.

    Raises:
        UsageError: if the target exists, cannot be written or is no project.
    """
    require_free(target)
    if target.suffix != SUFFIX:
        raise UsageError(f"{target}: texts become a project; expected a name that ends in {SUFFIX}")
    return _made(Imported(replace(corpus, name=target.stem), {}), target)


def convert_file(source: Path, target: Path, encoding: str | None = None) -> tuple[str, list[Problem]]:
    """Convert and say what was done, with what was skipped or cannot be held.

    Raises:
        InputError: if the source cannot be used.
        UsageError: if the target exists or cannot be written, or nobody knows how to turn one into the other.
    """
    if not os.path.exists(source):
        raise UsageError(f"{source}: there is no such file or folder")
    require_free(target)
    if source.suffix != SUFFIX and target.suffix == SUFFIX:
        return _made(_read(source, encoding), target)
    if source.suffix == target.suffix == SUFFIX:
        return _copied(source, target)
    if source.suffix == SUFFIX and (target.suffix == BRAT or not _is_file_of_something(target)):
        return _written(source, target)
    dialect = dialect_for(target)
    if os.path.isfile(source) and source.suffix != SUFFIX and dialect is not None:
        return _rewritten(load(source, encoding), dialect, target)
    raise UsageError(
        f"cannot turn {source} into {target}; expected texts, or a folder of HMEANT-WMT13 tables or brat's files, and "
        f"a project ({SUFFIX}), a project and a folder (brat's if it ends in {BRAT}), or two files of propositions"
    )


def representable_in(folder: Path) -> Callable[[Annotation], Annotation]:
    """What a folder of brat's files, or of tables, can hold of an annotation."""
    return brat.held if brat.is_brat(folder) else wmt13_writer.held


def require_free(target: Path) -> None:
    """Refuse a target before anything is read.

    Raises:
        UsageError: if there is something of that name, or no folder to write into.
    """
    if not os.path.isdir(target.parent):
        raise UsageError(f"{target}: the folder {target.parent} does not exist")
    if os.path.lexists(target):
        raise UsageError(f"{target}: already exists and is not overwritten")


def _read(source: Path, encoding: str | None) -> Imported:
    """Annotations in a folder of them, or a corpus."""
    if not os.path.isdir(source) or any(one.recognises(source, "") for one in FOLDER_FORMATS):
        return Imported(read_corpus([InputFile(source)], encoding=encoding), {})
    return brat.read(source) if brat.is_brat(source) else wmt13.read(source)


def _made(imported: Imported, target: Path) -> tuple[str, list[Problem]]:
    make_project(target, imported.corpus, imported.annotations)
    told = ". ".join(filter(None, (_told(target, imported), _told_variants(imported))))
    return told, list(imported.corpus.problems)


def _copied(source: Path, target: Path) -> tuple[str, list[Problem]]:
    """A project with all that can be read of it, which may be damaged."""
    with Project(source, passing=True) as project:
        everything = Imported(project.corpus(), project.all_annotations())
        copy_project(project, target)
        return _told(target, everything), list(project.problems)


def _written(source: Path, target: Path) -> tuple[str, list[Problem]]:
    """The annotations of a project as a folder of files."""
    with Project(source, passing=True) as project:
        everything = Imported(project.corpus(), project.all_annotations())
        problems = [Problem(None, None, _left_out(key, "heads")) for key in project.all_trees()]
        problems += [Problem(None, None, _left_out(key, "links")) for key in project.all_links()]
        problems += project.problems
    everything, unfit = _fitting(everything)
    writer = brat.write if target.suffix == BRAT else wmt13_writer.write
    lost = writer(everything.corpus, everything.annotations, target)
    return _told(target, everything), [*problems, *unfit, *lost]


def _fitting(everything: Imported) -> tuple[Imported, list[Problem]]:
    """The annotations of texts that there are, within their words; and those that are not."""
    segments = {segment.key: segment for segment in everything.corpus.segments}
    unfit = [key for key, one in everything.annotations.items() if not _fits(segments[key.segment], key, one)]
    names = ((f"segment {key.segment}", key.system, key.annotator) for key in unfit)
    told = [f"{', '.join(map(shortened, one))}: its frames do not fit the texts; left out" for one in names]
    kept = {key: one for key, one in everything.annotations.items() if key not in unfit}
    return Imported(everything.corpus, kept), [Problem(None, None, message) for message in told]


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
    """A file of propositions in another format."""
    found = read_propositions(source)
    faults = [Problem(source.path, one.line, f"{one}; skipped") for one in found if isinstance(one, SentenceError)]
    good = [one for one in found if not isinstance(one, SentenceError)]
    text, lost = write_propositions(good, dialect)
    write_text(target, text)
    count = sum(len(one.propositions) for one in good)
    return f"{target}: {len(good):,} sentences, {count:,} propositions", [*faults, *lost]


def _is_file_of_something(target: Path) -> bool:
    """Whether the name is that of a single file, as ``x.html`` is; folders may have dots in their names."""
    known = mimetypes.MimeTypes().guess_type(target.name)[0] is not None
    return known or target.suffix.lower() in OTHER_FILES or dialect_for(target) is not None


def _left_out(key: Key, what: str) -> str:
    names = (f"segment {key.segment}", key.system or key.reference, key.annotator)
    return f"{', '.join(map(shortened, names))}: corrected {what} are left out"


def _told_variants(imported: Imported) -> str:
    """Where an annotator's translations came with different frames of one reference; empty if nowhere."""
    kept = [key for key, one in share_references(imported.annotations)[1].items() if one.own_reference and key.system]
    count = len(dict.fromkeys(map(reference_key, kept)))
    if not kept:
        return ""
    found = f"{counted(count, 'reference has', 'references have')} different frames beside different translations"
    named = ", ".join(shortened(f"{key.segment} by {key.annotator}") for key in kept[:3])
    more = ", …" if len(kept) > 3 else ""
    way = "on the Annotate page, Ctrl+Shift+U lets all translations have the same"
    return f"{found} by one annotator ({named}{more}); each of these keeps its own; {way}"


def _told(target: Path, imported: Imported) -> str:
    corpus, annotations = imported.corpus, imported.annotations
    texts = f"{target}: {counted(len(corpus.segments), 'segment')}, systems {listed(corpus.systems) or 'none'}"
    if not annotations:
        return f"{texts}, references {listed(corpus.references) or 'none'}"
    people = listed(dict.fromkeys(key.annotator for key in annotations))
    frames = sum(len(one.hypothesis) + len(one.reference) for one in annotations.values())
    links = sum(len(one.alignment.frames) for one in annotations.values())
    fillers = sum(len(one.alignment.fillers) for one in annotations.values())
    return (
        f"{texts}; {counted(len(annotations), 'annotation')} by {people}: {counted(frames, 'frame')}, "
        f"{counted(links, 'link')} between frames, {fillers:,} between fillers"
    )
