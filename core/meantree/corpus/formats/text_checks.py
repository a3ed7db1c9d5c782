"""What the texts of files say of their pairing and state: shifted segments, placeholders, tokenised output."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from meantree.analysis.characters import NO_WIDTH, as_read
from meantree.corpus.formats.file_contents import FileRole, Row, Version
from meantree.errors import InputError, Problem
from meantree.escaping import counted, quoted
from meantree.scratch import Texts

MOST_PAIRS: Final = 2_000
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
    "end in a tokenised period": re.compile(r" \.$"),
    "have escaped quotes (&apos;, &quot;)": re.compile(r"&(?:apos|quot);"),
    "have words in pieces (@@, ▁)": re.compile(r"@@(?: |$)|(?:^| )▁"),
}
"""What shows in tokenised or BPE output."""
PLACEHOLDERS: Final = frozenset({"no translation available", "translation not available", "#n/a", "[no translation]"})
"""Texts, in lower case, that stand for no text."""
REPEATED: Final = 0.1
"""Share of the segments that one text may have."""

Rows = Sequence[Row | None]
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
                hidden += len(NO_WIDTH.findall(text))
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
        name: sum(1 for text in texts if text and pattern.search(text)) if total >= LEAST_LINES else 0
        for name, pattern in MARKS.items()
    }
    least = min(SACREBLEU_LINES, total / 2)
    found = [f"{count:,} {name}" for name, count in counts.items() if count >= max(1, least)]
    if found:
        message = f"looks tokenised: of {total:,} segments {', '.join(found)}"
        yield Problem(version.path, None, f"{message}; BLEU, chrF and TER expect detokenised text", is_note=True)
