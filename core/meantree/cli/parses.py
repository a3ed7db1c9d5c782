"""``meantree parse``: the analysis of a text alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from meantree.analysis.layers.required import Layers
from meantree.analysis.limits import excess
from meantree.analysis.nbest import PARSES
from meantree.analysis.parsers import Parsers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisStore
from meantree.cli.console import list_problems
from meantree.corpus.analyses import analyse, analysis_of, split_notes
from meantree.corpus.formats import FileRole, InputFile, read_corpus
from meantree.corpus.formats.bracket_files import brackets, nbest_brackets
from meantree.corpus.formats.conllu import conllu
from meantree.corpus.formats.graphml import graphml, texts_graph
from meantree.corpus.formats.propositions.dialects import DIALECTS
from meantree.corpus.formats.propositions.proposition_files import propositions_of, write_propositions
from meantree.errors import Problem, UsageError
from meantree.escaping import shortened
from meantree.scoring.languages import foreign_to_pipeline
from meantree.work import Work

PROPOSITIONS = ("props", "conll2009", "conll2012", "universal")
TARGETS = ("conllu", "graphml", "brackets", *PROPOSITIONS)


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
    listed = max(PARSES, nbest) if nbest > 1 else 1
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
