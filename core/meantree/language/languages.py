"""Languages by ISO 639-1 code, and what the program has for each.

What is made for a language is listed in :data:`MADE_FOR`; the rest of the program asks for it there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from meantree.errors import UsageError
from meantree.escaping import did_you_mean
from meantree.numbers import percent

_LANGUAGES = """
af afr Afrikaans, am amh Amharic, ar ara arb Arabic, az aze azj Azerbaijani, be bel Belarusian, bg bul Bulgarian,
bn ben Bengali, bs bos Bosnian, ca cat Catalan, cs ces cze Czech, cy cym wel Welsh, da dan Danish, de deu ger German,
el ell gre Greek, en eng English, eo epo Esperanto, es spa Spanish, et est ekk Estonian, eu eus baq Basque,
fa fas per pes Persian, fi fin Finnish, fr fra fre French, ga gle Irish, gl glg Galician, gu guj Gujarati, ha hau Hausa,
he heb Hebrew, hi hin Hindi, hr hrv Croatian, hu hun Hungarian, hy hye arm Armenian, id ind Indonesian, ig ibo Igbo,
is isl ice Icelandic, it ita Italian, ja jpn Japanese, ka kat geo Georgian, kk kaz Kazakh, km khm Khmer, kn kan Kannada,
ko kor Korean, ky kir Kyrgyz, lb ltz Luxembourgish, lo lao Lao, lt lit Lithuanian, lv lav lvs Latvian,
mk mkd mac Macedonian, ml mal Malayalam, mn mon khk Mongolian, mr mar Marathi, ms msa may zsm Malay, my mya bur Burmese,
nb nob Norwegian, ne nep npi Nepali, nl nld dut Dutch, nn nno Norwegian, no nor Norwegian, or ori ory Odia,
pa pan Punjabi, pl pol Polish, ps pus pbt Pashto, pt por Portuguese, ro ron rum Romanian, ru rus Russian,
si sin Sinhala, sk slk slo Slovak, sl slv Slovenian, so som Somali, sq sqi alb als Albanian, sr srp Serbian,
sv swe Swedish, sw swa swh Swahili, ta tam Tamil, te tel Telugu, th tha Thai, tl tgl fil Tagalog, tr tur Turkish,
ug uig Uyghur, uk ukr Ukrainian, ur urd Urdu, uz uzb uzn Uzbek, vi vie Vietnamese, xh xho Xhosa, yo yor Yoruba,
zh zho chi cmn Chinese, zu zul Zulu
"""
_ROWS: Final = [row.split() for row in _LANGUAGES.split(",")]
NAMES: Final[Mapping[str, str]] = {code: name for code, *_, name in _ROWS}
"""Languages by ISO 639-1 code; others are not known."""
_CODES: Final[Mapping[str, str]] = {known.casefold(): row[0] for row in reversed(_ROWS) for known in row}
"""These codes by themselves, by those of ISO 639-2 and 639-3 (also of the kinds in FLORES), and by English names."""
ENGLISH: Final = "en"
UNKNOWN: Final = "und"
"""ISO 639's code for texts in a language that is not known."""
SURE: Final = 0.9
"""Smallest probability of a detected language about which people are not asked."""

Tokenizer = Literal["13a", "zh", "char"]
DEFAULT_TOKENIZER: Final = "13a"
TOKENIZERS: Final[Mapping[str, Tokenizer]] = {"zh": "zh", **dict.fromkeys(("ja", "ko", "th", "lo", "km", "my"), "char")}
"""sacrebleu's tokenizers for languages where 13a is not right: a word there is no run between blanks."""
EAST_ASIAN: Final = ("zh", "ja", "ko")
"""Languages whose characters TER sets apart."""
Part = Literal["dependencies", "constituents", "head rules", "roles", "entities", "lexicon", "ratings", "findings"]
MADE_FOR: Final[Mapping[str, tuple[Part, ...]]] = {ENGLISH: get_args(Part)}
"""What ships with the program, by language: layers of analysis, lexicons, models trained on people's ratings, and kinds
of findings whose precision was measured."""
PARTS: Final[Mapping[str, str]] = {
    "dependencies": "parser",
    "constituents": "constituency parser",
    "head rules": "table of head rules",
    "roles": "role labeller",
    "entities": "finder of names",
    "lexicon": "lexicon",
    "ratings": "models of ratings",
    "findings": "findings",
}
"""What each part is called."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language, and what the program has for it.

    Attributes:
        code: of ISO 639-1; :data:`UNKNOWN` if it is not known.
        certainty: the probability that texts are in it, if it was detected; None if it was stated.
    """

    code: str
    certainty: float | None = None

    @property
    def name(self) -> str:
        """Its English name."""
        return NAMES.get(self.code, "an unknown language")

    @property
    def basis(self) -> str:
        """How it is known, in words about the texts: ``look like French, 62 % sure``; empty if it was stated."""
        sure = "" if self.certainty in (1, None) else f", {percent(self.certainty or 0)} sure"
        return "" if self.certainty is None else f"look like {self.name}{sure}"

    @property
    def is_sure(self) -> bool:
        """Whether nobody needs to be asked: it was stated, or is known with a probability of at least :data:`SURE`."""
        return self.code != UNKNOWN and (self.certainty is None or self.certainty >= SURE)

    @property
    def parts(self) -> tuple[Part, ...]:
        """What ships with the program for it."""
        return MADE_FOR.get(self.code, ())

    @property
    def tokenizer(self) -> Tokenizer:
        """The tokenizer of string metrics, by default."""
        return TOKENIZERS.get(self.code, DEFAULT_TOKENIZER)


IN_ENGLISH: Final = Language(ENGLISH)


def code_of(text: str) -> str:
    """Return the code of a language from a code or tag (``en``, ``pt-BR``, ``zho_Hans``) or an English name.

    It is empty if there is no such language.
    """
    return _CODES.get(re.split(r"[-_]", text.strip().casefold())[0], "")


def known_code(text: str) -> str:
    """Return the code of a language from a code or an English name; raise UsageError if it is not known."""
    if not (code := code_of(text)):
        known = did_you_mean(text, NAMES.values())
        raise UsageError(f"there is no language {known}; `meantree languages` lists them")
    return code
