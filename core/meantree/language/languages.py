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
af Afrikaans, am Amharic, ar Arabic, az Azerbaijani, be Belarusian, bg Bulgarian, bn Bengali, bs Bosnian, ca Catalan,
cs Czech, cy Welsh, da Danish, de German, el Greek, en English, eo Esperanto, es Spanish, et Estonian, eu Basque,
fa Persian, fi Finnish, fr French, ga Irish, gl Galician, gu Gujarati, ha Hausa, he Hebrew, hi Hindi, hr Croatian,
hu Hungarian, hy Armenian, id Indonesian, ig Igbo, is Icelandic, it Italian, ja Japanese, ka Georgian,
kk Kazakh, km Khmer, kn Kannada, ko Korean, ky Kyrgyz, lb Luxembourgish, lo Lao, lt Lithuanian, lv Latvian,
mk Macedonian, ml Malayalam, mn Mongolian, mr Marathi, ms Malay, my Burmese, nb Norwegian, ne Nepali, nl Dutch,
nn Norwegian, no Norwegian, or Odia, pa Punjabi, pl Polish, ps Pashto, pt Portuguese, ro Romanian, ru Russian,
si Sinhala, sk Slovak, sl Slovenian, so Somali, sq Albanian, sr Serbian, sv Swedish, sw Swahili, ta Tamil, te Telugu,
th Thai, tl Tagalog, tr Turkish, ug Uyghur, uk Ukrainian, ur Urdu, uz Uzbek, vi Vietnamese, xh Xhosa, yo Yoruba,
zh Chinese, zu Zulu
"""
NAMES: Final[Mapping[str, str]] = dict(re.findall(r"([a-z]{2}) (\w+)", _LANGUAGES))
"""Languages by ISO 639-1 code; others are not known."""
ENGLISH: Final = "en"
UNKNOWN: Final = "und"
"""ISO 639's code for texts in a language that is not known."""

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
    def parts(self) -> tuple[Part, ...]:
        """What ships with the program for it."""
        return MADE_FOR.get(self.code, ())

    @property
    def tokenizer(self) -> Tokenizer:
        """The tokenizer of string metrics, by default."""
        return TOKENIZERS.get(self.code, DEFAULT_TOKENIZER)


def code_of(text: str) -> str:
    """Return the code of a language from a code (``en``, ``pt-BR``) or an English name; empty if unknown."""
    code = re.split(r"[-_]", text.strip().casefold())[0]
    return code if code in NAMES else next((known for known, name in NAMES.items() if name.casefold() == code), "")


def known_code(text: str) -> str:
    """Return the code of a language from a code or an English name; raise UsageError if it is not known."""
    if not (code := code_of(text)):
        known = did_you_mean(text, NAMES.values())
        raise UsageError(f"there is no language {known}; `meantree languages` lists them")
    return code
