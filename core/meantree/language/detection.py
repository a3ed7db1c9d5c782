"""Which language texts are in: by their script as far as it decides, then by their letters."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Final

from meantree.language.languages import ENGLISH, NAMES, UNKNOWN, Language

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

SAMPLE: Final = 200
"""Texts that are examined at most."""
CERTAIN: Final = 0.5
"""Smallest probability of a language that its script does not tell."""
LIKELY: Final = 0.1
"""Smallest probability of English texts whose words are not known."""
FEWEST_OTHERS: Final = 0.2
"""Smallest share of texts that are certainly not English in texts that may be in two languages; it is up to .01 in
those of WMT and MLQE-PE."""
FEWEST_LETTERS: Final = 2
_SCRIPTS: Final = """
HIRAGANA ja, KATAKANA ja, CJK zh, BOPOMOFO zh, HANGUL ko, THAI th, GREEK el, HEBREW he, ARMENIAN hy, GEORGIAN ka,
ETHIOPIC am, TAMIL ta, TELUGU te, KANNADA kn, MALAYALAM ml, BENGALI bn, GUJARATI gu, GURMUKHI pa, ORIYA or, SINHALA si,
KHMER km, LAO lo, MYANMAR my, DEVANAGARI hi mr ne, ARABIC ar fa ps ug ur, CYRILLIC be bg kk ky mk mn ru sr uk uz
"""
SCRIPTS: Final = {script: tuple(codes) for script, *codes in map(str.split, _SCRIPTS.split(","))}
"""The languages of each script, by the first word of its characters' names; Latin has too many."""
KANA_SHARE: Final = 0.05
"""Smallest share of hiragana in Japanese texts, whose other characters are Chinese ones or katakana."""
NAMES_IN_KATAKANA: Final = 6
"""How many times more kana show that a text without hiragana is Japanese; Chinese ones have names in katakana."""


def by_script(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the languages that the script of texts leaves; none for Latin, other scripts, and very few letters.

    Latin words in Japanese, Arabic or Russian texts, as for names, do not count, as long as they are fewer; a syllable
    or Chinese character weighs as much as two letters.
    """
    counts = Counter[str]()
    for text in islice(texts, SAMPLE):
        if text.isascii():
            counts["LATIN"] += sum(map(str.isalpha, text))
        else:
            counts.update(_script(letter) for letter in text if letter.isalpha())
    kana, total = counts["HIRAGANA"] + counts["KATAKANA"], counts.total()
    syllables = kana + counts["CJK"] + counts["HANGUL"]
    if syllables >= max(total / 3, FEWEST_LETTERS):
        is_japanese = max(counts["HIRAGANA"], kana / NAMES_IN_KATAKANA) > KANA_SHARE * syllables
        script = "HIRAGANA" if is_japanese else max(("CJK", "HANGUL"), key=counts.__getitem__)
        return SCRIPTS[script]
    script, most = max(counts.items(), key=lambda item: item[1], default=("", 0))
    return SCRIPTS.get(script, ()) if most >= max(total / 2, FEWEST_LETTERS) else ()


@cache
def _script(letter: str) -> str:
    return unicodedata.name(letter, "").split(" ")[0].split("-")[0]


def detected(texts: Iterable[str]) -> Language:
    """Return the language that most texts are in.

    Texts that have too few words to tell are English, the language that most of the program is for. So are those of
    words that are not known, as in jargon, if their letters look most like English; of these it is not certain, nor of
    texts many of which have enough words and are in another language.
    """
    sample = list(islice(texts, SAMPLE))
    candidates = by_script(sample)
    if len(candidates) == 1:
        return Language(candidates[0], 1.0)
    if not candidates:
        from meantree.lexicon.frequencies import ENOUGH_WORDS, is_not_english

        if not is_not_english(sample):
            others = sum(is_not_english([text]) for text in sample if text.count(" ") >= ENOUGH_WORDS)
            return Language(ENGLISH, 1 - others / len(sample) if others > FEWEST_OTHERS * len(sample) else 1.0)
    ranked = _identifier().rank("\n".join(sample))
    found = {code: certainty for code, certainty in ranked if code in (candidates or NAMES)}
    code, certainty = max(found.items(), key=lambda item: item[1])
    share = certainty / sum(found.values()) if candidates else certainty
    return Language(code, share) if share >= (LIKELY if code == ENGLISH else CERTAIN) else Language(UNKNOWN, 1.0)


@cache
def _identifier() -> LanguageIdentifier:
    """Return py3langid's identifier; its model is a file of arrays, no pickle, and takes over a second to load."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
