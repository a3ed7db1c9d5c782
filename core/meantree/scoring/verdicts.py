"""What a metric can do for texts in a language: all, less, or nothing; what is not available is not computed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal

from meantree.analysis.parsers import PIPELINE, Parsers
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem, UsageError
from meantree.escaping import shortened, with_and
from meantree.language.languages import ENGLISH, NAMES, PARTS, Language
from meantree.metrics.metric import Metric

Grade = Literal["full", "reduced", "not available"]
HINT: Final = "expected a spaCy pipeline for the language, a program that parses, or files with their analyses"
OF_CONSTITUENTS: Final = "expected a constituency parser for the language, or files with their trees"
"""Where parsers come from; each surface has its own way to name one, or to state a language."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a metric can do for texts in a language.

    Attributes:
        reason: which part is missing; empty if nothing is.
    """

    grade: Grade = "full"
    reason: str = ""

    @property
    def is_available(self) -> bool:
        """Whether it is computed at all."""
        return self.grade != "not available"

    def __str__(self) -> str:
        return f"{self.grade}: {self.reason}" if self.reason else self.grade


FULL: Final = Verdict()
_LABELS = """
acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse dislocated expl fixed flat
goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis punct reparandum root vocative xcomp
"""
UD_LABELS: Final = frozenset(("", *_LABELS.split()))
"""Relations of Universal Dependencies 2, and of words without a head."""


def without_parser(language: Language, parsers: Parsers) -> str:
    """Return what to do for a parser for a language if these are for another; empty if they are not."""
    return f"needs a parser for {language.name}{_origin(language)}; {HINT}" if parsers.finds_words_alone else ""


def verdict(metric: Metric, language: Language, parts: Collection[str]) -> Verdict:
    """Return what a metric can do for texts in a language.

    Args:
        parts: the layers of analysis that the texts have or can get.
    """
    if metric.languages and language.code not in metric.languages:
        names = with_and(NAMES.get(code, code) for code in metric.languages)
        is_for = f"is trained on ratings of {names} texts" if metric.is_trained else f"is for {names} alone"
        return Verdict("not available", is_for)
    needed = (layer for layer, _ in metric.needs.amounts if layer in PARTS and layer not in parts)
    own = "dependencies" if metric.structure == "constituents" else ""  # of which it takes the words alone
    if needs := [layer for layer in needed if layer != own or "constituents" not in parts]:
        first = min(needs, key=list(PARTS).index)
        return Verdict("not available", f"needs a {PARTS[first]} for {language.name}")
    if metric.from_lexicons and "lexicon" not in language.parts:
        return Verdict("reduced", f"without {metric.from_lexicons}, as there is no lexicon for {language.name}")
    if language.code == ENGLISH and language.certainty not in (None, 1):
        return Verdict("reduced", "made for English, and the texts may be in another language")
    return FULL


def verdicts(corpus: Corpus, metrics: Mapping[str, Metric], parsers: Parsers) -> dict[str, Verdict]:
    """Return the verdicts on the metrics, by spec, that are not full for the texts of a corpus.

    Args:
        metrics: by spec; the language is looked for only if one of them depends on it.
        parsers: that analyse texts without an analysis.
    """
    dependent = {spec: one for spec, one in metrics.items() if one.needs or one.languages or one.from_lexicons}
    if not dependent:  # all languages have strings of characters
        return {}
    parts = available_layers(corpus, parsers)
    found = {spec: verdict(one, corpus.language, parts) for spec, one in dependent.items()}
    if corpus.language.code != ENGLISH and (reason := _other_labels(corpus, parsers)):
        by_labels = {spec for spec, one in dependent.items() if one.needs.dependencies and found[spec] == FULL}
        found |= dict.fromkeys(by_labels, Verdict("full", reason))
    return {spec: one for spec, one in found.items() if one != FULL}


def available_layers(corpus: Corpus, parsers: Parsers) -> frozenset[str]:
    """Return the layers of analysis that all texts of a corpus have, or can get from parsers."""
    return parsers.parts(corpus.language) | corpus.layers


def _other_labels(corpus: Corpus, parsers: Parsers) -> str:
    """Return which labels of dependencies are not those of Universal Dependencies; empty if all are."""
    texts = chain.from_iterable((*one.references.values(), *one.hypotheses.values()) for one in corpus.segments)
    trees = (text.analysis.tree() for text in texts if text.analysis is not None)
    known = {*parsers.labels, *chain.from_iterable(tree.labels for tree in trees)}
    others = sorted(
        {label for label in known if label.partition(":")[0].casefold() not in UD_LABELS and "/" not in label}
    )
    if not others:
        return ""
    return f"labels that are not of Universal Dependencies stay as they are ({shortened(', '.join(others))})"


def store_for(
    corpus: Corpus, parsers: Parsers, make: Callable[[Parsers], AnalysisStore] | None = None
) -> AnalysisStore:
    """Return a store of analyses of a corpus by :func:`parsers_for` its language."""
    return (make or AnalysisStore)(parsers_for(corpus.language, parsers))


def parsers_for(language: Language, parsers: Parsers) -> Parsers:
    """Return the parsers for texts in a language; raise UsageError if the user named a pipeline for another one."""
    found, own = parsers.for_language(language.code), Language(parsers.language)
    if found.command or parsers.pipeline in (PIPELINE, found.pipeline):
        return found
    name, texts = shortened(parsers.pipeline), language.basis or f"are in {language.name}"
    raise UsageError(
        f"the pipeline {name} is for {own.name}, and the texts {texts}; expected a pipeline for {language.name}, or"
        f" that their language is stated to be {own.name}"
    )


def require_available(corpus: Corpus, metrics: Mapping[str, Metric], parsers: Parsers) -> None:
    """Check that metrics can be computed in the language of a corpus; raise UsageError if one cannot."""
    found = {spec: one for spec, one in verdicts(corpus, metrics, parsers).items() if not one.is_available}
    for problem in language_problems(corpus, found):
        raise UsageError(problem.message)


def language_problems(corpus: Corpus, found: Mapping[str, Verdict]) -> list[Problem]:
    """Return what is not computed of a corpus, and what is computed with less, each reason once."""
    specs: dict[Verdict, list[str]] = {}
    for spec, one in found.items():
        specs.setdefault(one, []).append(spec)
    problems = []
    for one, names in specs.items():
        needs = one.reason.startswith("needs")
        hint = f"; {OF_CONSTITUENTS if PARTS['constituents'] in one.reason else HINT}" if needs else ""
        text = f"{with_and(map(shortened, names))}: {one}{_origin(corpus.language)}{hint}"
        problems.append(Problem(None, None, text, metrics=tuple(names), is_note=one.is_available))
    return problems


def _origin(language: Language) -> str:
    return f" (the texts {language.basis})" if language.basis else ""
