"""Findings as error spans of their own annotator, so that people can keep, change or reject them."""

from __future__ import annotations

from meantree import __version__
from meantree.analysis.frames import spans_of
from meantree.analysis.sentences import Analysis, character_spans
from meantree.analysis.store import AnalysisStore
from meantree.annotation.error_annotation import FINDINGS, ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.error_import import ImportedErrors
from meantree.annotation.frame_annotation import State
from meantree.comparison.pair_findings import corpus_findings
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem
from meantree.phenomena.catalogue import OMISSION
from meantree.phenomena.search import Finding
from meantree.work import Work

ANNOTATOR = f"{FINDINGS} {__version__}"
"""The name under which they are stored; the word alone stands for it in commands."""


def findings_as_errors(corpus: Corpus, store: AnalysisStore, work: Work) -> ImportedErrors:
    """Return the shown findings of all translations of a corpus with references."""
    annotations: dict[ErrorKey, ErrorAnnotation] = {}
    problems: list[Problem] = []
    for item in corpus_findings(corpus, corpus.systems, store, work):
        if isinstance(item, Problem):
            problems.append(item)
            continue
        marked = tuple(finding_as_error(finding, item.pair.hypothesis) for finding in item.shown)
        state = State.DONE if marked else State.NOTHING
        annotations[ErrorKey(item.segment.key, item.system, ANNOTATOR)] = ErrorAnnotation(marked, state=state)
    return ImportedErrors(annotations, (), tuple(problems))


def finding_as_error(finding: Finding, text: Analysis) -> MarkedError:
    """Return the error that a finding names; without words of the translation something is missing there."""
    characters = character_spans(text)
    words = (word for word in finding.hypothesis if characters[word][0] < characters[word][1])
    spans = ((characters[start][0], characters[end - 1][1]) for start, end in spans_of(words))
    kind = finding.kind
    places = () if kind.mqm == OMISSION else tuple(Place("hypothesis", *span) for span in spans)
    return MarkedError(places, kind.severity, kind.mqm, finding.sentence, missing=not places, finding=finding.name)
