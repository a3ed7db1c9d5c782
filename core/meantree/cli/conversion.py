"""``meantree convert``: annotations of one format into another."""

from __future__ import annotations

from pathlib import Path

from meantree.errors import Problem, UsageError
from meantree.project.file import SUFFIX, Project
from meantree.project.formats import wmt13, wmt13_writer


def convert_annotations(source: Path, target: Path) -> tuple[str, list[Problem]]:
    """Convert and say what was done, with what was skipped.

    Raises:
        InputError: if the source cannot be used.
        UsageError: if the target exists, or nobody knows how to turn one into the other.
    """
    if wmt13.is_wmt13(source) and target.suffix == SUFFIX:
        imported = wmt13.read(source)
        with Project(target, new=True) as project:
            project.fill(imported.corpus, imported.annotations)
        return _told(target, imported), list(imported.corpus.problems)
    if source.suffix == SUFFIX and not target.suffix:
        with Project(source) as project:
            everything = wmt13.Imported(project.corpus(), project.all_annotations())
        lost = wmt13_writer.write(everything.corpus, everything.annotations, target)
        return _told(target, everything), lost
    raise UsageError(
        f"cannot turn {source} into {target}; expected a folder of HMEANT-WMT13 tables and a project ({SUFFIX}), "
        "or the other way round"
    )


def _told(target: Path, imported: wmt13.Imported) -> str:
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
