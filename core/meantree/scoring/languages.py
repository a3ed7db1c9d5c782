"""Warnings about texts in another language than that of the pipeline or the lexicons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath
from typing import Final

from meantree.analysis.parsers import Parsers
from meantree.corpus.corpus import Corpus, Side
from meantree.errors import Problem
from meantree.escaping import listed, shortened, with_and
from meantree.metrics.compared_words import unit_of_side
from meantree.metrics.metric import Metric

_LANGUAGES = """
af Afrikaans, am Amharic, ar Arabic, bg Bulgarian, bn Bengali, bs Bosnian, ca Catalan, cs Czech, cy Welsh,
da Danish, de German, el Greek, en English, eo Esperanto, es Spanish, et Estonian, eu Basque, fa Persian,
fi Finnish, fr French, ga Irish, gl Galician, gu Gujarati, ha Hausa, he Hebrew, hi Hindi, hr Croatian,
hu Hungarian, hy Armenian, id Indonesian, ig Igbo, is Icelandic, it Italian, ja Japanese, ka Georgian,
kk Kazakh, km Khmer, kn Kannada, ko Korean, ky Kyrgyz, lb Luxembourgish, lo Lao, lt Lithuanian, lv Latvian,
mk Macedonian, ml Malayalam, mn Mongolian, mr Marathi, ms Malay, nb Norwegian, ne Nepali, nl Dutch,
nn Norwegian, no Norwegian, pa Punjabi, pl Polish, ps Pashto, pt Portuguese, ro Romanian, ru Russian,
si Sinhala, sk Slovak, sl Slovenian, sq Albanian, sr Serbian, sv Swedish, sw Swahili, ta Tamil, te Telugu,
th Thai, tl Tagalog, tr Turkish, uk Ukrainian, ur Urdu, uz Uzbek, vi Vietnamese, xh Xhosa, yo Yoruba,
zh Chinese, zu Zulu
"""
NAMES: Final = dict(re.findall(r"([a-z]{2}) (\w+)", _LANGUAGES))
"""Languages by ISO 639-1 code; there are no warnings about others."""
ENGLISH: Final = "en"
HINT: Final = "the option pipeline names a spaCy pipeline for another language"


def language_of(text: str) -> str:
    """Return the code of a language from a code (``en``, ``pt-BR``) or an English name; empty if unknown."""
    code = re.split(r"[-_]", text.strip().casefold())[0]
    by_name = {name.casefold(): code for code, name in NAMES.items()}
    return code if code in NAMES else by_name.get(code, "")


def pipeline_language(parsers: Parsers) -> str:
    """Return the language code with which the name of a spaCy pipeline begins; empty if there is none."""
    name = PurePath(parsers.pipeline).name
    return language_of(name) if "_" in name else ""


def foreign_texts(corpus: Corpus, metrics: Mapping[str, Metric], parsers: Parsers) -> list[Problem]:
    """Return a warning if the texts are in another language than the metrics are for; an empty list otherwise.

    Args:
        corpus: its language is that of its files or their names; if unknown, the texts are examined.
        metrics: that score it, by spec; those that need neither an analysis nor a lexicon work for any language.
        parsers: that analyse texts without an analysis.
    """
    specs = {id(metric): spec for spec, metric in metrics.items()}
    for language, difference, foreign in _foreign(corpus, metrics.values(), parsers):
        names = [specs[id(metric)] for metric in foreign]
        verb = "depends" if len(names) == 1 else "depend"
        warning = f"{difference}, but {with_and(map(shortened, names))} {verb} on {NAMES[language]}"
        hint = HINT if any(metric.needs for metric in metrics.values()) else "no other pipeline changes that"
        return [
            Problem(
                None, None, f"{warning}, so {'its' if len(names) == 1 else 'their'} scores mean nothing here; {hint}"
            )
        ]
    return []


def unspaced_texts(corpus: Corpus, metrics: Mapping[str, Metric]) -> list[Problem]:
    """Return a warning if words are told by blanks in texts without any, such as Chinese ones; an empty list otherwise.

    Args:
        metrics: by spec; TER's words cannot be chosen.
    """
    by_blanks = [
        spec
        for spec, metric in metrics.items()
        if getattr(metric, "tokenize", "13a" if metric.name == "ter" else "char") in ("13a", "intl", "none")
    ]
    if not by_blanks or unit_of_side(corpus, "reference") == "words":
        return []
    take = "takes" if len(by_blanks) == 1 else "take"
    warning = f"the texts have no blanks between words, so {with_and(map(shortened, by_blanks))} {take} a sentence for"
    return [Problem(None, None, f"{warning} a word or two; words are told by bleu:tokenize=zh (Chinese) or =char")]


def meaningful_metrics(corpus: Corpus, metrics: Mapping[str, Metric], parsers: Parsers) -> tuple[str, ...]:
    """Return the specs of the metrics that depend on no other language than that of the texts."""
    foreign = [id(metric) for _, _, dependent in _foreign(corpus, metrics.values(), parsers) for metric in dependent]
    return tuple(spec for spec, metric in metrics.items() if id(metric) not in foreign)


def _foreign(corpus: Corpus, metrics: Iterable[Metric], parsers: Parsers) -> Iterator[tuple[str, str, list[Metric]]]:
    """Yield each language that the texts are not in, how they differ from it, and the metrics that depend on it."""
    stated = language_of(corpus.target_language)
    for language, dependent in _by_language(metrics, corpus, parsers).items():
        if difference := _difference(_texts(corpus), stated, language):
            yield language, difference, dependent


def foreign_corpora(corpora: Iterable[Corpus], parsers: Parsers) -> list[Problem]:
    """Return the warnings about corpora in another language than the pipeline, each once."""
    warnings = (
        problem
        for corpus in corpora
        if _has_unanalysed(corpus)
        for problem in foreign_to_pipeline(_texts(corpus), parsers, language_of(corpus.target_language))
    )
    return list(dict.fromkeys(warnings))


def foreign_to_pipeline(texts: Mapping[str, Iterable[str]], parsers: Parsers, stated: str = "") -> list[Problem]:
    """Return a warning if the texts are in another language than the pipeline; an empty list otherwise.

    Args:
        texts: by the name of their file, system or reference.
        stated: the stated language code of the texts; empty if unknown.
    """
    expected = pipeline_language(parsers)
    if not (difference := _difference(texts, stated, expected)):
        return []
    pipeline = PurePath(parsers.pipeline).name
    warning = f"{difference}, but the pipeline {pipeline} is for {NAMES[expected]}, so their analyses mean nothing here"
    return [Problem(None, None, f"{warning}; {HINT}")]


def _difference(texts: Mapping[str, Iterable[str]], stated: str, expected: str) -> str:
    """Return how texts differ from the expected language; empty if they do not, or if that is unknown."""
    if not expected:
        return ""
    if stated and stated != expected:
        return f"the texts are in {NAMES[stated]} ({stated})"
    if expected != ENGLISH:
        return ""
    from meantree.lexicon.frequencies import is_not_english

    foreign = [name for name, lines in texts.items() if is_not_english(lines)]
    subject = "the texts" if len(foreign) == len(texts) else f"the texts of {listed(foreign)}"
    return f"{subject} do not look English" if foreign else ""


def _by_language(metrics: Iterable[Metric], corpus: Corpus, parsers: Parsers) -> dict[str, list[Metric]]:
    """Return the metrics that depend on a language, by its code."""
    analysed_for = pipeline_language(parsers) if _has_unanalysed(corpus) else ""
    dependent: dict[str, list[Metric]] = {}
    for metric in metrics:
        languages = {analysed_for if metric.needs else "", ENGLISH if _has_lexicon(metric) else ""}
        for language in sorted(languages - {""}):
            dependent.setdefault(language, []).append(metric)
    return dependent


def _has_unanalysed(corpus: Corpus) -> bool:
    """Whether some text of a corpus has no analysis."""
    texts = (
        text for segment in corpus.segments for text in (*segment.references.values(), *segment.hypotheses.values())
    )
    return any(text.analysis is None for text in texts)


def _texts(corpus: Corpus) -> dict[str, Iterable[str]]:
    """Return the texts of each system and reference by its name."""
    systems: dict[str, Iterable[str]] = {name: _side(corpus, "hypothesis", name) for name in corpus.systems}
    return {**systems, **{name: _side(corpus, "reference", name) for name in corpus.references}}


def _side(corpus: Corpus, side: Side, name: str) -> Iterator[str]:
    versions = (segment.hypotheses if side == "hypothesis" else segment.references for segment in corpus.segments)
    return (texts[name].text for texts in versions if name in texts)


def _has_lexicon(metric: Metric) -> bool:
    """Whether a metric uses a bundled lexicon, all of which are English."""
    return any(resource.startswith("lexicon:") for resource in metric.resources)
