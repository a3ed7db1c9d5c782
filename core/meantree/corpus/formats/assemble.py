"""Joins versions of a text to segments: by document and id where the files give ids, else by position.

It also says what the texts themselves show: shifted segments, placeholders, tokenised output."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from meantree.analysis.sentences import with_read_tokens
from meantree.corpus.corpus import Corpus, PlainSegments, Rating, Segment, Text, TextsByName, divided, segment_key
from meantree.corpus.formats.file_contents import (
    ErrorRow,
    FileContents,
    FileRole,
    Row,
    Version,
    check_size,
    require_same_length,
)
from meantree.corpus.formats.file_names import THREE, distinguishing_folders, guess_language, guess_name
from meantree.corpus.formats.raw_file import MAX_SEGMENT_CHARACTERS
from meantree.errors import InputError, Problem
from meantree.escaping import counted, quoted, shortened
from meantree.language.detection import by_script, detected
from meantree.language.languages import code_of
from meantree.language.words import NO_WIDTH, as_read
from meantree.scratch import LARGE, Texts

Key = tuple[str, str]
"""Document and id."""
Rows = Sequence[Row | None]
"""One version's row of each segment, None where it lacks the segment."""


def assemble(name: str, files: Sequence[FileContents]) -> Corpus:
    """Return one corpus of all files.

    Versions that give every segment an id are joined by document and id, in the order of the longest of them; the
    others by position. Without any ids the segments are numbered from "1". Two systems or references of one name are
    renamed after the folders of their files, which is listed as a problem.

    Errors that state the texts they were marked in are a corpus by themselves; these texts are its translations if no
    file has any.

    Raises:
        InputError: if there is no text, a version has no usable segment, line counts differ, or no id is shared.
    """
    problems = [problem for contents in files for problem in contents.problems]
    errors = [row for contents in files for row in contents.errors]
    versions = _usable_versions(files, errors, problems)
    keys, rows = _join(versions, problems)
    problems += [problem for version in versions for problem in text_problems(version)]
    check_size(versions[0].path, len(keys), len(versions))
    of_role = {role: [pair for pair in zip(versions, rows, strict=True) if pair[0].role is role] for role in FileRole}
    systems, references = (
        tuple(version.name for version, _ in of_role[role]) for role in (FileRole.HYPOTHESIS, FileRole.REFERENCE)
    )
    ratings: Mapping[int, Sequence[Rating]] = {}
    if any(contents.ratings for contents in files):
        from meantree.corpus.formats.placement import attach_ratings

        ratings = attach_ratings([contents.ratings for contents in files], keys, systems, problems)
    problems += pairing_problems(of_role)
    _compare_sources(of_role[FileRole.SOURCE], keys, problems)
    segments: Sequence[Segment]
    is_plain = not ratings and not errors and all(version.is_bare for version in versions)
    if is_plain and len(keys) >= LARGE and systems + references:
        texts = {role: {version.name: version.texts for version, _ in of_role[role]} for role in FileRole}
        source = next(iter(texts[FileRole.SOURCE].values()), None)
        segments = PlainSegments(source, texts[FileRole.REFERENCE], texts[FileRole.HYPOTHESIS])
    else:
        segments = tuple(_segments(_unambiguous(keys, problems), of_role, ratings))
    if errors:
        from meantree.corpus.formats.placement import attach_errors

        segments = attach_errors(tuple(segments), systems, errors, problems)
    source_languages = [contents.source_language for contents in files]
    target_languages = [contents.target_language for contents in files]
    return Corpus(
        name=name,
        segments=segments,
        systems=systems,
        references=references,
        source_language=_language(source_languages, versions, (FileRole.SOURCE,)),
        target_language=_language(target_languages, versions, (FileRole.REFERENCE, FileRole.HYPOTHESIS)),
        problems=tuple(dict.fromkeys(problems)),
        domains={document: domain for contents in files for document, domain in contents.domains.items()},
    )


def _usable_versions(
    files: Sequence[FileContents], errors: Sequence[ErrorRow], problems: list[Problem]
) -> list[Version]:
    """Return the versions of all files, and those in which errors were marked if no file has translations.

    Each has a name of its own.
    """
    versions = [version for contents in files for version in contents.versions]
    if errors and not any(version.role is FileRole.HYPOTHESIS for version in versions):
        from meantree.corpus.formats.placement import versions_in

        versions += versions_in(errors)
    rates = any(contents.ratings or contents.errors for contents in files)
    if not versions or (rates and not any(version.role is FileRole.HYPOTHESIS for version in versions)):
        raise _no_text(files)
    versions = [_without_long_segments(version, problems) for version in _with_languages(versions)]
    for version in versions:
        _check_usable(version, problems)
    return _unique_names(versions, problems)


def _segments(
    keys: Sequence[Key],
    of_role: Mapping[FileRole, Sequence[tuple[Version, Rows]]],
    ratings: Mapping[int, Sequence[Rating]],
) -> Iterator[Segment]:
    shared: dict[tuple[str, ...], tuple[str, ...]] = {}
    for place, (document, name) in enumerate(keys):
        rated, given = divided(ratings.get(place, ()))
        sources = (text for _, own in of_role[FileRole.SOURCE] if (text := _text(own[place])) is not None)
        yield Segment(
            id=name,
            document=document,
            source=next(sources, None),
            references=_texts(of_role[FileRole.REFERENCE], place, shared),
            hypotheses=_texts(of_role[FileRole.HYPOTHESIS], place, shared),
            ratings=rated,
            given=given,
        )


def _with_languages(versions: Sequence[Version]) -> Iterator[Version]:
    """Yield the versions; an ending of three letters is a language if another file has it, or the text is in it."""
    codes = Counter(code_of(version.language) for version in versions)
    for version in versions:
        code, path = code_of(version.language), version.path
        is_doubted = len(version.language) == THREE and version.language == guess_language(path) and codes[code] == 1
        if is_doubted and code not in (*by_script(texts := [*filter(None, version.texts)]), detected(texts).code):
            name = guess_name(path, doubted=True) if version.name == guess_name(path) else version.name
            version = replace(version, language="", name=name)
        yield version


def _no_text(files: Sequence[FileContents]) -> InputError:
    rated = next((contents for contents in files if contents.ratings or contents.errors), None)
    if rated is None:
        return InputError(None, "no text to work on, expected at least one hypothesis, reference or source")
    path = rated.errors[0].path if rated.errors else rated.ratings[0].path
    what = "marked errors" if rated.errors else "ratings"
    return InputError(path, f"has {what} of translations in other files; name these, too (--hyp), or their folder")


def _without_long_segments(version: Version, problems: list[Problem]) -> Version:
    """Return the version without segments that no analyser could process."""
    sizes = {place: len(text) for place, text in enumerate(version.texts) if text is not None}
    long = [place for place, size in sizes.items() if size > MAX_SEGMENT_CHARACTERS]
    for place in long:
        size = f"{sizes[place]:,} characters, expected at most {MAX_SEGMENT_CHARACTERS:,}"
        row = version.rows[place]
        problems.append(Problem(version.path, row.line, f"a segment of {size}; skipped", row.id))
    return version.without(long) if long else version


def _check_usable(version: Version, problems: Iterable[Problem]) -> None:
    if any(text is not None for text in version.texts):
        return
    first = next((problem for problem in problems if problem.path == version.path), None)
    message = f"no segment of the {version.role} can be used"
    if first is None:
        raise InputError(version.path, message)
    raise InputError(version.path, f"{message}; the first problem: {first.message}", line=first.line)


def _unique_names(versions: Sequence[Version], problems: list[Problem]) -> list[Version]:
    """Return the versions; those of one role and name are renamed after their folders, or numbered in one folder."""
    by_name: dict[tuple[FileRole, str], list[Version]] = {}
    for version in versions:
        by_name.setdefault((version.role, version.name), []).append(version)
    used = {key for key, alike in by_name.items() if len(alike) == 1}
    new_names: dict[int, str] = {}
    for (role, name), alike in by_name.items():
        folders = distinguishing_folders([version.path for version in alike]) if len(alike) > 1 else []
        for version, folder in zip(alike, folders, strict=False):
            base = f"{folder}/{name}" if len(set(folders)) > 1 else name
            candidates = itertools.chain([base], (f"{base}-{number}" for number in itertools.count(2)))
            new_name = next(candidate for candidate in candidates if (role, candidate) not in used)
            new_names[id(version)] = new_name
            used.add((role, new_name))
            if role is not FileRole.SOURCE and new_name != name:
                message = f"another {role} is also called {shortened(name)}; this one is renamed {shortened(new_name)}"
                problems.append(Problem(version.path, None, message))
    return [
        replace(version, name=new_names[id(version)]) if id(version) in new_names else version for version in versions
    ]


def _join(versions: Sequence[Version], problems: list[Problem]) -> tuple[list[Key], list[Rows]]:
    """Return the keys of all segments, and the rows of each version.

    Raises:
        InputError: if line counts differ or ids have nothing in common.
    """
    with_ids = [version for version in versions if all(row.id is not None for row in version.rows)]
    if not with_ids:
        keys = [("", str(number)) for number in range(1, len(versions[0].rows) + 1)]
        return keys, [_by_position(version, versions[0], len(keys)) for version in versions]
    longest = max(with_ids, key=lambda version: len(version.rows))
    shifted = [one for one in with_ids if one is not longest and same_but_shifted(one, longest)]
    for version in shifted:
        first, other = (quoted(str(one.rows[0].id)) for one in (version, longest))
        message = f"numbers its segments from {first}, {longest.path} from {other}; they are paired by position"
        problems.append(Problem(version.path, None, message, is_note=True))
    with_ids = [version for version in with_ids if version not in shifted]
    places: dict[Key, int] = {}
    for version in (longest, *with_ids):
        for row in version.rows:
            places.setdefault(_key(row), len(places))
    joined: list[Rows] = []
    for version in versions:
        if version in with_ids:
            joined.append(_by_key(version, longest, places, problems))
        else:
            if len({_key(row) for row in longest.rows}) != len(places):
                reason = f"{longest.path} lacks segments that other files have"
                raise InputError(version.path, f"has no segment ids and cannot be joined by position: {reason}")
            joined.append(_by_position(version, longest, len(places)))
    return list(places), joined


def _by_position(version: Version, other: Version, count: int) -> Rows:
    require_same_length(version.path, len(version.rows), other.path, count)
    return version.rows


def _by_key(version: Version, longest: Version, places: dict[Key, int], problems: list[Problem]) -> Rows:
    placed: list[Row | None] = [None] * len(places)
    for row in version.rows:
        place = places[_key(row)]
        if placed[place] is not None:
            again = f"segment id {quoted(str(row.id))} occurs again{_in_document(row)}"
            message = f"{again}, expected it once; the second is skipped"
            problems.append(Problem(version.path, row.line, message, row.id))
        else:
            placed[place] = row
    shared = {_key(row) for row in longest.rows}
    if not any(_key(row) in shared for row in version.rows):
        here, there = (f"{quoted(str(row.id))}{_in_document(row)}" for row in (version.rows[0], longest.rows[0]))
        message = f"shares no segment id with {longest.path}: found {here} here, {there} there"
        raise InputError(version.path, message, line=version.rows[0].line)
    if missing := placed.count(None):
        first = next(key for key, place in places.items() if placed[place] is None)
        message = f"{version.role} {quoted(version.name)} lacks {missing:,} of {len(places):,} segments"
        problems.append(Problem(version.path, None, f"{message}, the first {quoted(first[1])}", first[1]))
    return placed


def _key(row: Row) -> Key:
    return row.document or "", row.id or ""


def _in_document(row: Row) -> str:
    return f" in document {quoted(row.document)}" if row.document else ""


def _unambiguous(keys: Sequence[Key], problems: list[Problem]) -> list[Key]:
    """Return keys that differ also when written as ``document/id``: both parts may contain slashes."""
    used: set[str] = set()
    result = list(keys)
    for place, (document, name) in enumerate(keys):
        candidates = itertools.chain([name], (f"{name} ({number})" for number in itertools.count(2)))
        unique = next(candidate for candidate in candidates if segment_key(document, candidate) not in used)
        used.add(segment_key(document, unique))
        if unique != name:
            result[place] = document, unique
            other, new = shortened(segment_key(document, name)), shortened(unique)
            problems.append(Problem(None, None, f"another segment is also called {other}; this one gets the id {new}"))
    return result


def _texts(
    versions: Sequence[tuple[Version, Rows]], place: int, shared: dict[tuple[str, ...], tuple[str, ...]]
) -> TextsByName:
    """Return the texts of one segment; segments with the same names share one tuple of them."""
    rows = [
        (version.name, row) for version, own in versions if (row := own[place]) is not None and row.text is not None
    ]
    names = tuple(name for name, _ in rows)
    return TextsByName(shared.setdefault(names, names), tuple(_as_text(row) for _, row in rows))


def _as_text(row: Row) -> Text | str:
    if row.analysis is None and row.tokens is None and row.labelled is None:
        return row.text or ""
    analysis = row.analysis and with_read_tokens(row.analysis)
    return Text(row.text or "", analysis, row.tokens, labelled=row.labelled)


def _text(row: Row | None) -> str | None:
    return None if row is None else row.text


def _compare_sources(sources: Sequence[tuple[Version, Rows]], keys: Sequence[Key], problems: list[Problem]) -> None:
    """Report where a source differs from the first one; it is used only where the first lacks the segment."""
    for version, rows in sources[1:]:
        first, first_rows = sources[0]
        pairs = (
            (place, _text(one), _text(other)) for place, (one, other) in enumerate(zip(first_rows, rows, strict=True))
        )
        differing = [place for place, one, other in pairs if None not in (one, other) and one != other]
        if differing:
            row = rows[differing[0]]
            count = counted(len(differing), "segment")
            message = f"the source differs from {first.path} in {count}; the text of that file is used"
            line = row.line if row is not None else None
            problems.append(Problem(version.path, line, message, keys[differing[0]][1]))


def _language(languages: Iterable[str], versions: Iterable[Version], roles: Sequence[FileRole]) -> str:
    """Return the first language that a file names, else that of the first version of these roles that has one."""
    codes = [*languages, *(version.language for version in versions if version.role in roles)]
    return next(filter(None, codes), "")


MOST_PAIRS: Final = 500
"""Segments whose words are compared."""
LEAST_PAIRS: Final = 5
"""Segments below which nothing is said of shifts."""
LEAST_MORE: Final = 0.2
"""By how much neighbours must be more alike than pairs."""
SACREBLEU_LINES: Final = 100
"""Lines with one mark of tokenisation from which sacrebleu warns, too."""
LEAST_LINES: Final = 10
"""Lines of shorter texts that are judged by their share."""
MARKS: Final = {
    "end in a tokenised period": r" \.$",
    "have escaped quotes (&apos;, &quot;)": r"&(?:apos|quot);",
    "have words in pieces (@@, ▁)": r"@@(?: |$)|(?:^| )▁",
}
"""What shows in tokenised or BPE output."""
PLACEHOLDERS: Final = frozenset({"no translation available", "translation not available", "#n/a", "[no translation]"})
"""Texts, in lower case, that stand for no text."""
REPEATED: Final = 0.1
"""Share of the segments that one text may have."""

Counts = Sequence[Counter[str] | None]


def word_counts(rows: Rows) -> list[Counter[str] | None]:
    """Return how often each text has each word, in lower case; None for texts that are missing or empty."""
    first = (rows[place] for place in range(min(len(rows), MOST_PAIRS + 1)))
    return [Counter(row.text.lower().split()) if row is not None and row.text else None for row in first]


def likeness(texts: Counts, others: Counts, shift: int = 0) -> float:
    """Return the mean share of words (Dice) of pairs, each text with that which stands ``shift`` places on."""
    shares = []
    for place, words in enumerate(texts[:MOST_PAIRS]):
        at = place + shift
        other_words = others[at] if 0 <= at < len(others) else None
        if words is not None and other_words is not None and (total := words.total() + other_words.total()):
            common = sum(min(words[word], other_words[word]) for word in words.keys() & other_words.keys())
            shares.append(2 * common / total)
    return sum(shares) / len(shares) if len(shares) >= LEAST_PAIRS else 0.0


def pairing_problems(of_role: dict[FileRole, list[tuple[Version, Rows]]]) -> Iterator[Problem]:
    """Yield a problem for each translation that has more words of its references' neighbours than of these."""
    for reference, other_rows in of_role[FileRole.REFERENCE][:1]:
        others = word_counts(other_rows)
        for version, rows in of_role[FileRole.HYPOTHESIS]:
            texts = word_counts(rows)
            shares = {0: likeness(texts, others)}
            if shares[0] + LEAST_MORE < 1:  # else no neighbours can be that much more alike
                shares |= {shift: likeness(texts, others, shift) for shift in (-1, 1)}
            nearest = max(shares, key=lambda shift: shares[shift])
            if shares[nearest] > shares[0] + LEAST_MORE:
                where = "before" if nearest < 0 else "after"
                message = (
                    f"its segments share {shares[0]:.0%} of their words with those of {reference.path}, but "
                    f"{shares[nearest]:.0%} with the segments {where} these; is one of the files shifted by a segment?"
                )
                yield Problem(version.path, None, message)


def same_but_shifted(version: Version, other: Version) -> bool:
    """Return whether two files number the same segments, one from 0 and the other from 1.

    They have as many segments, in order and in the same documents; and the texts do not say that the ids are right.
    """
    if len(version.rows) != len(other.rows):
        return False
    pairs = [(str(one.id), str(two.id)) for one, two in zip(version.rows, other.rows, strict=True)]
    if not all(name.isascii() and name.isdecimal() and len(name) < 10 for pair in pairs for name in pair):
        return False
    shifts = {int(one) - int(two) for one, two in pairs}
    documents_agree = all(one.document == two.document for one, two in zip(version.rows, other.rows, strict=True))
    starts = {*pairs[0]}
    if len(shifts) != 1 or starts != {"0", "1"} or not documents_agree:
        return False
    (shift,) = shifts
    texts, others = word_counts(version.rows), word_counts(other.rows)
    return likeness(texts, others, shift) <= likeness(texts, others) + LEAST_MORE


def _odd_characters(version: Version) -> Iterator[Problem]:
    """Yield a note on characters that are not read, and a problem of UTF-8 that was read as cp1252 and saved."""
    others, hidden, unread, twice = 0, 0, list[int](), list[int]()
    for place, text in enumerate(version.texts):
        if text and not text.isascii():
            others += 1
            if as_read(text) != text:
                hidden += len(re.findall(NO_WIDTH, text))
                unread.append(place)
            if _decoded_again(text) != text:
                twice.append(place)
    if unread:
        row = version.rows[unread[0]]
        without = f" and without {counted(hidden, 'character')} of no width" if hidden else ""
        message = (
            f"{counted(len(unread), 'segment')} read composed (NFC){without}, but as they are by BLEU, chrF and TER, as"
        )
        yield Problem(version.path, row.line, f"{message} sacrebleu does", row.id, is_note=True)
    if twice:
        row = version.rows[twice[0]]
        example = f"{quoted(row.text or '', 40)} is {quoted(_decoded_again(row.text or ''), 40)}"
        message = f"{counted(len(twice), 'segment')} of UTF-8 that was read as cp1252 and saved: {example}"
        if 2 * len(twice) > others:
            raise InputError(version.path, f"{message}; save the file as UTF-8 once", line=row.line)
        yield Problem(version.path, row.line, message, row.id)


def _decoded_again(text: str) -> str:
    try:
        return text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return text


def _most_common(texts: Texts) -> list[tuple[str, int]]:
    """Return the three most common texts and their counts; their hashes are counted, which take less memory."""
    hashes = np.fromiter((hash(text) if text else 0 for text in texts), np.int64, len(texts))
    _, first, counts = np.unique(hashes[hashes != 0], return_index=True, return_counts=True)
    places = np.flatnonzero(hashes)
    order = np.lexsort((first, -counts))[:3]
    return [(texts[int(places[first[at]])] or "", int(counts[at])) for at in order]


def text_problems(version: Version) -> Iterator[Problem]:
    """Yield problems of texts that repeat a placeholder or have characters that are not read, and of tokenised ones.

    Raises:
        InputError: if most texts beyond ASCII are UTF-8 that was read as cp1252.
    """
    texts = version.texts
    yield from _odd_characters(version)
    total = sum(map(bool, texts))
    for text, count in _most_common(texts):
        is_often = count >= LEAST_LINES and REPEATED * total < count < total
        if is_often or text.strip().lower() in PLACEHOLDERS:
            message = f"{count:,} of {total:,} segments of the {version.role} are {quoted(text)}"
            yield Problem(version.path, None, f"{message}; a placeholder is scored as a text")
    if version.role is not FileRole.HYPOTHESIS or any(row.analysis or row.tokens for row in version.rows[:1]):
        return
    counts = {
        name: sum(1 for text in texts if text and re.search(pattern, text)) if total >= LEAST_LINES else 0
        for name, pattern in MARKS.items()
    }
    least = min(SACREBLEU_LINES, total / 2)
    found = [f"{count:,} {name}" for name, count in counts.items() if count >= max(1, least)]
    if found:
        message = f"looks tokenised: of {total:,} segments {', '.join(found)}"
        yield Problem(version.path, None, f"{message}; BLEU, chrF and TER expect detokenised text", is_note=True)
