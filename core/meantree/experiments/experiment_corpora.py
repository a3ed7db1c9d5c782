"""The corpora of an experiment: one per language pair, with distinct names, sampled, and with their digests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path

from meantree.analysis.inputs import TokenizedText
from meantree.annotation.error_annotation import ratings_of
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats import InputFile, read_corpus
from meantree.corpus.formats.catalogue import files_in
from meantree.errors import Problem, UsageError
from meantree.escaping import escaped, listed
from meantree.files import PROJECT
from meantree.project.file import Project
from meantree.scoring.provenance import corrections_of, input_digests
from meantree.shipped import digest


def read_corpora(paths: Sequence[Path], encoding: str | None, annotator: str | None = None) -> tuple[Corpus, ...]:
    """Read a corpus from each path and give it a distinct name.

    Args:
        paths: files, folders or projects.
        encoding: of the files; None detects it.
        annotator: whose annotations of a project are used; None for the automatic analysis.

    Raises:
        InputError: if one cannot be read.
        UsageError: if there is no such annotator.
    """
    if annotator is not None and not any(path.suffix == PROJECT for path in paths):
        raise UsageError("--annotator says whose annotations of a project are taken, and there is no project")
    corpora = [read_one(path, encoding, annotator) for path in paths]
    return with_distinct_names(corpora, ["/".join(path.absolute().with_suffix("").parts[-2:]) for path in paths])


def read_one(path: Path, encoding: str | None, annotator: str | None = None) -> Corpus:
    """Read the corpus of one file, folder or project.

    Raises:
        InputError: if it cannot be read.
        UsageError: if there is no such annotator, or letters stand for the systems of a part.
    """
    if path.suffix == PROJECT:
        with Project(path, passing=True) as project:
            corpus = replace(project.corpus(annotator), name=path.stem)
            corpus.require_named()
            return naming_raters(corpus, project, annotator or "")
    name = path.absolute().name if path.is_dir() else None
    return read_corpus([InputFile(file) for file in files_in(path)], name=name, encoding=encoding)


def naming_raters(corpus: Corpus, project: Project, annotator: str) -> Corpus:
    """Return the corpus as one annotator sees it, and a note that names the people who rated more segments.

    Without an annotator it is the same corpus.
    """
    if not annotator:
        return corpus
    rated = {segment.key for segment in corpus.segments if segment.ratings}
    others: list[str] = []
    for name in project.people:
        own = {key.segment for key, one in project.error_annotations(name).items() if any(ratings_of(key, one))}
        if len(own) > len(rated):
            others.append(name)
    if not others:
        return corpus
    have = f"{listed(map(escaped, others))} {'has' if len(others) == 1 else 'have'}"
    note = f"the ratings of {escaped(annotator)} alone are taken, but {have} more"
    return replace(corpus, problems=(*corpus.problems, Problem(None, None, note, is_note=True)))


def with_distinct_names(corpora: Sequence[Corpus], longer: Sequence[str]) -> tuple[Corpus, ...]:
    """Give corpora that share a name their longer names, with a number where these clash, too."""
    uses = Counter(one.name for one in corpora)
    renamed: list[Corpus] = []
    for name, corpus in zip(longer, corpora, strict=True):
        if uses[corpus.name] == 1:
            renamed.append(corpus)
            continue
        taken = {*(other.name for other in renamed), *(other.name for other in corpora if uses[other.name] == 1)}
        candidates = chain([name], (f"{name} ({number})" for number in count(2)))
        renamed.append(replace(corpus, name=next(candidate for candidate in candidates if candidate not in taken)))
    return tuple(renamed)


def sampled(corpus: Corpus, limit: int | None, seed: int) -> Corpus:
    """Return at most ``limit`` segments in their order, chosen by a hash of their keys that only the seed decides.

    Systems without a translation of these segments are excluded.
    """
    if limit is None or limit >= len(corpus.segments):
        return corpus
    order = sorted(range(len(corpus.segments)), key=lambda place: digest([f"{seed} {corpus.segments[place].key}"]))
    segments = tuple(corpus.segments[place] for place in sorted(order[:limit]))
    present = {system for segment in segments for system in segment.hypotheses}
    return replace(corpus, segments=segments, systems=tuple(system for system in corpus.systems if system in present))


def corpus_digest(corpus: Corpus, is_own: Callable[[TokenizedText], bool]) -> str:
    """Return eight hexadecimal digits that identify a corpus by its texts, ids and ratings, and by what was provided
    with them or annotated: analyses, frames, tokens, corrected heads and links.

    Names of files and annotators do not count, nor do tokens that equal the analyser's own (``is_own``).
    """
    provided = [*map(repr, sorted(input_digests(corpus, is_own).items())), *corrections_of(corpus).values()]
    return digest([texts_digest(corpus), *provided]) if any(provided) else texts_digest(corpus)


def texts_digest(corpus: Corpus) -> str:
    """Return the digest of texts, ids and ratings alone."""
    return digest(
        repr(
            (
                segment.document,
                segment.id,
                segment.source,
                [(name, text.text) for name, text in sorted(segment.references.items())],
                [(name, text.text) for name, text in sorted(segment.hypotheses.items())],
                sorted((rating.system, rating.kind, rating.rater, rating.value) for rating in segment.ratings),
            )
        )
        for segment in corpus.segments
    )
