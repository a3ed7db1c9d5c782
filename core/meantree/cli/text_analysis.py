"""What ``meantree parse`` and ``meantree align`` write: the analysis of a text, and the word links of two texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
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
from meantree.cli.command_inputs import require_same_lines
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
from meantree.language.detection import detected
from meantree.metrics.metric import LONGEST_PAIR
from meantree.scoring.verdicts import parsers_for, store_for, without_parser
from meantree.work import Work

PROPOSITIONS = ("props", "conll2009", "conll2012", "universal")
LAYERS = Layers(1, entities=1)
BLANKS = re.compile("[ \\t]+")


def parsed_text(
    path: Path, nbest: int, to: str, parsers: Parsers, encoding: str | None, work: Work, language: str = ""
) -> tuple[str, list[Problem]]:
    """Return the analysis of every line of ``path``: dependencies (CoNLL-U, GraphML), constituents or propositions.

    With ``nbest`` above 1, lists with probabilities: ``# parse_prob`` in CoNLL-U, Charniak's format for brackets.
    What the format cannot store is listed as problems.

    Raises:
        InputError: if the file cannot be read.
        UsageError: if the pipeline is for another language or cannot be loaded, the language has no constituency parser
            for brackets, or GraphML is to hold several parses.
    """
    if to == "graphml" and nbest > 1:
        raise UsageError("graphml holds one parse of a sentence; write lists of parses to conllu")
    corpus = read_corpus([InputFile(path, FileRole.REFERENCE)], encoding=encoding).stated_as(language)
    name = corpus.references[0]
    texts = {segment.key: segment.references[name] for segment in corpus.segments if name in segment.references}
    if not texts:
        raise UsageError(f"{path}: found no text to parse")
    is_raw = any(text.analysis is None for text in texts.values())
    store = store_for(corpus, parsers)
    if is_raw and (reason := without_parser(corpus.language, store.parsers)):
        raise UsageError(f"{path}: {reason}")
    parses = max(NBEST_SIZE, nbest) if nbest > 1 else 1
    layers = Layers(1, parses) if to == "brackets" else Layers(parses, roles=to in PROPOSITIONS)
    batch = analyse(texts.values(), store, layers, work=work)
    analyses = {key: _with_parses(analysis_of(text, batch, layers), nbest) for key, text in texts.items()}
    unparsed = next((key for key, analysis in analyses.items() if not analysis.has_constituents), None)
    if to == "brackets" and unparsed is not None:
        raise UsageError(
            f"{path}: segment {shortened(unparsed)} has no constituency tree, and no constituency parser is available"
        )
    too_long = (
        Problem(None, None, f"segment {shortened(key)}: {reason}; not parsed", key)
        for key, analysis in analyses.items()
        if not analysis.sentences and (reason := excess(analysis.text))
    )
    problems = [*corpus.problems, *too_long]
    problems += (note for key, text in texts.items() for note in split_notes(key, "its text", text, batch))
    if to in PROPOSITIONS:
        text, losses = written_propositions(analyses, to)
        return text, [*problems, *losses]
    if to == "graphml":
        return graphml(texts_graph(analyses)), problems
    if to == "conllu":
        return "".join(conllu(analysis, segment=key) for key, analysis in analyses.items()), problems
    trees = (nbest_brackets(one, segment=key) if nbest > 1 else brackets(one) for key, one in analyses.items())
    return "".join(trees), problems


def written_propositions(analyses: Mapping[str, Analysis], to: str) -> tuple[str, list[Problem]]:
    """Return analyses by segment as propositions of a dialect, and what it cannot store."""
    sentences = [sentence for key, analysis in analyses.items() for sentence in propositions_of(analysis, key)]
    return write_propositions(sentences, next(dialect for dialect in DIALECTS if dialect.name == to))


def _with_parses(analysis: Analysis, nbest: int) -> Analysis:
    """Return the analysis with at most ``nbest`` parses per sentence."""
    sentences = (
        replace(
            sentence,
            nbest=None if sentence.nbest is None else sentence.nbest.first(nbest),
            constituents=None if sentence.constituents is None else sentence.constituents.first(nbest),
        )
        for sentence in analysis.sentences
    )
    return replace(analysis, sentences=tuple(sentences))


def aligned_text(
    hypothesis: Path, reference: Path, parsers: Parsers, encoding: str | None, work: Work, *, tokenised: bool
) -> tuple[str, list[Problem]]:
    """Return one line per pair: ``i-j`` for each link, hypothesis first, from 0; an empty line without links.

    Pairs that are too long have empty lines, too, and are listed as problems, as are sentences that are too long for
    the encoder.

    Args:
        hypothesis, reference: files with one text per line.
        encoding: of both files; None for UTF-8.
        tokenised: whether words are separated by blanks and tabs instead of tokenized.

    Raises:
        InputError: if a file cannot be read.
        UsageError: if the files differ in their number of lines, or the pipeline cannot be loaded.
    """
    hyps, refs = (_texts(path, encoding, tokenised=tokenised) for path in (hypothesis, reference))
    require_same_lines(hypothesis, hyps, reference, refs)
    language = detected(line if isinstance(line, str) else line.text for line in refs)
    store = AnalysisStore(parsers_for(language, parsers))
    if reason := without_parser(language, store.parsers):
        list_problems([Problem(None, None, f"words are linked without trees: {reason}", is_note=True)])
    batch = store.analyse({text: LAYERS for text in chain(hyps, refs) if text}, work=work)
    vectors = load_analyser(parsers).pipeline.vectors if store.has_vectors else None
    lines: list[str] = []
    problems: list[Problem] = []
    for number, (hyp, ref) in enumerate(zip(hyps, refs, strict=True), start=1):
        work.step("Aligning texts", number - 1, len(hyps))
        if not hyp or not ref:
            lines.append("")
            continue
        for path, text in ((hypothesis, hyp), (reference, ref)):
            notes = batch[text].split
            problems += (Problem(path, number, str(note), str(number), is_note=True) for note in notes)
        if reason := _too_long(hyp, batch[hyp]) or _too_long(ref, batch[ref]):
            problems.append(Problem(hypothesis, number, f"a text {reason}; not aligned", str(number)))
        links = () if reason else align(batch[hyp], batch[ref], vectors=vectors).pairs
        lines.append(" ".join(f"{source}-{target}" for source, target in links))
    work.step("Aligning texts", len(hyps), len(hyps))
    return "".join(f"{line}\n" for line in lines), problems


def _texts(path: Path, encoding: str | None, *, tokenised: bool) -> list[RawInput]:
    """Return the lines of a file, empty strings for lines without words."""
    lines = load(path, encoding).lines()
    if not tokenised:
        return [" ".join(line.split()) for line in lines]
    # Other white space, such as a no-break space, is part of a word, but is no word alone.
    words = (tuple(word for word in BLANKS.split(line) if word.strip()) for line in lines)
    return [TokenizedText(line, own) if own else "" for line, own in zip(lines, words, strict=True)]


def _too_long(text: RawInput, analysis: Analysis) -> str:
    words = len(analysis.tokens)
    return excess(text) or (f"has {words:,} words, expected at most {LONGEST_PAIR:,}" if words > LONGEST_PAIR else "")
