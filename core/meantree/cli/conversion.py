"""``meantree convert``: annotations of one format into another."""

from __future__ import annotations

from pathlib import Path

from meantree.corpus.formats.conllu_sentence import SentenceError
from meantree.corpus.formats.decode import load
from meantree.corpus.formats.propositions.dialects import dialect_for
from meantree.corpus.formats.propositions.reader import sentences_of
from meantree.corpus.formats.propositions.writer import write_propositions
from meantree.errors import Problem, UsageError
from meantree.project.corrected_trees import TreeKey
from meantree.project.file import SUFFIX, Project
from meantree.project.formats import brat, wmt13, wmt13_writer
from meantree.project.formats.imported import Imported

BRAT = ".brat"
"""The ending of a folder of brat's files."""


def convert_annotations(source: Path, target: Path) -> tuple[str, list[Problem]]:
    """Convert and say what was done, with what was skipped or cannot be held.

    Raises:
        InputError: if the source cannot be used.
        UsageError: if the target exists, or nobody knows how to turn one into the other.
    """
    if not source.exists():
        raise UsageError(f"{source}: there is no such file or folder")
    if not target.parent.is_dir():
        raise UsageError(f"{target}: there is no folder {target.parent} to write into")
    if target.exists():
        raise UsageError(f"{target}: there is something already; nothing is written over it")
    if source.is_dir() and target.suffix == SUFFIX:
        imported = brat.read(source) if brat.is_brat(source) else wmt13.read(source)
        with Project(target, new=True) as project:
            project.fill(imported.corpus, imported.annotations)
        return _told(target, imported), list(imported.corpus.problems)
    if source.suffix == SUFFIX and (target.suffix == BRAT or not _is_file_of_something(target)):
        with Project(source) as project:
            everything = Imported(project.corpus(), project.all_annotations())
            problems = [Problem(None, None, _left_out(key)) for key in project.all_trees()]
            problems += project.problems
        writer = brat.write if target.suffix == BRAT else wmt13_writer.write
        return _told(target, everything), [*problems, *writer(everything.corpus, everything.annotations, target)]
    dialect = dialect_for(target)
    if source.is_file() and source.suffix != SUFFIX and dialect is not None:
        found = sentences_of(load(source))
        faults = [Problem(source, one.line, f"{one}; skipped") for one in found if isinstance(one, SentenceError)]
        good = [one for one in found if not isinstance(one, SentenceError)]
        text, lost = write_propositions(good, dialect)
        target.write_text(text, encoding="utf-8", newline="\n")
        count = sum(len(one.propositions) for one in good)
        return f"{target}: {len(good):,} sentences, {count:,} propositions", [*faults, *lost]
    raise UsageError(
        f"cannot turn {source} into {target}; expected a folder of HMEANT-WMT13 tables or brat's files and a project "
        f"({SUFFIX}), a project and a folder (brat's if it ends in {BRAT}), or two files of propositions"
    )


def _is_file_of_something(target: Path) -> bool:
    """Whether the name is that of a single file; folders may have dots in their names."""
    return target.suffix.lower() in (SUFFIX, ".pdf", ".json", ".tsv", ".txt") or dialect_for(target) is not None


def _left_out(key: TreeKey) -> str:
    return f"segment {key.segment}, {key.name}, {key.annotator}: corrected heads are left out"


def _told(target: Path, imported: Imported) -> str:
    corpus, annotations = imported.corpus, imported.annotations
    people = ", ".join(dict.fromkeys(key.annotator for key in annotations))
    frames = sum(len(one.hypothesis) + len(one.reference) for one in annotations.values())
    links = sum(len(one.alignment.frames) for one in annotations.values())
    fillers = sum(len(one.alignment.fillers) for one in annotations.values())
    return (
        f"{target}: {len(corpus.segments):,} segments, systems {', '.join(corpus.systems)}; "
        f"{len(annotations):,} annotations by {people}: {frames:,} frames, "
        f"{links:,} links between frames, {fillers:,} between fillers"
    )
