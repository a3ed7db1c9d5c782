"""Categories and severities of errors: MQM's, or a project's own list with explanations."""

from __future__ import annotations

from dataclasses import dataclass

from meantree.errors import UsageError
from meantree.escaping import quoted

MQM_CATEGORIES = """\
Accuracy/Addition: the translation says what the source does not say
Accuracy/Omission: something of the source is missing from the translation
Accuracy/Mistranslation: the translation says something else than the source
Accuracy/Untranslated text: words of the source were left as they are
Fluency/Punctuation: wrong punctuation for the language or style
Fluency/Spelling: wrong spelling or capitals
Fluency/Grammar: wrong grammar, other than spelling
Fluency/Register: wrong register, such as informal pronouns in a formal text
Fluency/Inconsistency: the text contradicts itself, other than in terms
Fluency/Character encoding: garbled characters
Terminology/Inappropriate for context: a term that is not used in this field
Terminology/Inconsistent use: different terms for one thing
Style/Awkward: correct, but awkward or unnatural
Locale convention/Address format: addresses as in another place
Locale convention/Currency format: amounts of money as in another place
Locale convention/Date format: dates as in another place
Locale convention/Name format: names as in another place
Locale convention/Telephone format: telephone numbers as in another place
Locale convention/Time format: times as in another place
Other: any other error
Source error: the source itself is wrong
Non-translation: the whole is no translation of the source at all"""
"""The hierarchy of Freitag et al. 2021, Experts, Errors, and Context, table 10, one category a line."""
SEVERITIES = ("minor", "major")
KNOWN_SEVERITIES = ("neutral", "minor", "major", "critical")
"""The severities that a project can offer; their weights are those of :mod:`meantree.corpus.error_weights`."""
SEVERITY_MEANINGS = {
    "neutral": "no error by itself; another wording would be better",
    "minor": "noticed, but neither the meaning nor the reading suffers much",
    "major": "the meaning changes, or the text is hard to understand",
    "critical": "the text misleads, harms or cannot be used",
}


@dataclass(frozen=True, slots=True)
class Category:
    """One category.

    Attributes:
        name: the whole path, ``Accuracy/Mistranslation``.
        explanation: for annotators; empty without.
    """

    name: str
    explanation: str = ""


def parse_categories(text: str) -> tuple[Category, ...]:
    """Return the categories of a list: one a line, ``Accuracy/Mistranslation: explanation``.

    Raises:
        UsageError: if a name is repeated, or a line has no name; it names the line.
    """
    categories: dict[str, Category] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        name, _, explanation = (part.strip() for part in line.partition(":"))
        if not name.strip("/"):
            raise UsageError(f"line {number} of the categories: found {quoted(line)}, expected NAME: EXPLANATION")
        if name.casefold() in categories:
            raise UsageError(f"line {number} of the categories: {quoted(name)} occurs twice, expected it once")
        categories[name.casefold()] = Category(name, explanation)
    return tuple(categories.values())


def parse_severities(text: str) -> tuple[str, ...]:
    """Return the severities of a list such as ``minor,major``, from the least on.

    Raises:
        UsageError: if one is unknown, or there is none.
    """
    names = [name.strip().casefold() for name in text.split(",")]
    unknown = next((name for name in names if name not in KNOWN_SEVERITIES), None)
    if unknown is not None:
        raise UsageError(f"expected some of {', '.join(KNOWN_SEVERITIES)}; found {quoted(unknown)}")
    return tuple(name for name in KNOWN_SEVERITIES if name in names)
