"""The rules by which a project's annotators work, with its categories and severities of errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from meantree.errors import UsageError
from meantree.escaping import counted, listed, quoted

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
EQUAL_NAMES: Final = {
    "linguistic conventions": "fluency",
    "locale conventions": "locale convention",
    "untranslated": "untranslated text",
    "source language fragment": "untranslated text",
    "omission (translation)": "omission",
    "omission (translation 2)": "omission",
    "unnatural or awkward": "awkward",
    "inconsistent": "inconsistent use",
    "inconsistent use of terminology": "inconsistent use",
    "source": "source error",
    "source issue": "source error",
    "non-translation!": "non-translation",
}
"""What other tables of MQM, of WMT 2020 to 2023 and of biomedical texts, call a category or a group of them."""
SEVERITIES = ("minor", "major")
KNOWN_SEVERITIES = ("neutral", "minor", "major", "critical")
"""The severities that a project can offer, the least first; :mod:`meantree.corpus.error_weights` has their weights."""
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
    """Return the severities of a list such as ``minor,major``, the least first; raise UsageError without known ones."""
    names = [name.strip().casefold() for name in text.split(",")]
    unknown = next((name for name in names if name not in KNOWN_SEVERITIES), None)
    if unknown is not None:
        raise UsageError(f"expected some of {', '.join(KNOWN_SEVERITIES)}; found {quoted(unknown)}")
    return tuple(name for name in KNOWN_SEVERITIES if name in names)


SHARED_RULES = {
    "nouns": ("nouns are predicates, too", "only verbs are predicates"),
    "auxiliaries": ("auxiliaries are predicates", "auxiliaries are not predicates"),
    "blind": ("annotators work blind", "annotators see each other's work"),
    "scores": ("annotators see scores", "scores are hidden from annotators"),
    "by_segment": ("all systems of a segment, then the next segment", "all segments of a system, then the next system"),
    "shuffled": ("systems come in random order", "systems come in the order of the files"),
    "side_by_side": ("all translations of a segment are shown together", "one translation is shown at a time"),
    "repeats": (
        "errors marked in a translation are suggested in the others of the segment",
        "errors marked in other translations are not suggested",
    ),
    "copulas": ("“be” is a predicate where it helps no verb", "“be” is not a predicate"),
    "verbless": ("the main word of a clause without a verb is a predicate", "clauses without a verb have no predicate"),
    "helpers": ("helping verbs and particles are modal", "only modal verbs are modal"),
}
"""The rules that all annotators share, in words: if they are on, and if they are off."""
OWN_RULES = ("gold", "guidelines", "compared")
"""The rules in which projects can differ and still be merged."""
FRAME_RULES = ("nouns", "auxiliaries", "copulas", "verbless", "helpers", "scores")
"""Those that need semantic frames."""
ERROR_RULES = ("side_by_side", "repeats")
"""Those that need error spans."""
RULE_NAMES = (*FRAME_RULES, "blind", "by_segment", "shuffled", *ERROR_RULES)
"""All of them, in the order in which they are offered."""

FRAMES, MQM, ESA, BOTH = "frames", "mqm", "esa", "frames and spans"
PROTOCOLS = {
    FRAMES: "semantic frames are annotated",
    MQM: "error spans are annotated by MQM",
    ESA: "error spans and a score are annotated by ESA",
    BOTH: "semantic frames and error spans are annotated",
}
"""What annotators of a project can annotate, in words."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that the annotators of a project agreed on; :data:`SHARED_RULES` says in words what is on or off.

    Attributes:
        copulas: as in "she is late", "there was a dispute".
        verbless: as in "no survivors", where nouns are no predicates.
        helpers: as in "has been", "take over".
        blind: until annotators finish their own work. This holds in the window; who changes to another name there, or
            uses the command line, sees what that name sees.
        scores: HMEANT and MQM; the annotator of the gold standard always sees them.
        by_segment: the default, as what was corrected in one translation is offered again for the next one of the
            segment; where this rule was never set, it holds, too: no frame depends on it.
        shuffled: random for each annotator and segment (for each annotator alone, where all segments of a system come
            first).
        side_by_side: while error spans are marked in one of them.
        repeats: if the translation is finished, where the same words stand, and words left unmarked there are not (see
            :mod:`meantree.project.error_proposals`).
        gold: the name under which the gold standard is stored.
        guidelines: a page of text for all annotators.
        compared: the annotators whose work is compared in adjudication; empty for all.
        protocol: one of :data:`PROTOCOLS`.
        severities: of errors, from the least on.
        categories: of errors, one a line with its explanation; empty for those of MQM.
        suggestions: the annotators, such as the name of a tool, whose error spans others see as proposals; empty for
            none. Where annotators work blind, those of people are no proposals.
    """

    nouns: bool = False
    auxiliaries: bool = False
    copulas: bool = True
    verbless: bool = False
    helpers: bool = False
    blind: bool = False
    scores: bool = True
    by_segment: bool = True
    shuffled: bool = False
    side_by_side: bool = False
    repeats: bool = False
    gold: str = "gold"
    guidelines: str = ""
    compared: tuple[str, ...] = ()
    protocol: str = FRAMES
    severities: tuple[str, ...] = SEVERITIES
    categories: str = ""
    suggestions: tuple[str, ...] = ()

    @property
    def has_frames(self) -> bool:
        """Whether frames are annotated, which need a reference."""
        return self.protocol in (FRAMES, BOTH)

    @property
    def has_errors(self) -> bool:
        """Whether error spans are annotated."""
        return self.protocol != FRAMES

    @property
    def category_list(self) -> tuple[Category, ...]:
        """The categories of errors, with their explanations."""
        return parse_categories(self.categories or MQM_CATEGORIES)

    def own_category(self, name: str) -> str:
        """Return the only category that ends as another one, as in ``Accuracy/Mistranslation``.

        Without one it is empty in a project with categories of its own, else the other one itself.
        """
        alike = self._ending_as(name)
        return alike[0] if len(alike) == 1 else name if name in alike or not self.categories else ""

    def names_of(self, categories: Iterable[str]) -> dict[str, str]:
        """Return under which name each category counts: *Mistranslation* and *Accuracy/Mistranslation* are one.

        That is the first of the list that ends alike, unless several paths end so.
        """
        names = {}
        for name in categories:
            alike = self._ending_as(name)
            paths = {equal_name(one) for one in (*alike, name) if "/" in one}
            names[name] = alike[0] if alike and len(paths) < 2 else name
        return names

    def _ending_as(self, name: str) -> list[str]:
        """Return the names of the list that end as another one."""
        return [category.name for category in self.category_list if _end(category.name) == _end(name)]


def equal_name(category: str) -> str:
    """Return the name, in lower case, that all names of a category share (:data:`EQUAL_NAMES`)."""
    parts = category.casefold().replace("_", " ").split("/")
    return "/".join(EQUAL_NAMES.get(part, part) for part in parts)


def _end(category: str) -> str:
    return equal_name(category).rpartition("/")[2]


def rules_from_values(stored: Mapping[str, Any]) -> Rules:
    """Return rules from stored values by name; missing or invalid ones are as in a new project.

    A project that says nothing of nouns was made when they were predicates by default, and they stay so.
    """
    rules = Rules(nouns=True)
    values: dict[str, Any] = {
        name: tuple(map(str, value)) if isinstance(value, list) else value for name, value in stored.items()
    }
    known = {name: value for name, value in values.items() if name in Rules.__slots__}
    valid = {name: value for name, value in known.items() if type(value) is type(getattr(rules, name))}
    rules = replace(rules, **valid)
    return rules if rules.protocol in PROTOCOLS else replace(rules, protocol=FRAMES)


def rules_in_words(rules: Rules) -> str:
    """Return the rules that all annotators share, in words."""
    return "; ".join(_words(rules).values())


def rules_difference(rules: Rules, other: Rules) -> str:
    """Return in words how the shared rules of ``other`` differ from those of ``rules``; empty if they are equal."""
    own, others = _words(rules), _words(other)
    if rules.protocol != other.protocol:
        return f"{others['protocol']} (there: {own['protocol']})"
    differing = [f"{others[name]} (there: {text})" for name, text in own.items() if text != others[name]]
    if not differing and rules.has_errors and rules.categories != other.categories:
        differing = ["the names or explanations of categories differ"]
    return "; ".join(differing)


def protocol_guidelines(rules: Rules) -> str:
    """Return in Markdown what annotators need to know by heart: what is a predicate, and the labels of errors."""
    parts = [predicate_guidelines(rules)] if rules.has_frames else []
    if rules.has_errors:
        severities = "".join(f"- **{name}**: {SEVERITY_MEANINGS[name]}\n" for name in rules.severities)
        parts.append(f"## Severities\n\n{severities}")
    if rules.protocol in (MQM, BOTH):
        categories = "".join(
            f"- **{one.name}**{f': {one.explanation}' if one.explanation else ''}\n" for one in rules.category_list
        )
        parts.append(f"## Categories\n\n{categories}")
    return "\n".join(parts)


def predicate_guidelines(rules: Rules) -> str:
    """Return in Markdown what is a predicate by the rules, with examples, and what follows for texts without one."""
    nouns = (
        "Nouns and adjectives that name an event are, too: *the **attack** on the city*."
        if rules.nouns
        else "Nouns are not, even if they name an event: *the attack on the city* is a filler, not a frame."
    )
    auxiliaries = (
        "are predicates of their own."
        if rules.auxiliaries
        else f"are no predicates; {'all' if rules.helpers else 'modal verbs'} are modal fillers of the verb they help."
    )
    instead = "what there is, is the predicate if it names an event" if rules.nouns else "such a clause has no frame"
    be = (
        "is the predicate: *she **is** late*, *there **was** a dispute*; what there is, is its patient."
        if rules.copulas or rules.auxiliaries
        else f"is no predicate: *she is late*, *there was a dispute*; {instead}."
    )
    verbless = (
        "the main word is the predicate: *no **survivors***."
        if rules.verbless
        else "the main word is the predicate if it names an event: *another **attack***; else there is no frame."
        if rules.nouns
        else "there is no frame: *no survivors*, *another attack*."
    )
    return f"""## What is a predicate

- **Verbs** are predicates. {nouns}
- **Helping and modal verbs** (*has*, *will*, *have to*) {auxiliaries}
- **“Be” that helps no verb** {be}
- **Clauses without a verb**: {verbless}
- **A text without a predicate** by these rules has no frame. Leave it so, and press Return. If the reference has none,
  the translation is not scored; if the translation alone has none, all of the reference is missed.
"""


def _words(rules: Rules) -> dict[str, str]:
    unused = {*(() if rules.has_frames else FRAME_RULES), *(() if rules.has_errors else ERROR_RULES)}
    words = {"protocol": PROTOCOLS[rules.protocol]}
    for name, (if_on, if_off) in SHARED_RULES.items():
        if name not in unused:
            words[name] = if_on if getattr(rules, name) else if_off
    if rules.has_errors:
        words["suggestions"] = f"errors of {listed(rules.suggestions) or 'nobody'} are suggested"
        words["severities"] = f"severities are {', '.join(rules.severities)}"
    if rules.protocol in (MQM, BOTH):
        whose = counted(len(rules.category_list), "category", "categories")
        words["categories"] = f"{whose} of the project" if rules.categories else f"{whose} of MQM"
    return words
