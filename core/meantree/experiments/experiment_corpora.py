"""Corpora as experiments take them: one a language pair, under names that tell them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path

from meantree.analysis.inputs import TokenizedText
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats import InputFile, guess_name, guess_role, read_corpus
from meantree.corpus.formats.catalogue import files_in
from meantree.digest import digest
from meantree.errors import UsageError
from meantree.project.file import SUFFIX, Project
from meantree.scoring.provenance import corrections_of, input_digests


def read_corpora(paths: Sequence[Path], encoding: str | None, annotator: str | None = None) -> tuple[Corpus, ...]:
    """A corpus for each path, under names of their own; projects as an annotator has them.

    Raises:
        InputError: if one cannot be read.
        UsageError: if there is no such annotator.
    """
    if annotator is not None and not any(path.suffix == SUFFIX for path in paths):
        raise UsageError("--annotator says whose annotations of a project are taken, and there is no project")
    return named_apart([read_one(path, encoding, annotator) for path in paths], paths)


def read_one(path: Path, encoding: str | None, annotator: str | None = None) -> Corpus:
    """The corpus of one file, folder or project.

    Raises:
        InputError: if it cannot be read.
        UsageError: if there is no such annotator.
    """
    if path.suffix == SUFFIX:
        with Project(path, passing=True) as project:
            return project.corpus(annotator)
    return read_corpus([InputFile(one) for one in files_in(path)], name=folder_name(path), encoding=encoding)


def folder_name(path: Path) -> str | None:
    """What the corpus of a folder is called; None leaves the name to the file."""
    return path.absolute().name if path.is_dir() else None


def named_apart(corpora: Sequence[Corpus], paths: Sequence[Path]) -> tuple[Corpus, ...]:
    """Corpora of one name are called by their paths, with the folder; where these are the same, too, by a number."""
    again = Counter(one.name for one in corpora)
    found: list[Corpus] = []
    for path, one in zip(paths, corpora, strict=True):
        if again[one.name] == 1:
            found.append(one)
            continue
        name = "/".join(path.absolute().with_suffix("").parts[-2:])
        taken = {*(other.name for other in found), *(other.name for other in corpora if again[other.name] == 1)}
        called = chain([name], (f"{name} ({number})" for number in count(2)))
        found.append(replace(one, name=next(new for new in called if new not in taken)))
    return tuple(found)


def one_path(files: Sequence[InputFile]) -> Path | None:
    """The file or folder that is read as these files; None if they stand together in no one place."""
    paths = [one.path for one in files]
    if not files or not all(map(_tells_itself, files)):
        return None
    if len(paths) == 1:
        return paths[0]
    folder = paths[0].parent
    return folder if files_in(folder) == paths else None


def _tells_itself(file: InputFile) -> bool:
    """Whether nobody said more of it than its name does."""
    role, name = guess_role(file.path), guess_name(file.path)
    return file.role in (None, role) and file.name in (None, name) and not file.columns


def sampled(corpus: Corpus, limit: int | None, seed: int) -> Corpus:
    """At most so many segments, in their order: those whose names come first in an order that only the seed decides.

    Systems that none of these has translations of are left out.
    """
    if limit is None or limit >= len(corpus.segments):
        return corpus
    order = sorted(range(len(corpus.segments)), key=lambda place: digest([f"{seed} {corpus.segments[place].key}"]))
    segments = tuple(corpus.segments[place] for place in sorted(order[:limit]))
    there = {system for segment in segments for system in segment.hypotheses}
    return replace(corpus, segments=segments, systems=tuple(one for one in corpus.systems if one in there))


def corpus_digest(corpus: Corpus, is_own: Callable[[TokenizedText], bool]) -> str:
    """Eight figures that tell a corpus from any with other texts, ids or ratings, or of which something else is
    known: what came with them or an annotator said, which is analyses, frames, tokens, corrected heads and links.

    Names of files and annotators do not count, nor do tokens that the analyser finds itself.
    """
    beside = [*map(repr, sorted(input_digests(corpus, is_own).items())), *corrections_of(corpus).values()]
    return digest([texts_digest(corpus), *beside]) if any(beside) else texts_digest(corpus)


def texts_digest(corpus: Corpus) -> str:
    """The same of texts, ids and ratings alone."""
    return digest(
        repr(
            (
                one.document,
                one.id,
                one.source,
                [(name, text.text) for name, text in sorted(one.references.items())],
                [(name, text.text) for name, text in sorted(one.hypotheses.items())],
                sorted((rating.system, rating.kind, rating.rater, rating.value) for rating in one.ratings),
            )
        )
        for one in corpus.segments
    )
