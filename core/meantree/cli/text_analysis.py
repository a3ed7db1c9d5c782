"""What ``meantree parse`` and ``meantree align`` write: the analysis of a text, and the word links of two texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path

from meantree.alignment.aligner import align
from meantree.analysis.analyser import load_analyser
from meantree.analysis.inputs import RawInput, TokenizedText, excess
from meantree.analysis.layers.required import Layers
from meantree.analysis.parsers import Parsers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisStore
from meantree.analysis.tree import NBEST_SIZE
from meantree.cli.console import list_problems
from meantree.corpus.analyses import analyse, analysis_of, split_notes
from meantree.corpus.formats import FileRole, InputFile, read_corpus
from meantree.corpus.formats.bracket_files import brackets, nbest_brackets
from meantree.corpus.formats.dependency_files import conllu, graphml, texts_graph
from meantree.corpus.formats.proposition_dialects import DIALECTS
from meantree.corpus.formats.proposition_files import propositions_of, write_propositions
from meantree.corpus.formats.raw_file import load
from meantree.errors import Problem, UsageError
from meantree.escaping import shortened
from meantree.metrics.metric import LONGEST_PAIR
from meantree.scoring.languages import foreign_to_pipeline
from meantree.work import Work

PROPOSITIONS = ("props", "conll2009", "conll2012", "universal")
TARGETS = ("conllu", "graphml", "brackets", *PROPOSITIONS)
DEPTH = Layers(1, entities=1)
BLANKS = re.compile("[ \\t]+")


def parsed_text(
    path: Path, nbest: int, to: str, parsers: Parsers, encoding: str | None, work: Work
) -> tuple[str, list[Problem]]:
    """Analyse every line of ``path``: dependencies (CoNLL-U, GraphML), constituents (brackets) or propositions.

    With ``nbest`` above 1, lists with probabilities: ``# parse_prob`` in CoNLL-U, Charniak's format for brackets.
    Beside the text, what the format does not hold.

    Raises:
        InputError: if the file cannot be read.
        UsageError: if the pipeline cannot be loaded, the language has no constituency parser for brackets, or GraphML
            is to hold several parses.
    """
    if to == "graphml" and nbest > 1:
        raise UsageError("graphml holds one parse of a sentence; write lists of parses to conllu")
    corpus = read_corpus([InputFile(path, FileRole.REFERENCE)], encoding=encoding)
    name = corpus.references[0]
    texts = {segment.key: segment.references[name] for segment in corpus.segments if name in segment.references}
    if not texts:
        raise UsageError(f"{path}: nothing to parse")
    if any(text.analysis is None for text in texts.values()):
        list_problems(foreign_to_pipeline({str(path): (text.text for text in texts.values())}, parsers))
    store = AnalysisStore(parsers)
    listed = max(NBEST_SIZE, nbest) if nbest > 1 else 1
    depth = Layers(1, listed) if to == "brackets" else Layers(listed, roles=to in PROPOSITIONS)
    taken = analyse(texts.values(), store, depth, work=work)
    analyses = {key: _first(analysis_of(text, taken, depth), nbest) for key, text in texts.items()}
    bare = next((key for key, analysis in analyses.items() if not analysis.has_constituents), None)
    if to == "brackets" and bare is not None:
        raise UsageError(f"{path}: segment {shortened(bare)} has no constituency tree, and the pipeline makes none")
    left = [
        Problem(None, None, f"segment {shortened(key)}: {why}; not parsed", key)
        for key, analysis in analyses.items()
        if not analysis.sentences and (why := excess(analysis.text))
    ]
    left += (note for key, text in texts.items() for note in split_notes(key, "its text", text, taken))
    if to in PROPOSITIONS:
        text, lost = written_propositions(analyses, to)
        return text, [*left, *lost]
    if to == "graphml":
        return graphml(texts_graph(analyses)), left
    return "".join(_written(key, analysis, nbest, to) for key, analysis in analyses.items()), left


def written_propositions(analyses: Mapping[str, Analysis], to: str) -> tuple[str, list[Problem]]:
    """Analyses by segment as propositions of a dialect, and what it does not hold."""
    sentences = [one for key, analysis in analyses.items() for one in propositions_of(analysis, key)]
    return write_propositions(sentences, next(dialect for dialect in DIALECTS if dialect.name == to))


def _first(analysis: Analysis, nbest: int) -> Analysis:
    """The analysis with so many parses of each sentence at most."""
    sentences = (
        replace(
            one,
            nbest=None if one.nbest is None else one.nbest.first(nbest),
            constituents=None if one.constituents is None else one.constituents.first(nbest),
        )
        for one in analysis.sentences
    )
    return replace(analysis, sentences=tuple(sentences))


def _written(key: str, analysis: Analysis, nbest: int, to: str) -> str:
    if to == "conllu":
        return conllu(analysis, segment=key)
    return nbest_brackets(analysis, segment=key) if nbest > 1 else brackets(analysis)


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
