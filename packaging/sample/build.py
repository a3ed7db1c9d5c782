"""Make the sample project again: ``python packaging/sample/build.py``.

Its texts are those of ``sample.tsv`` and ``letters.tsv``, its error spans those of ``errors.tsv``. Two annotators start
from the labeller's frames; in every other segment one of them links the first filler of each frame partially, in the
others the last filler has another role, so that they differ in something. All is our own.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path

from meantree.analysis.frames import Frame, LinkKind, Role
from meantree.analysis.layers.required import WORDS, Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisStore
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.annotation.proposals import preannotate
from meantree.annotation.rules import BOTH
from meantree.corpus.analyses import analyse, analysis_of
from meantree.corpus.corpus import Corpus, Rating, Segment
from meantree.corpus.formats import InputFile, read_corpus
from meantree.project.file import Project
from meantree.project.new_projects import make_project
from meantree_resources import resource

HERE = Path(__file__).parent
SYSTEM, REFERENCE = "north", "A"
FIRST, SECOND = "Ada", "Ben"
ANNOTATED = ("news/1", "news/2", "news/3", "news/4", "news/7", "news/9", "life/1", "life/9", "science/2", "science/8")
"""The ten segments whose frames are annotated."""
POINTS = {"minor": 8, "major": 30, "critical": 60}
"""What an error takes from a rating of 100."""


def texts() -> Corpus:
    """Return the texts of the project with a rating of each translation, by its errors."""
    parts = [read_corpus([InputFile(path)]) for path in (resource("sample/sample.tsv"), HERE / "letters.tsv")]
    segments = tuple(_rated(segment) for part in parts for segment in part.segments)
    return replace(parts[0], segments=segments, name="sample")


def _rated(segment: Segment) -> Segment:
    lost = {
        system: sum(POINTS[row["severity"]] for row in rows()[segment.key, system]) for system in segment.hypotheses
    }
    ratings = [Rating(system, "da", 97.0 - min(90, lost[system]), FIRST) for system in sorted(lost)]
    return replace(segment, ratings=tuple(ratings))


def rows() -> dict[tuple[str, str], list[dict[str, str]]]:
    """Return the rows of ``errors.tsv`` by segment and system."""
    found = defaultdict[tuple[str, str], list[dict[str, str]]](list)
    with (HERE / "errors.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            found[row["segment"], row["system"]].append(row)
    return found


def errors(corpus: Corpus) -> dict[ErrorKey, ErrorAnnotation]:
    """Return the error spans; a row without words stands for something that is missing."""
    found = {}
    for (key, system), marked in rows().items():
        text = corpus.segments[corpus.places[key]].hypotheses[system].text
        spans = tuple(_error(row, text) for row in marked)
        found[ErrorKey(key, system, FIRST)] = ErrorAnnotation(spans, state=State.DONE)
    return found


def _error(row: dict[str, str], text: str) -> MarkedError:
    start = text.index(row["words"]) if row["words"] else len(text)
    places = (Place("hypothesis", start, start + len(row["words"])),) if row["words"] else ()
    return MarkedError(places, row["severity"], row["category"], missing=not row["words"])


def analysed(corpus: Corpus) -> dict[str, tuple[Analysis, Analysis]]:
    """Return translation and reference of each annotated segment with their frames."""
    store, layers = AnalysisStore(), WORDS | Layers(roles=True)
    segments = {key: corpus.segments[corpus.places[key]] for key in ANNOTATED}
    pairs = {key: (one.hypotheses[SYSTEM], one.references[REFERENCE]) for key, one in segments.items()}
    analyse(chain(*pairs.values()), store, layers)
    return {
        key: (analysis_of(hyp, store, layers), analysis_of(ref, store, layers)) for key, (hyp, ref) in pairs.items()
    }


def frames(pairs: Mapping[str, tuple[Analysis, Analysis]]) -> dict[AnnotationKey, Annotation]:
    """Return the frames of both annotators and the gold standard, which decided for the first of them."""
    made: dict[AnnotationKey, Annotation] = {}
    for number, (key, (hyp, ref)) in enumerate(pairs.items()):
        first = replace(preannotate(hyp, ref), state=State.DONE)
        work = {FIRST: first, SECOND: _differing(first, number), "gold": replace(first, finalized_by=FIRST)}
        made |= {AnnotationKey(key, SYSTEM, REFERENCE, name): annotation for name, annotation in work.items()}
    return made


def _differing(annotation: Annotation, number: int) -> Annotation:
    """Return the annotation with the role of a filler, or the links of first fillers, as another person sees them."""
    if number % 2:
        fillers = {
            place: LinkKind.PARTIAL if place[0][1] == 0 else kind
            for place, kind in annotation.alignment.fillers.items()
        }
        return replace(annotation, alignment=replace(annotation.alignment, fillers=fillers))
    return replace(annotation, hypothesis=tuple(map(_in_other_roles, annotation.hypothesis)))


def _in_other_roles(frame: Frame) -> Frame:
    """Return a frame whose last filler has no role of its own."""
    return replace(
        frame, fillers=(*frame.fillers[:-1], *(replace(last, role=Role.OTHER) for last in frame.fillers[-1:]))
    )


def main() -> None:
    """Write the project."""
    corpus, path = texts(), resource("sample/sample.tsv").with_name("sample.meantree")
    pairs = analysed(corpus)

    def complete(project: Project) -> None:
        project.set_rules(replace(project.rules, protocol=BOTH))
        project.add_errors(errors(corpus))
        for key, (hyp, ref) in pairs.items():
            project.begin(key, {("hypothesis", SYSTEM): hyp.words, ("reference", REFERENCE): ref.words})

    path.unlink(missing_ok=True)
    make_project(path, corpus, frames(pairs), complete)


if __name__ == "__main__":
    main()
