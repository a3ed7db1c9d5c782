"""Texts in one language and a pipeline for another: their scores over trees mean little."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath
from typing import Final

from meantree.analysis.analyser import Parsers
from meantree.corpus.model import Corpus
from meantree.errors import Problem
from meantree.metrics.base import Metric

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
    """What is to be said where texts are known to be in another language than the pipeline is for; one note at most.

    Args:
        corpus: its language is known by its files, or by their names.
        metrics: that score it; those over bare texts and annotators' frames do without the pipeline.
        parsers: what analyses texts that come without an analysis.
    """
    texts, made_for = language_of(corpus.target_language), pipeline_language(parsers)
    if not texts or not made_for or texts == made_for or not any(metric.needs for metric in metrics):
        return []
    versions = (text for one in corpus.segments for text in (*one.references.values(), *one.hypotheses.values()))
    if all(text.analysis is not None for text in versions):
        return []
    pipeline = f"the {NAMES[made_for]} pipeline {PurePath(parsers.pipeline).name}"
    told = f"the texts are in {NAMES[texts]} ({texts}) and analysed with {pipeline}"
    return [Problem(None, None, f"{told}: scores over trees and frames are not meaningful")]
