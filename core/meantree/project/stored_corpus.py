"""A corpus in the tables of a project, and out of them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import replace

from meantree.analysis.forest import Analysis
from meantree.analysis.given import Given, Tokenised
from meantree.analysis.serial import layer_from_json, layer_to_json, packed, unpacked
from meantree.corpus.model import Corpus, Rating, Segment, Text


def put_corpus(connection: sqlite3.Connection, corpus: Corpus) -> None:
    """Write a corpus into empty tables; the caller began the transaction."""
    settings = {"name": corpus.name, "source": corpus.source_language, "target": corpus.target_language}
    # Order of first appearance, which rows sorted by name would lose.
    settings |= {"systems": "\n".join(corpus.systems), "references": "\n".join(corpus.references)}
    connection.executemany("INSERT INTO settings VALUES (?, ?)", settings.items())
    for number, segment in enumerate(corpus.segments):
        row = (number, segment.id, segment.document, segment.source)
        connection.execute("INSERT INTO segments VALUES (?, ?, ?, ?)", row)
        for side, texts in (("reference", segment.references), ("hypothesis", segment.hypotheses)):
            rows = [(number, side, name, text.text, *_written(text)) for name, text in texts.items()]
            connection.executemany("INSERT INTO texts VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        ratings = [(number, r.system, r.kind, r.value, r.rater) for r in segment.ratings]
        connection.executemany("INSERT INTO ratings VALUES (?, ?, ?, ?, ?)", ratings)


def settled_tokens(connection: sqlite3.Connection, segment: int) -> dict[tuple[str, str], tuple[str, ...]]:
    """The tokens that annotations of a segment count in, by side and name; of the texts that have some."""
    rows = connection.execute("SELECT side, name, tokens FROM texts WHERE segment = ?", (segment,))
    return {(side, name): _lines(tokens) for side, name, tokens in rows if tokens is not None}


def put_analyses(connection: sqlite3.Connection, fingerprint: str, analyses: Mapping[str, bytes]) -> None:
    """Keep packed analyses by text; the caller began the transaction."""
    rows = [(fingerprint, text, content) for text, content in analyses.items()]
    connection.executemany("INSERT OR REPLACE INTO analyses VALUES (?, ?, ?)", rows)


def stored_analyses(connection: sqlite3.Connection, fingerprint: str) -> Iterator[tuple[Given, Analysis]]:
    """The analyses by one analyser; what cannot be read is left out."""
    rows = connection.execute("SELECT text, content FROM analyses WHERE fingerprint = ?", (fingerprint,))
    for text, content in rows:
        try:
            yield given_of(text), unpacked(content)
        except (ValueError, TypeError):
            continue


def text_of(given: Given) -> str:
    """What an analyser was given, as one string."""
    return json.dumps([given.text, *given.tokens] if isinstance(given, Tokenised) else given, ensure_ascii=False)


def given_of(text: str) -> Given:
    """The other way round.

    Raises:
        ValueError: if it is none.
    """
    read = json.loads(text)
    return Tokenised(str(read[0]), tuple(map(str, read[1:]))) if isinstance(read, list) else str(read)


def stored_corpus(connection: sqlite3.Connection, name: str) -> Corpus:
    """The corpus as it was put in; ``name`` where a damaged file has lost it."""
    run = connection.execute
    settings = dict(run("SELECT name, value FROM settings"))
    texts: dict[tuple[int, str], dict[str, Text]] = {}
    columns = "segment, side, name, text, tokens, analysis, labelled"
    for number, side, title, text, *more in run(f"SELECT {columns} FROM texts"):
        texts.setdefault((number, side), {})[title] = _text(text, *more)
    ratings: dict[int, list[Rating]] = {}
    for number, *values in run("SELECT segment, system, kind, value, rater FROM ratings ORDER BY rowid"):
        ratings.setdefault(number, []).append(Rating(*values))
    systems, references = (_lines(settings.get(key, "")) for key in ("systems", "references"))
    segments = tuple(
        Segment(
            title,
            document,
            source,
            _ordered(texts.get((number, "reference"), {}), references),
            _ordered(texts.get((number, "hypothesis"), {}), systems),
            tuple(ratings.get(number, ())),
        )
        for number, title, document, source in run("SELECT id, name, document, source FROM segments ORDER BY id")
    )
    languages = settings.get("source", ""), settings.get("target", "")
    return Corpus(settings.get("name", name), segments, systems, references, *languages)


def _written(text: Text) -> tuple[str | None, bytes | None, str | None]:
    tokens = "\n".join(text.tokens) if text.tokens is not None else None
    analysis = packed(text.analysis) if text.analysis is not None else None
    return tokens, analysis, json.dumps(layer_to_json(text.labelled)) if text.labelled is not None else None


def _text(text: str, tokens: str | None, analysis: bytes | None, labelled: str | None) -> Text:
    found = Text(text, tokens=None if tokens is None else _lines(tokens))
    try:
        brought = None if analysis is None else unpacked(analysis)
        frames = None if labelled is None else layer_from_json(json.loads(labelled))
    except (ValueError, KeyError, TypeError):  # in a damaged file; the text is still there
        return found
    return replace(found, analysis=brought, labelled=frames)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.split("\n")) if text else ()


def _ordered(texts: Mapping[str, Text], names: tuple[str, ...]) -> dict[str, Text]:
    return {name: texts[name] for name in names if name in texts}
