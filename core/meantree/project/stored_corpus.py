"""Writing a corpus to the tables of a project, and reading it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar
from uuid import uuid4

from meantree.analysis.frames import FrameLayer
from meantree.analysis.layers.span_layers import frames_from_json, frames_to_json
from meantree.analysis.sentences import Analysis
from meantree.analysis.serial import Unpacker, packed
from meantree.corpus.corpus import Corpus, ErrorSpan, Rating, Segment, Side, Text, divided
from meantree.corpus.formats.raw_file import MAX_SEGMENT_CHARACTERS
from meantree.escaping import counted, listed
from meantree.grouping import grouped
from meantree.project.schema import insertion, list_from_json, list_to_json, selection
from meantree.untrusted_json import read_json

Cell = TypeVar("Cell", str, bytes)
Value = TypeVar("Value")


def put_corpus(connection: sqlite3.Connection, corpus: Corpus) -> None:
    """Write a corpus into empty tables; the caller began the transaction."""
    settings = {"name": corpus.name, "source": corpus.source_language, "target": corpus.target_language}
    settings["identity"] = uuid4().hex
    # Order of first appearance, which rows sorted by name would lose.
    settings |= {"systems": list_to_json(corpus.systems), "references": list_to_json(corpus.references)}
    connection.executemany(insertion("settings"), settings.items())
    for number, segment in enumerate(corpus.segments):
        row = (number, segment.id, segment.document, segment.source)
        connection.execute(insertion("segments", with_id=True), row)
        for side, texts in (("reference", segment.references), ("hypothesis", segment.hypotheses)):
            rows = [(number, side, name, text.text, *_written(text)) for name, text in texts.items()]
            connection.executemany(insertion("texts"), rows)
        put_ratings(connection, number, (*segment.ratings, *segment.given))
        errors = [(number, e.system, e.side, e.start, e.end, e.category, e.severity, e.rater) for e in segment.errors]
        connection.executemany(insertion("errors"), errors)


def put_ratings(connection: sqlite3.Connection, segment: int, ratings: Iterable[Rating]) -> None:
    """Add ratings, or scores of given metrics, of the segment of this number."""
    rows = ((segment, one.system, one.kind, one.value, one.rater) for one in ratings)
    connection.executemany(insertion("ratings"), rows)


def fix_tokens(connection: sqlite3.Connection, segment: int, tokens: Mapping[tuple[Side, str], Sequence[str]]) -> None:
    """Store the tokens that annotations refer to, by side and name of the text; existing ones stay."""
    rows = [(list_to_json(words), segment, side, name) for (side, name), words in tokens.items()]
    connection.executemany(
        "UPDATE texts SET tokens = ? WHERE segment = ? AND side = ? AND name = ? AND tokens IS NULL", rows
    )


def stored_corpus(
    connection: sqlite3.Connection, name: str, unpack: Unpacker, segment: int | None = None
) -> tuple[Corpus, list[str]]:
    """Return the corpus as it was stored, and messages about what is lost in a damaged file.

    Args:
        name: replaces a lost name of the corpus.
        unpack: reads analyses.
        segment: the number of the only one to read; by default all are read.
    """
    run, of_segment = connection.execute, "" if segment is None else f"WHERE segment = {segment}"
    settings = dict(run("SELECT name, value FROM settings"))
    reader = _Reader(unpack)
    texts: dict[tuple[int, str], dict[str, Text]] = {}
    for number, side, title, text, *more in run(f"{selection('texts')} {of_segment}"):
        place = f"segment number {number}, {title}"
        if len(text) > MAX_SEGMENT_CHARACTERS:  # no input file has such a text, and computing on it would take forever
            fault = f"a text of {len(text):,} characters, expected at most {MAX_SEGMENT_CHARACTERS:,}"
            reader.lost.append(f"{place}: {fault}; left out")
        else:
            texts.setdefault((number, side), {})[title] = reader.text(text, place, *more)
    ratings, errors = (run(f"{selection(table)} {of_segment} ORDER BY rowid") for table in ("ratings", "errors"))
    ratings_of = grouped((number, Rating(*values)) for number, *values in ratings)
    errors_of = grouped((number, ErrorSpan(*values)) for number, *values in errors)
    systems = reader.names(settings, "systems", texts, "hypothesis")
    references = reader.names(settings, "references", texts, "reference")
    segments = tuple(
        reader.within(
            Segment(
                title,
                document,
                source,
                _ordered(texts.get((number, "reference"), {}), references),
                _ordered(texts.get((number, "hypothesis"), {}), systems),
                rated,
                tuple(errors_of.get(number, ())),
                given,
            )
        )
        for number, title, document, source in run(
            "SELECT id, name, document, source FROM segments WHERE id = coalesce(?, id) ORDER BY id", (segment,)
        )
        for rated, given in [divided(ratings_of.get(number, ()))]
    )
    languages = settings.get("source", ""), settings.get("target", "")
    return Corpus(settings.get("name", name), segments, systems, references, *languages), reader.lost


@dataclass(slots=True)
class _Reader:
    """Reads cells; ``lost`` has messages about those that cannot be read."""

    unpack: Unpacker
    lost: list[str] = field(default_factory=list)

    def text(self, text: str, place: str, tokens: str | None, analysis: bytes | None, labelled: str | None) -> Text:
        def read_analysis(content: bytes) -> Analysis:
            own = self.unpack(content, text)
            if own.text != text:
                raise ValueError("an analysis of another text")
            return own

        def read_frames(content: str) -> FrameLayer:
            frames = frames_from_json(read_json(content))
            if words is not None and frames.words != words:
                raise ValueError("frames over other words")
            return frames

        own = self._cell(analysis, read_analysis, f"{place}: the analysis that came with the input")
        read_tokens = _tokens if text.split() else list_from_json
        fixed = self._cell(tokens, read_tokens, f"{place}: the tokens that annotations refer to")
        words = own.words if own is not None else fixed
        frames = self._cell(labelled, read_frames, f"{place}: the frames that came with the input")
        if words is None and frames is not None:  # the analysis or the tokens are lost
            fixed = frames.words
        return Text(text, own, fixed, labelled=frames)

    def within(self, segment: Segment) -> Segment:
        """Return the segment with the marked errors that are within its texts."""
        sound = tuple(
            error
            for error in segment.errors
            if 0 <= error.start <= error.end <= segment.length(error.side, error.system)
        )
        if sound == segment.errors:
            return segment
        removed = counted(len(segment.errors) - len(sound), "marked error")
        self.lost.append(f"segment {segment.key}: {removed} outside of its text")
        return replace(segment, errors=sound)

    def names(
        self, settings: Mapping[str, str], key: str, texts: Mapping[tuple[int, str], Mapping[str, Text]], side: str
    ) -> tuple[str, ...]:
        """Return the listed names of one side in order, then names that only texts have."""
        known = self._cell(settings.get(key), list_from_json, f"the list of {key}") or ()
        used = dict.fromkeys(name for (_, one), named in texts.items() if one == side for name in named)
        if unlisted := [name for name in used if name not in known]:
            self.lost.append(f"the list of {key} has no {listed(unlisted)}; added at its end")
        return tuple(dict.fromkeys((*known, *unlisted)))

    def _cell(self, value: Cell | None, read: Callable[[Cell], Value], description: str) -> Value | None:
        if value is None:
            return None
        try:
            return read(value)
        except (ValueError, KeyError, TypeError, IndexError, OverflowError, RecursionError):
            self.lost.append(f"{description} cannot be read")
            return None


def _tokens(text: str) -> tuple[str, ...]:
    """Read the tokens of a text that has some."""
    tokens = list_from_json(text)
    if not tokens or not all(tokens):
        raise ValueError("an empty token")
    return tokens


def _written(text: Text) -> tuple[str | None, bytes | None, str | None]:
    tokens = list_to_json(text.tokens) if text.tokens is not None else None
    analysis = packed(text.analysis) if text.analysis is not None else None
    return tokens, analysis, json.dumps(frames_to_json(text.labelled)) if text.labelled is not None else None


def _ordered(texts: Mapping[str, Text], names: tuple[str, ...]) -> dict[str, Text]:
    return {name: texts[name] for name in names if name in texts}
