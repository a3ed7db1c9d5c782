"""Warnings about texts in another language than the pipeline or the lexicons are made for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath
from typing import Final

from meantree.analysis.parsers import Parsers
from meantree.corpus.corpus import Corpus, Side
from meantree.errors import Problem
from meantree.escaping import listed
from meantree.lexicon.frequencies import is_not_english
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
"""Languages by their ISO 639-1 code; of others nothing is said."""
ENGLISH: Final = "en"
HINT: Final = "--pipeline names a spaCy pipeline for another language"


def language_of(named: str) -> str:
    """The code of a language from a code (``en``, ``pt-BR``) or an English name; empty if it is not known."""
    code = re.split(r"[-_]", named.strip().casefold())[0]
    by_name = {name.casefold(): code for code, name in NAMES.items()}
    return code if code in NAMES else by_name.get(code, "")


def pipeline_language(parsers: Parsers) -> str:
    """The code of the language that a spaCy pipeline is for, as its name begins; empty if it does not tell."""
    name = PurePath(parsers.pipeline).name
    return language_of(name) if "_" in name else ""


def foreign_texts(corpus: Corpus, metrics: Iterable[Metric], parsers: Parsers) -> list[Problem]:
    """Return what is to be said of texts in another language than the metrics are for; one note at most.

    Args:
        corpus: its language is known by its files or their names; else the texts are looked at.
        metrics: that score it; those that need neither an analysis nor a lexicon work for any language.
        parsers: what analyses texts that come without an analysis.
    """
    metrics, stated = list(metrics), language_of(corpus.target_language)
    for language, names in _names_by_language(metrics, corpus, parsers).items():
        if found := _foreign(_texts(corpus), stated, language):
            told = f"{found}, but {listed(names)} {'depends' if len(names) == 1 else 'depend'} on {NAMES[language]}"
            hint = HINT if any(one.needs for one in metrics) else "no --pipeline changes that"
            return [Problem(None, None, f"{told}, so the scores are not meaningful; {hint}")]
    return []


def foreign_corpora(corpora: Iterable[Corpus], parsers: Parsers) -> list[Problem]:
    """Return what is to be said of corpora that a pipeline for another language is to analyse, each note once."""
    told = (
        problem
        for corpus in corpora
        if _has_bare(corpus)
        for problem in foreign_to_pipeline(_texts(corpus), parsers, language_of(corpus.target_language))
    )
    return list(dict.fromkeys(told))


def foreign_to_pipeline(texts: Mapping[str, Iterable[str]], parsers: Parsers, stated: str = "") -> list[Problem]:
    """Return what is to be said of texts that a pipeline for another language is to analyse; one note at most.

    Args:
        texts: by the name of what they stand in.
        parsers: what is to analyse them.
        stated: the code of the language that they are said to be in, empty if none is.
    """
    made_for = pipeline_language(parsers)
    if not (found := _foreign(texts, stated, made_for)):
        return []
    pipeline = PurePath(parsers.pipeline).name
    told = f"{found}, but the pipeline {pipeline} is for {NAMES[made_for]}, so their analyses are not meaningful"
    return [Problem(None, None, f"{told}; {HINT}")]


def _foreign(texts: Mapping[str, Iterable[str]], stated: str, expected: str) -> str:
    """Say how texts are in another language than the expected one; empty if they are not, or nobody knows."""
    if not expected:
        return ""
    if stated and stated != expected:
        return f"the texts are in {NAMES[stated]} ({stated})"
    if expected != ENGLISH:
        return ""
    foreign = [name for name, those in texts.items() if is_not_english(those)]
    whose = "the texts" if len(foreign) == len(texts) else f"the texts of {listed(foreign)}"
    return f"{whose} do not look English" if foreign else ""


def _names_by_language(metrics: Iterable[Metric], corpus: Corpus, parsers: Parsers) -> dict[str, list[str]]:
    """Return the names of the metrics that depend on a language, by its code."""
    analysed_for = pipeline_language(parsers) if _has_bare(corpus) else ""
    found: dict[str, list[str]] = {}
    for one in metrics:
        languages = {analysed_for if one.needs else "", ENGLISH if _has_lexicon(one) else ""}
        for language in sorted(languages - {""}):
            found.setdefault(language, []).append(one.name)
    return found


def _has_bare(corpus: Corpus) -> bool:
    """Whether a text of a corpus comes without an analysis."""
    versions = (text for one in corpus.segments for text in (*one.references.values(), *one.hypotheses.values()))
    return any(text.analysis is None for text in versions)


def _texts(corpus: Corpus) -> dict[str, Iterable[str]]:
    """Return the texts of each system and reference by its name."""
    systems: dict[str, Iterable[str]] = {name: _side(corpus, "hypothesis", name) for name in corpus.systems}
    return {**systems, **{name: _side(corpus, "reference", name) for name in corpus.references}}


def _side(corpus: Corpus, side: Side, name: str) -> Iterator[str]:
    named = (one.hypotheses if side == "hypothesis" else one.references for one in corpus.segments)
    return (texts[name].text for texts in named if name in texts)


def _has_lexicon(metric: Metric) -> bool:
    """Whether a metric looks words up in the lexicons that ship, which are English."""
    return any(one.startswith("lexicon:") for one in metric.resources)
