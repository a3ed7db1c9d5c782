"""A corpus in the tables of a project, and out of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

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
            rows = [(number, side, name, text.text, _written(text)) for name, text in texts.items()]
            connection.executemany("INSERT INTO texts VALUES (?, ?, ?, ?, ?)", rows)
        ratings = [(number, r.system, r.kind, r.value, r.rater) for r in segment.ratings]
        connection.executemany("INSERT INTO ratings VALUES (?, ?, ?, ?, ?)", ratings)


def settled_tokens(connection: sqlite3.Connection, segment: int) -> dict[tuple[str, str], tuple[str, ...]]:
    """The tokens that annotations of a segment count in, by side and name; of the texts that have some."""
    rows = connection.execute("SELECT side, name, tokens FROM texts WHERE segment = ?", (segment,))
    return {(side, name): _lines(tokens) for side, name, tokens in rows if tokens is not None}


def stored_corpus(connection: sqlite3.Connection, name: str) -> Corpus:
    """The corpus as it was put in; ``name`` where a damaged file has lost it."""
    run = connection.execute
    settings = dict(run("SELECT name, value FROM settings"))
    texts: dict[tuple[int, str], dict[str, Text]] = {}
    for number, side, title, text, tokens in run("SELECT segment, side, name, text, tokens FROM texts"):
        texts.setdefault((number, side), {})[title] = Text(text, tokens=None if tokens is None else _lines(tokens))
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


def _written(text: Text) -> str | None:
    return "\n".join(text.tokens) if text.tokens is not None else None


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.split("\n")) if text else ()


def _ordered(texts: Mapping[str, Text], names: tuple[str, ...]) -> dict[str, Text]:
    return {name: texts[name] for name in names if name in texts}
