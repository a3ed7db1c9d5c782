"""``meantree parse``: the analysis of a text alone."""

from __future__ import annotations

import os
from pathlib import Path

from meantree.analysis.depth import Depth
from meantree.analysis.store import AnalysisStore
from meantree.corpus.formats import InputFile, Role, read_corpus
from meantree.corpus.formats.conllu_writer import conllu
from meantree.errors import UsageError
from meantree.work import Work


def conllu_text(path: Path, nbest: int, pipeline: str, jobs: int | None, encoding: str | None, work: Work) -> str:
    """Analyse every line of ``path`` and return CoNLL-U, with ``# parse_prob`` where n-best parses were asked for.

    Raises:
        InputError: if the file cannot be read.
        UsageError: if the pipeline cannot be loaded.
    """
    corpus = read_corpus([InputFile(path, Role.REFERENCE)], encoding=encoding)
    name = corpus.references[0]
    texts = [segment.references[name] for segment in corpus.segments if name in segment.references]
    if not texts:
        raise UsageError(f"{path}: nothing to parse")
    store = AnalysisStore(pipeline)
    missing = [text.text for text in texts if text.analysis is None]
    found = store.analyse(missing, Depth(nbest), jobs=jobs or os.cpu_count() or 1, work=work)
    blocks = []
    for segment in corpus.segments:
        if name in segment.references:
            text = segment.references[name]
            blocks.append(conllu(text.analysis or found[text.text], segment=segment.key))
    return "".join(blocks)
