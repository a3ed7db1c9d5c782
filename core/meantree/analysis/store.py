"""Analyses kept by text and analyser: whatever asks, a text is analysed once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from threading import Lock

from meantree.analysis.analyser import BUNDLED, load_analyser
from meantree.analysis.forest import Analysis
from meantree.work import Work, chunks, in_batches

CHUNK_TEXTS = 64
SMALL = 200
"""Up to this many texts are analysed in this process: starting others would take longer."""


class AnalysisStore:
    """The analyses of one pipeline, in memory; safe to use from several threads."""

    def __init__(self, pipeline: str = BUNDLED) -> None:
        self.pipeline = pipeline
        self._kept: dict[str, Analysis] = {}
        self._lock = Lock()

    @property
    def fingerprint(self) -> str:
        """The analyser behind the analyses, as it stands in signatures; loads it if need be."""
        return load_analyser(self.pipeline).fingerprint

    def get(self, text: str, *, nbest: int = 1) -> Analysis | None:
        """The kept analysis of ``text`` with ``nbest`` parses at least, or None."""
        kept = self._kept.get(text)
        return kept if kept is not None and kept.nbest >= nbest else None

    def analyse(
        self,
        texts: Iterable[str],
        *,
        nbest: int = 1,
        jobs: int = 1,
        cluster: str | None = None,
        work: Work | None = None,
    ) -> Mapping[str, Analysis]:
        """Analyse what is not kept yet, and return the analyses of all ``texts``.

        Args:
            texts: any strings, repeated ones are analysed once.
            nbest: parses of each sentence.
            jobs: processes; few texts are analysed in this one whatever is asked.
            cluster: address of a Dask scheduler, see :func:`meantree.work.in_batches`.
            work: progress and cancel; what was finished before a cancel is kept.

        Raises:
            Cancelled: between batches.
            UsageError: if the pipeline cannot be loaded.
        """
        work = work or Work()
        wanted = dict.fromkeys(texts)
        # Long texts first, so that processes finish together.
        missing = sorted((text for text in wanted if self.get(text, nbest=nbest) is None), key=len, reverse=True)
        work.step("Analysing texts", 0, len(missing))
        done = 0
        tasks = [(self.pipeline, nbest, chunk) for chunk in chunks(missing, CHUNK_TEXTS)]
        few = len(missing) <= SMALL and cluster is None
        for analyses in in_batches(analyse_chunk, tasks, jobs=1 if few else jobs, cluster=cluster):
            with self._lock:
                self._kept.update((analysis.text, analysis) for analysis in analyses)
            done += len(analyses)
            work.step("Analysing texts", done, len(missing))
        return {text: self._kept[text] for text in wanted}


_ONE_AT_A_TIME = Lock()
"""A spaCy pipeline serves one thread at a time."""


def analyse_chunk(task: tuple[str, int, Sequence[str]]) -> list[Analysis]:
    """Analyse ``(pipeline, nbest, texts)``; what a worker process runs."""
    pipeline, nbest, texts = task
    with _ONE_AT_A_TIME:
        return list(load_analyser(pipeline).analyse(texts, nbest=nbest))
