"""``meantree align``: which words of two texts belong together, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from meantree.alignment.aligner import align
from meantree.analysis.analyser import load_analyser
from meantree.analysis.inputs import RawInput, TokenizedText
from meantree.analysis.layers.required import Layers
from meantree.analysis.limits import excess
from meantree.analysis.parsers import Parsers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisStore
from meantree.cli.console import list_problems
from meantree.corpus.formats.raw_file import load
from meantree.errors import Problem, UsageError
from meantree.metrics.metric import LONGEST_PAIR
from meantree.scoring.languages import foreign_to_pipeline
from meantree.work import Work

DEPTH = Layers(1, entities=1)
BLANKS = re.compile("[ \\t]+")


def aligned_text(
    hypothesis: Path,
    reference: Path,
    parsers: Parsers,
    encoding: str | None,
    work: Work,
    *,
    tokenised: bool,
) -> tuple[str, list[Problem]]:
    """One line a pair: ``i-j`` for each link, the word of the hypothesis first, both from 0; empty without any.

    Beside the text, the pairs that are too long to be aligned, which have empty lines, too, and the sentences that were
    too long for the encoder.

    Args:
        hypothesis, reference: files with one text a line.
        parsers: what analyses the texts.
        encoding: of both files, where it is not UTF-8.
        work: progress.
        tokenised: the words are what blanks and tabs separate, not what the pipeline cuts.

    Raises:
        InputError: if a file cannot be read.
        UsageError: if the files do not have as many lines, or the pipeline cannot be loaded.
    """
    hyps, refs = (_texts(path, encoding, tokenised=tokenised) for path in (hypothesis, reference))
    if len(hyps) != len(refs):
        raise UsageError(f"{hypothesis} has {len(hyps):,} lines, {reference} has {len(refs):,}; expected as many")
    named = {
        str(path): (one if isinstance(one, str) else one.text for one in those)
        for path, those in ((hypothesis, hyps), (reference, refs))
    }
    list_problems(foreign_to_pipeline(named, parsers))
    store = AnalysisStore(parsers)
    taken = store.analyse({text: DEPTH for text in chain(hyps, refs) if text}, work=work)
    pipeline = load_analyser(parsers).pipeline if store.has_vectors else None
    lines: list[str] = []
    problems: list[Problem] = []
    for number, (hyp, ref) in enumerate(zip(hyps, refs, strict=True), start=1):
        work.step("Aligning texts", number - 1, len(hyps))
        if not hyp or not ref:
            lines.append("")
            continue
        for path, text in ((hypothesis, hyp), (reference, ref)):
            split = taken[text].split
            problems += (Problem(path, number, str(one), str(number), is_note=True) for one in split)
        why = _too_long(hyp, taken[hyp]) or _too_long(ref, taken[ref])
        if why:
            problems.append(Problem(hypothesis, number, f"a text {why}; not aligned", str(number)))
            lines.append("")
            continue
        pairs = align(taken[hyp], taken[ref], vectors=pipeline.vectors if pipeline is not None else None).pairs
        lines.append(" ".join(f"{one}-{two}" for one, two in pairs))
    work.step("Aligning texts", len(hyps), len(hyps))
    return "".join(f"{line}\n" for line in lines), problems


def _texts(path: Path, encoding: str | None, *, tokenised: bool) -> list[RawInput]:
    """The lines of a file, an empty string for each without a word."""
    return list(_given(load(path, encoding).lines(), tokenised=tokenised))


def _given(lines: list[str], *, tokenised: bool) -> Iterator[RawInput]:
    for line in lines:
        if tokenised and line.strip():
            # Other white space, as a no-break space, stands within a word; alone it is none.
            yield TokenizedText(line, tuple(word for word in BLANKS.split(line) if word.strip()))
        else:
            yield " ".join(line.split())


def _too_long(given: RawInput, analysis: Analysis) -> str:
    words = len(analysis.tokens)
    return excess(given) or (f"has {words:,} words, expected at most {LONGEST_PAIR:,}" if words > LONGEST_PAIR else "")
