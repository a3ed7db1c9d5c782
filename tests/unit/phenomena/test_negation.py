"""Polarity: what negates what."""

from __future__ import annotations

import pytest

from helpers.aligned import tagged
from meantree.phenomena.negation import negated, negators
from meantree.phenomena.reading import Reading

DID_NOT = (
    "The/DET:2:det virus/NOUN:5:nsubj did/AUX/do:5:aux not/PART:5:advmod infect/VERB/infect:0:root "
    "anybody/PRON:5:obj ./PUNCT:5:punct"
)
NO_ONE = (
    "No/DET:2:det one/NOUN:4:nsubj:pass was/AUX/be:4:aux:pass infected/VERB/infect:0:root by/ADP:7:case the/DET:7:det "
    "virus/NOUN:4:obl:agent ./PUNCT:4:punct"
)
CAME = "He/PRON:2:nsubj came/VERB/come:0:root because/SCONJ:5:mark she/PRON:5:nsubj sang/VERB/sing:2:advcl"
CAME_NOT_SUNG = (
    "He/PRON:2:nsubj came/VERB/come:0:root because/SCONJ:6:mark she/PRON:6:nsubj never/ADV:6:advmod "
    "sang/VERB/sing:2:advcl"
)
FAILED = "He/PRON:2:nsubj failed/VERB/fail:0:root to/PART:4:mark come/VERB/come:2:xcomp"
NOT_FAILED = (
    "He/PRON:4:nsubj did/AUX/do:4:aux not/PART:4:advmod fail/VERB/fail:0:root to/PART:6:mark come/VERB/come:4:xcomp"
)


def denied(text: str) -> list[str]:
    reading = Reading(tagged(text))
    return [token.text for token, is_so in zip(reading.tokens, negated(reading), strict=True) if is_so]


@pytest.mark.parametrize(
    ("text", "expected", "why"),
    [
        (DID_NOT, "The virus did infect anybody .", "not, and all that is said with the verb"),
        (NO_ONE, "one was infected by the virus .", "a determiner of an argument"),
        (CAME_NOT_SUNG, "because she sang", "a clause of its own keeps its negation"),
        (FAILED, "to come", "a verb that says that something did not happen"),
        (NOT_FAILED, "He did fail", "twice is not at all"),
        ("Not/PART:3:advmod only/ADV:3:advmod he/PRON:4:nsubj came/VERB:0:root", "", "not only he came"),
        ("No/INTJ:3:discourse he/PRON:3:nsubj came/VERB:0:root", "", "an answer"),
        ("He/PRON:2:nsubj came/VERB:0:root without/ADP:4:case money/NOUN:2:obl", "money", "a preposition"),
        ("A/DET:3:det few/ADJ:3:amod dogs/NOUN:4:nsubj bark/VERB:0:root", "", "a few are some"),
        ("Few/ADJ:2:amod dogs/NOUN:3:nsubj bark/VERB:0:root", "dogs bark", "few are hardly any"),
        ("They/PRON:3:nsubj hardly/ADV:3:advmod bark/VERB:0:root", "They bark", "an adverb"),
        (
            "I/PRON:4:nsubj do/AUX:4:aux not/PART:4:advmod think/VERB:0:root he/PRON:6:nsubj came/VERB:4:ccomp",
            "I do think he came",
            "what is not thought is thought not to be",
        ),
        (
            "I/PRON:4:nsubj do/AUX:4:aux not/PART:4:advmod know/VERB:0:root he/PRON:6:nsubj came/VERB:4:ccomp",
            "I do know",
            "what is not known may be true",
        ),
        (
            "He/PRON:4:nsubj did/AUX:4:aux not/PART:4:advmod eat/VERB:0:root or/CCONJ:6:cc drink/VERB:4:conj",
            "He did eat or drink",
            "one negation for both",
        ),
        (
            "He/PRON:4:nsubj did/AUX:4:aux not/PART:4:advmod eat/VERB:0:root but/CCONJ:6:cc drink/VERB:4:conj",
            "He did eat",
            "a contrast",
        ),
        (
            "He/PRON:3:nsubj never/ADV:3:advmod ate/VERB:0:root nor/CCONJ:5:cc drank/VERB:3:conj",
            "He ate drank",
            "each its own",
        ),
        (
            "He/PRON:3:nsubj neither/CCONJ:3:cc:preconj eats/VERB:0:root nor/CCONJ:5:cc drinks/VERB:3:conj",
            "He eats drinks",
            "each verb its own",
        ),
        (
            "Neither/CCONJ:2:cc:preconj he/PRON:5:nsubj nor/CCONJ:4:cc she/PRON:2:conj came/VERB:0:root",
            "he nor she came",
            "what nobody did",
        ),
        ("fewer/ADJ/few:2:amod dogs/NOUN:3:nsubj bark/VERB:0:root", "", "fewer may be many"),
        ("they/PRON:2:nsubj noted/VERB/not:0:root it/PRON:2:obj", "", "a misread form"),
        (
            "Not/PART:3:advmod every/DET:3:det dog/NOUN:4:nsubj barks/VERB:0:root",
            "every dog barks",
            "of a quantifier, of all that is said",
        ),
        (
            "a/DET:4:det not/PART:3:advmod good/ADJ:4:amod film/NOUN:5:nsubj ran/VERB:0:root",
            "good",
            "of an attribute, of that alone",
        ),
        (
            "I/PRON:5:nsubj don/VERB:5:aux '/PUNCT:2:punct t/NOUN:2:obj know/VERB:0:root",
            "I don ' know",
            "a contraction that was cut",
        ),
        ("can/AUX:0:root '/PUNCT:1:punct t/NOUN:1:obj", "", "one that nothing follows"),
        ("The/DET:2:det lack/NOUN:0:root of/ADP:4:case money/NOUN:2:nmod", "of money", "a noun"),
    ],
)
def test_what_is_negated(text: str, expected: str, why: str) -> None:
    assert " ".join(denied(text)) == expected, why


def test_no_negation_at_all() -> None:
    assert not negators(Reading(tagged(CAME)))
