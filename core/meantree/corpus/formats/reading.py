"""Reads files of any format into a corpus."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from meantree.analysis.sentences import Analysis
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats.assemble import assemble
from meantree.corpus.formats.catalogue import find_format
from meantree.corpus.formats.file_contents import SKIPPED, FileContents, FileRole, InputFile, Row, Version
from meantree.corpus.formats.file_names import guess_role
from meantree.corpus.formats.raw_file import RawFile, load
from meantree.errors import InputError, Problem
from meantree.escaping import counted, quoted

# The roles that a file with several may have if the user gives it one.
_ADMITTED_ROLES = {
    None: frozenset(FileRole),
    FileRole.HYPOTHESIS: frozenset(FileRole),
    FileRole.REFERENCE: frozenset({FileRole.REFERENCE, FileRole.SOURCE}),
    FileRole.SOURCE: frozenset({FileRole.SOURCE}),
}


def read_corpus(
    files: Sequence[InputFile],
    *,
    name: str | None = None,
    encoding: str | None = None,
    columns: Mapping[str, str] | None = None,
    require_translations: bool = False,
) -> Corpus:
    """Read files of any known format and join them.

    The role given for a plain text, CoNLL-U or bracket file is that of its text. Trees and a text of the same role and
    name are joined. A file that names its own roles brings sources, references and hypotheses; given as a
    reference it brings no hypotheses, given as a source nothing else. If all texts of a file are references, or all
    hypotheses, they can be given the other role. A file is read once, however often it is named.

    Args:
        files: in the order that systems and references shall have.
        name: of the corpus; by default that of the file, or of the folder of several.
        encoding: of all files; by default UTF-8.
        columns: of all files that state none themselves, as :attr:`InputFile.columns`.
        require_translations: whether unknown columns are an error if no file has translations.

    Raises:
        InputError: if a file cannot be used, or files do not fit together. Faults of single segments are in the
            corpus's ``problems``.
    """
    if not files:
        raise InputError(None, "no file was given, expected at least one")
    contents = _contents(files, encoding, columns or {})
    unclear = next((one.unclear for one in contents if one.unclear), None)
    roles = {version.role for one in contents for version in one.versions}
    if require_translations and unclear and FileRole.HYPOTHESIS not in roles:
        raise unclear
    return assemble(name or _title(files), _with_trees(contents))


def _contents(files: Sequence[InputFile], encoding: str | None, columns: Mapping[str, str]) -> list[FileContents]:
    """Read each file; only those that are named again stay in memory until then."""
    contents: list[FileContents] = []
    done: set[Path] = set()
    remaining = Counter(file.path for file in files)
    loaded: dict[Path, RawFile] = {}
    for file in files:
        raw = loaded.pop(file.path, None)
        raw = raw or (RawFile(file.path, b"", encoding) if os.path.isdir(file.path) else load(file.path, encoding))
        raw = replace(raw, columns=file.columns or columns)
        remaining[file.path] -= 1
        if remaining[file.path]:
            loaded[file.path] = raw
        known = find_format(file.path, raw.data, encoding)
        if known.name == "mlqe-pe" and _has_companion(file, files):
            from meantree.corpus.formats import plain_text

            contents.append(_with_role(file, plain_text.read(raw)))
        elif known.single:
            contents.append(_with_role(file, known.read(raw)))
        elif file.path not in done:
            done.add(file.path)
            roles = {other.role for other in files if other.path == file.path}
            read = known.read(raw)
            if read.ratings:
                from meantree.corpus.formats.given_scores import with_specs

                read = replace(read, ratings=with_specs(raw, read.ratings))
            contents.append(_with_roles(file, roles, read))
    return contents


def _has_companion(file: InputFile, files: Iterable[InputFile]) -> bool:
    """Return whether another file of the same MLQE-PE split is named: then each is a plain text."""
    split = file.path.parent, file.path.stem
    return any((other.path.parent, other.path.stem) == split and other.path != file.path for other in files)


def _with_role(file: InputFile, contents: FileContents) -> FileContents:
    *sources, text = contents.versions
    alone = FileRole.SOURCE if contents.is_bilingual else None
    role = file.role or guess_role(file.path) or (FileRole.HYPOTHESIS if sources else alone)
    if role is None:
        raise InputError(
            file.path,
            "cannot tell whether this is a hypothesis, a reference or a source; say which it is, or name "
            "the file like hyp.SYSTEM.en, ref.A.en, src.de",
        )
    if contents.is_bilingual and role is not FileRole.SOURCE and not sources:
        raise InputError(file.path, f"was given as {role}, but no segment has a target: it has the source alone")
    if sources and role is FileRole.SOURCE:
        return replace(contents, versions=tuple(sources))
    return replace(contents, versions=(*sources, replace(text, role=role, name=file.name or text.name)))


def _with_roles(file: InputFile, roles: set[FileRole | None], contents: FileContents) -> FileContents:
    """Return what the roles given for a file with its own roles admit, under the given name."""
    if not contents.versions:
        if roles & {FileRole.REFERENCE, FileRole.SOURCE}:
            what = "marked errors" if contents.errors else "ratings"
            given = " or ".join(sorted(str(role) for role in roles))
            message = f"was given as {given}, but contains {what} of translations; name it with these (--hyp)"
            raise InputError(file.path, message)
        return contents
    own_roles = {version.role for version in contents.versions}
    if len(own_roles) == 1 and len(roles) == 1 and FileRole.SOURCE not in own_roles | roles:
        versions = tuple(replace(version, role=file.role or version.role) for version in contents.versions)
        contents = replace(contents, versions=versions)
    else:
        contents = _admitted(file.path, roles, contents)
    return _renamed(file, contents) if file.name else contents


def _admitted(path: Path, roles: set[FileRole | None], contents: FileContents) -> FileContents:
    admitted = frozenset[FileRole]().union(*(_ADMITTED_ROLES[role] for role in roles))
    versions = tuple(version for version in contents.versions if version.role in admitted)
    if not versions:
        requested = " or ".join(sorted(str(role) for role in roles))
        present = ", ".join(dict.fromkeys(str(version.role) for version in contents.versions))
        raise InputError(path, f"was given as {requested}, but contains only: {present}")
    return replace(contents, versions=versions, ratings=contents.ratings if FileRole.HYPOTHESIS in admitted else ())


def _renamed(file: InputFile, contents: FileContents) -> FileContents:
    role = file.role or FileRole.HYPOTHESIS
    named = [version for version in contents.versions if version.role is role]
    if len(named) != 1 or file.name is None:
        raise InputError(
            file.path, f"has {len(named)} texts as {role}, expected one to call it {quoted(file.name or '')}"
        )
    (old,) = named
    new = replace(old, name=file.name)
    ratings = contents.ratings
    if role is FileRole.HYPOTHESIS:
        ratings = tuple(replace(row, system=new.name) if row.system == old.name else row for row in ratings)
    versions = tuple(new if version is old else version for version in contents.versions)
    return replace(contents, versions=versions, ratings=ratings)


def _with_trees(files: Sequence[FileContents]) -> list[FileContents]:
    """Return the files with trees moved to the text of the same role and name, if there is one.

    A text whose tree is missing or unusable is parsed as others are. A tree whose words are not those of its text is
    listed as a problem, and the segment has no text then.

    Raises:
        InputError: if there are not as many trees as segments.
    """
    result = list(files)
    for trees in files:
        place = _text_of(trees, result)
        if place is not None:
            result[place] = _joined(result[place], trees)
            result.remove(trees)
    return result


def _text_of(trees: FileContents, files: Sequence[FileContents]) -> int | None:
    if len(trees.versions) != 1 or not _has_trees_alone(trees.versions[0]):
        return None
    (version,) = trees.versions
    for place, contents in enumerate(files):
        if contents is trees or len(contents.versions) != 1:
            continue
        (other,) = contents.versions
        is_same = (other.role, other.name) == (version.role, version.name) and other.path != version.path
        if is_same and (other.is_bare or not any(row.analysis for row in other.rows)):
            return place
    return None


def _has_trees_alone(version: Version) -> bool:
    if version.is_bare:
        return False
    is_labelled = any(row.labelled is not None for row in version.rows)
    return not is_labelled and any(row.analysis is not None for row in version.rows)


def _joined(texts: FileContents, trees: FileContents) -> FileContents:
    text, brackets = texts.versions[0], trees.versions[0]
    grouped = _by_text(text.rows, brackets.rows)
    if len(text.rows) < len(brackets.rows) or _fit(text.rows, grouped):
        brackets = replace(brackets, rows=grouped)
    if len(text.rows) != len(brackets.rows):
        counts = f"{counted(len(brackets.rows), 'tree')} for the {counted(len(text.rows), 'segment')} of {text.path}"
        raise InputError(brackets.path, f"{counts}, expected one each")
    without = (
        replace(each, message=each.message.replace(SKIPPED, "its text is parsed anew")) for each in trees.problems
    )
    problems = [*texts.problems, *without]
    rows = tuple(_row(*pair, brackets, problems) for pair in zip(text.rows, brackets.rows, strict=True))
    return replace(texts, versions=(replace(text, rows=rows),), problems=tuple(problems))


def _by_text(texts: Sequence[Row], sentences: Sequence[Row]) -> tuple[Row, ...]:
    """Return a row for each text, of the next sentences that have as many characters; all rows if some are left."""
    rows, place = [], 0
    for text in texts:
        start, missing = place, len(_characters(text.text))
        while missing > 0 and place < len(sentences):
            missing -= len(_characters(sentences[place].text))
            place += 1
        rows.append(_as_one(sentences[start:place]) if place > start else Row(None, None))
    return tuple(rows) if place == len(sentences) else tuple(sentences)


def _fit(texts: Sequence[Row], trees: Sequence[Row]) -> bool:
    pairs = zip(texts, trees, strict=False)
    return len(texts) == len(trees) and all(_characters(text.text) == _characters(tree.text) for text, tree in pairs)


def _as_one(sentences: Sequence[Row]) -> Row:
    analyses = [row.analysis for row in sentences if row.analysis is not None]
    if len(analyses) < len(sentences):  # the reader listed the problem
        return Row(None, sentences[0].line)
    text = " ".join(analysis.text for analysis in analyses)
    members = tuple(sentence for analysis in analyses for sentence in analysis.sentences)
    return replace(sentences[0], text=text, analysis=replace(analyses[0], text=text, sentences=members))


def _characters(text: str | None) -> str:
    return "".join((text or "").split())


def _row(text: Row, tree: Row, brackets: Version, problems: list[Problem]) -> Row:
    if text.text is None or tree.analysis is None:
        return text  # the reader listed the problem
    characters, tree_characters = map(_characters, (text.text, tree.analysis.text))
    if characters != tree_characters:
        pairs = enumerate(zip(characters, tree_characters, strict=False))
        shorter = min(len(characters), len(tree_characters))
        start = next((place for place, (letter, tree_letter) in pairs if letter != tree_letter), shorter)
        excerpt, tree_excerpt = (quoted(part[start : start + 20]) for part in (characters, tree_characters))
        message = f"the tree has {tree_excerpt} where its text has {excerpt}; {SKIPPED}"
        problems.append(Problem(brackets.path, tree.line, message, text.id))
        return replace(text, text=None)
    return replace(text, analysis=Analysis(text.text, tree.analysis.sentences, tree.analysis.layers))


def _title(files: Sequence[InputFile]) -> str:
    path = files[0].path
    if len(files) > 1:
        return path.absolute().parent.name or path.name
    return path.absolute().name if os.path.isdir(path) else path.stem or path.name
