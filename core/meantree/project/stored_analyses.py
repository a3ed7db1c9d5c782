"""The analyses that a project keeps, and whose are used.

They are kept by the fingerprint of what made them. **One analyser's are used, for every text and every layer: those of
the one that made most of the project's texts; of equals, the one whose fingerprint is last in the alphabet.** That
may be an analyser that is not installed: an older one, or another pipeline. Then nothing new is analysed, so that no
table mixes two analysers, until everything is analysed again, at once (:func:`reanalyse`); the new analyses then
take the place of all others.

Where these analyses do not cover what is asked for (a text has none, or a damaged one, or one that lacks a layer or has
fewer parses than wanted), the window shows and scores what they do cover, and asks; a command analyses all that it
needs by the installed analyser, and says so.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from meantree.analysis.inputs import AnalysisInput, RawInput, TokenizedText
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.serial import packed, unpacked
from meantree.analysis.store import AnalysisStore
from meantree.corpus.analyses import layers_by_input
from meantree.corpus.corpus import Text
from meantree.escaping import counted
from meantree.work import Work, chunks

AT_ONCE = 1000
"""Texts that are analysed, or looked up, before their analyses are let go again."""


@dataclass(frozen=True, eq=False)
class StoredAnalyses:
    """The analyses by one analyser; each is unpacked when it is wanted.

    Attributes:
        maker: the analyser's fingerprint, empty if nothing is kept.
        rows: packed analyses by what the analyser was given (:func:`text_of`).
    """

    maker: str = ""
    rows: Mapping[str, bytes] = field(default_factory=dict)

    def find(self, start: AnalysisInput) -> Analysis | None:
        """The analysis of a text, or None: there is none, or it cannot be read.

        Settled tokens may be those that the analyser cut of the bare text.
        """
        if isinstance(start, Analysis):
            return None
        found = self._read(start)
        if found is None and isinstance(start, TokenizedText):
            bare = self._read(start.text)
            return bare if bare is not None and bare.words == start.tokens else None
        return found

    def _read(self, given: RawInput) -> Analysis | None:
        content = self.rows.get(text_of(given))
        try:
            return None if content is None else unpacked(content)
        except ValueError:
            return None


def read_analyses(connection: sqlite3.Connection, maker: str | None = None) -> StoredAnalyses:
    """The analyses by one analyser, by default by the one whose are used."""
    maker = _chosen(connection) if maker is None else maker
    query = "SELECT text, content FROM analyses WHERE fingerprint = ?"
    return StoredAnalyses(maker, dict(connection.execute(query, (maker,))))


def _chosen(connection: sqlite3.Connection) -> str:
    texts = {text for (text,) in connection.execute("SELECT text FROM texts WHERE analysis IS NULL")}
    made: dict[str, set[str]] = {}
    for maker, key in connection.execute("SELECT fingerprint, text FROM analyses"):
        if (text := bare_text(key)) is not None and text in texts:
            made.setdefault(maker, set()).add(text)
    return max(made, key=lambda maker: (len(made[maker]), maker), default="")


def put_analyses(connection: sqlite3.Connection, maker: str, rows: Mapping[str, bytes]) -> None:
    """Keep packed analyses; the caller began the transaction."""
    values = [(maker, key, content) for key, content in rows.items()]
    connection.executemany("INSERT OR REPLACE INTO analyses VALUES (?, ?, ?)", values)


def packed_rows(analyses: Mapping[RawInput, Analysis]) -> dict[str, bytes]:
    """The analyses as they are kept."""
    return {text_of(given): packed(analysis) for given, analysis in analyses.items()}


def text_of(given: RawInput) -> str:
    """What an analyser was given, as one string."""
    written = {"text": given.text, "tokens": given.tokens} if isinstance(given, TokenizedText) else given
    return json.dumps(written, ensure_ascii=False)


def bare_text(key: str) -> str | None:
    """The text that an analyser was given, with or without its tokens; None if that cannot be read."""
    try:
        read = json.loads(key)
    except (ValueError, RecursionError):
        return None
    text = read.get("text") if isinstance(read, dict) else read
    return text if isinstance(text, str) else None


@dataclass(frozen=True, slots=True)
class AnalyserMismatch:
    """Analyses are used that another analyser made than the one that is installed.

    Attributes:
        maker, installed: the fingerprints of both.
        lacking: how many texts have no such analysis, or not all that is asked for, of ``texts``.
    """

    maker: str
    installed: str
    lacking: int
    texts: int

    def __str__(self) -> str:
        """Say whose analyses they are, by the first parts of their names that differ, and how many are missing."""
        pairs = zip(self.maker.split("+"), self.installed.split("+"), strict=False)
        old, new = next((pair for pair in pairs if pair[0] != pair[1]), (self.maker, self.installed))
        told = f"the analyses of this project were made by {old}; the analyser that is installed is {new}"
        if not self.lacking:
            return told
        return f"{told}; {self.lacking:,} of {counted(self.texts, 'text')} have none, or not all that is needed"

    @property
    def sentence(self) -> str:
        """The text with a capital letter at the start, without a full stop."""
        text = str(self)
        return text[0].upper() + text[1:]


def find_analyser_mismatch(
    store: AnalysisStore, texts: Iterable[Text], depth: Layers, work: Work
) -> AnalyserMismatch | None:
    """Return whose analyses a store over kept ones uses; None where the installed analyser is their maker.

    Args:
        store: it is over what a project keeps.
        texts: that are asked for.
        depth: how deep; texts of which nothing is wanted do not count.
        work: progress and cancel.

    Raises:
        Cancelled: if the user stopped it.
        UsageError: if a parser cannot be loaded.
    """
    maker, installed = store.fingerprint, store.with_stored(None).fingerprint
    if maker == installed:
        return None
    wanted, lacking = layers_by_input(texts, depth), 0
    for number, part in enumerate(chunks(list(wanted.items()), AT_ONCE)):
        work.step("Reading saved analyses", number * AT_ONCE, len(wanted))
        lacking += len(part) - len(store.cached(dict(part)))
    work.report("Reading saved analyses", len(wanted), len(wanted))
    return AnalyserMismatch(maker, installed, lacking, len(wanted))


def reanalyse(store: AnalysisStore, texts: Collection[Text], depth: Layers, work: Work) -> StoredAnalyses:
    """Analyse all texts by the installed analyser.

    Args:
        store: takes in the analyses; it is over no kept ones.
        texts: all of a project.
        depth: how deep.
        work: by whom, progress and cancel.

    Returns:
        what a project is to keep; nothing of the analyses that came with the input.

    Raises:
        Cancelled: if the user stopped it.
        UsageError: if a parser cannot be loaded.
    """
    wanted, rows, stage = layers_by_input(texts, depth), dict[str, bytes](), "Analysing texts again"
    for number, part in enumerate(chunks(list(wanted.items()), AT_ONCE)):
        before = number * AT_ONCE

        def report(_stage: str, done: int, _total: int, before: int = before) -> None:
            work.report(stage, before + done, len(wanted))

        work.step(stage, before, len(wanted))
        made = store.analyse(dict(part), work=replace(work, report=report))
        rows |= packed_rows({start: one for start, one in made.items() if not isinstance(start, Analysis)})
    work.step(stage, len(wanted), len(wanted))
    return StoredAnalyses(store.fingerprint, rows)
