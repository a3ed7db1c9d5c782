"""The automatic analyses stored in a project, and which of them are in use.

They are stored under the fingerprint of the analyser that made them. **One analyser's analyses are used, for all texts
and layers: those of the one that analysed most of the project's texts; among equals, the one whose fingerprint is last
in the alphabet.** It may be an analyser that is not installed: an older one, or another pipeline. Then nothing new is
analysed, so that no table mixes two analysers, until everything is analysed again in one go (:func:`reanalyse`); the
new analyses then replace all others.

If these analyses are not complete (a text has none, or a damaged one, or one without a required layer or with too few
parses), the window shows and scores what is there, and asks; a command analyses all that it needs by the installed
analyser, and reports it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from meantree.analysis.inputs import AnalysisInput, RawInput, TokenizedText
from meantree.analysis.layers.required import Layers
from meantree.analysis.pipeline import bundled_fingerprint
from meantree.analysis.sentences import Analysis
from meantree.analysis.serial import packed, unpacked
from meantree.analysis.store import AnalysisStore
from meantree.corpus.analyses import layers_by_input
from meantree.corpus.corpus import Text
from meantree.escaping import capitalised, counted
from meantree.grouping import grouped
from meantree.work import Work, chunks

BATCH_SIZE = 1000
"""The number of texts analysed or looked up in one batch, to limit the memory for their analyses."""


@dataclass(frozen=True, eq=False)
class StoredAnalyses:
    """The analyses by one analyser; each is unpacked when requested.

    Attributes:
        maker: the analyser's fingerprint, empty if nothing is stored.
        rows: packed analyses by the analyser's input (:func:`text_of`).
        layers: of the analyses that were read so far, by the same input; none of one that cannot be read.
    """

    maker: str = ""
    rows: Mapping[str, bytes] = field(default_factory=dict)
    layers: dict[str, Layers] = field(default_factory=dict, repr=False)

    def find(self, start: AnalysisInput) -> Analysis | None:
        """Return the analysis of a text; None if there is none, or it cannot be read.

        An analysis of the bare text serves for given tokens if the analyser split the text into the same tokens.
        """
        if isinstance(start, Analysis):
            return None
        analysis = self._read(start)
        if analysis is None and isinstance(start, TokenizedText):
            untokenized = self._read(start.text)
            return untokenized if untokenized is not None and untokenized.words == start.tokens else None
        return analysis

    def _read(self, text: RawInput) -> Analysis | None:
        key = text_of(text)
        if key not in self.rows:
            return None
        try:
            analysis = unpacked(self.rows[key], text.text if isinstance(text, TokenizedText) else text)
        except ValueError:
            analysis = None
        if analysis is None or not _is_analysis_of(text, analysis):
            self.layers[key] = Layers()
            return None
        self.layers[key] = analysis.layers
        if analysis.encoded and self.maker.partition("+")[0] != bundled_fingerprint():
            return replace(analysis, encoded=False)  # the installed encoder has other vectors than its maker had
        return analysis


def _is_analysis_of(text: RawInput, analysis: Analysis) -> bool:
    """Return whether an analysis is of this text, white space apart, and has its tokens if these are given."""
    bare = text.text if isinstance(text, TokenizedText) else text
    if analysis.text != bare and "".join(analysis.text.split()) != "".join(bare.split()):
        return False
    return not isinstance(text, TokenizedText) or not analysis.sentences or analysis.words == text.tokens


def read_analyses(connection: sqlite3.Connection) -> StoredAnalyses:
    """Read the analyses by the analyser in use."""
    maker = _chosen(connection)
    query = "SELECT text, content FROM analyses WHERE fingerprint = ?"
    return StoredAnalyses(maker, dict(connection.execute(query, (maker,))))


def _chosen(connection: sqlite3.Connection) -> str:
    texts = {text for (text,) in connection.execute("SELECT text FROM texts WHERE analysis IS NULL")}
    first, last = connection.execute("SELECT min(fingerprint), max(fingerprint) FROM analyses").fetchone()
    if first == last:  # a single analyser is in use if it analysed any of the texts
        keys = connection.execute("SELECT text FROM analyses")
        return first if first is not None and any(bare_text(key) in texts for (key,) in keys) else ""
    found = ((maker, bare_text(key)) for maker, key in connection.execute("SELECT fingerprint, text FROM analyses"))
    texts_by_maker = grouped((maker, text) for maker, text in found if text in texts)
    return max(texts_by_maker, key=lambda maker: (len({*texts_by_maker[maker]}), maker), default="")


def put_analyses(connection: sqlite3.Connection, maker: str, rows: Mapping[str, bytes]) -> None:
    """Store packed analyses; the caller began the transaction."""
    values = [(maker, key, content) for key, content in rows.items()]
    connection.executemany("INSERT OR REPLACE INTO analyses VALUES (?, ?, ?)", values)


def packed_rows(analyses: Mapping[RawInput, Analysis]) -> dict[str, bytes]:
    """Return the analyses as they are stored."""
    return {text_of(text): packed(analysis) for text, analysis in analyses.items()}


def text_of(text: RawInput) -> str:
    """Return an analyser's input as one string."""
    content = {"text": text.text, "tokens": text.tokens} if isinstance(text, TokenizedText) else text
    return json.dumps(content, ensure_ascii=False)


def bare_text(key: str) -> str | None:
    """Return the text of an analyser's input, given with or without tokens; None if it cannot be read."""
    try:
        read = json.loads(key)
    except (ValueError, RecursionError):
        return None
    text = read.get("text") if isinstance(read, dict) else read
    return text if isinstance(text, str) else None


@dataclass(frozen=True, slots=True)
class AnalyserMismatch:
    """The analyses in use were made by another analyser than the installed one.

    Attributes:
        maker, installed: the fingerprints of both.
        missing: how many of the ``texts`` have no analysis, or not all required layers.
        texts: how many texts were looked up.
    """

    maker: str
    installed: str
    missing: int
    texts: int

    @property
    def differing(self) -> tuple[str, str]:
        """The first differing part of the fingerprints of both; all of them if they are of different layers."""
        parts = self.maker.split("+"), self.installed.split("+")
        same_layers = len(parts[0]) == len(parts[1])
        pairs = (pair for pair in zip(*parts, strict=False) if same_layers and pair[0] != pair[1])
        return next(pairs, (self.maker, self.installed))

    def __str__(self) -> str:
        """Describe the mismatch by the first differing part of the fingerprints, and the missing analyses."""
        old, new = self.differing
        message = f"the analyses of this project were made by {old}; the installed analyser is {new}"
        if not self.missing:
            return message
        return f"{message}; {self.missing:,} of {counted(self.texts, 'text')} have no analysis, or lack required layers"

    @property
    def sentence(self) -> str:
        """The text with a capital letter at the start, without a full stop."""
        return capitalised(str(self))


def find_analyser_mismatch(
    store: AnalysisStore, texts: Iterable[Text], layers: Layers, work: Work
) -> AnalyserMismatch | None:
    """Return whose stored analyses are in use; None if the installed analyser made them.

    Args:
        store: over the analyses of a project.
        layers: that are required; texts that need none do not count.
    """
    maker, installed = store.fingerprint, store.with_stored(None).fingerprint
    if maker == installed:
        return None
    required, missing = layers_by_input(texts, layers), 0
    for number, batch in enumerate(chunks(list(required.items()), BATCH_SIZE)):
        work.step("Reading saved analyses", number * BATCH_SIZE, len(required))
        missing += len(batch) - len(store.cached(dict(batch)))
    work.report("Reading saved analyses", len(required), len(required))
    return AnalyserMismatch(maker, installed, missing, len(required))


def reanalyse(store: AnalysisStore, texts: Collection[Text], layers: Layers, work: Work) -> StoredAnalyses:
    """Analyse all texts with the installed analyser.

    Args:
        store: receives the analyses; over no stored ones.
        texts: all of a project.

    Returns:
        the analyses to store, without those that came with the input.
    """
    required, rows, stage = layers_by_input(texts, layers), dict[str, bytes](), "Analysing texts again"
    for number, batch in enumerate(chunks(list(required.items()), BATCH_SIZE)):
        done_before = number * BATCH_SIZE

        def report(_stage: str, done: int, _total: int, done_before: int = done_before) -> None:
            work.report(stage, done_before + done, len(required))

        work.step(stage, done_before, len(required))
        analyses = store.analyse(dict(batch), work=replace(work, report=report))
        rows |= packed_rows({text: analysis for text, analysis in analyses.items() if not isinstance(text, Analysis)})
    work.step(stage, len(required), len(required))
    return StoredAnalyses(store.fingerprint, rows)
