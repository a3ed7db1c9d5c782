"""Requests to begin with: examples with what they find, and simple ones composed of choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WORDS: Final = {
    "any word": "",
    "verb": "VERB",
    "auxiliary": "AUX",
    "noun": "NOUN",
    "name": "PROPN",
    "pronoun": "PRON",
    "adjective": "ADJ",
    "adverb": "ADV",
    "determiner": "DET",
    "preposition": "ADP",
    "conjunction": "CCONJ|SCONJ",
    "numeral": "NUM",
}
"""Universal parts of speech, in words."""
SIDES: Final = {"either text": "", "the translation": "hyp", "the reference": "ref"}
RELATIONS: Final = {
    "no other word": "",
    "any dependent": "*",
    "subject": "nsubj",
    "passive subject": "nsubj:pass",
    "object": "obj",
    "indirect object": "iobj",
    "agent of a passive": "obl:agent",
    "oblique": "obl",
    "clause as object": "ccomp|xcomp",
    "adverbial clause": "advcl",
    "relative clause": "acl:relcl",
    "auxiliary": "aux|aux:pass",
    "adverb": "advmod",
    "adjective": "amod",
    "noun modifier": "nmod",
    "conjunct": "conj",
}
"""Universal dependencies, in words; ``*`` for any of them."""
MARKS: Final = {"any mark": "", "matched": "matched", "missed": "missed", "extra": "extra", "partial": "partial"}


@dataclass(frozen=True, slots=True)
class SimpleRequest:
    """A word, and perhaps a dependent of it.

    Attributes:
        tag, lemma: of the word; empty for any.
        side: ``hyp`` or ``ref``; empty for either.
        relation: of the dependent, ``*`` for any; empty without a dependent.
        mark: of the arc to the dependent, or without one of the word; empty for any.
        other_tag, other_lemma: of the dependent; empty for any.
        is_absent: whether there must be no such dependent.
    """

    tag: str = ""
    lemma: str = ""
    side: str = ""
    relation: str = ""
    mark: str = ""
    other_tag: str = ""
    other_lemma: str = ""
    is_absent: bool = False

    def __str__(self) -> str:
        """Return the request."""
        status = "" if self.relation else self.mark
        word = f"V[{_features(upos=self.tag, lemma=self.lemma, side=self.side, status=status)}]"
        if not self.relation:
            return f"pattern {{ {word} }}"
        label = ", ".join(filter(None, (self.relation.strip("*"), self.mark and f"status={self.mark}")))
        arc = f"V -[{label}]-> D" if label else "V -> D"
        features = _features(upos=self.other_tag, lemma=self.other_lemma)
        found = f"{arc}; D[{features}]" if features else arc
        if self.is_absent:
            return f"pattern {{ {word} }} without {{ {found} }}"
        return f"pattern {{ {found} }}" if word == "V[]" else f"pattern {{ {word}; {found} }}"


EXAMPLES: Final[Sequence[tuple[str, str | SimpleRequest]]] = (
    ("Subjects", SimpleRequest(relation="nsubj")),
    ("Passives", SimpleRequest(relation="nsubj:pass")),
    ("Passives without an agent", "pattern { V -[nsubj:pass]-> S } without { V -[obl:agent]-> A }"),
    ("Passives of the translation", SimpleRequest(side="hyp", relation="nsubj:pass")),
    ("Negated verbs of the reference", SimpleRequest("VERB", side="ref", relation="advmod", other_lemma="not")),
    ("Questions", 'pattern { X[form="?"] }'),
    ("Objects that the translation misses", SimpleRequest(relation="obj", mark="missed")),
    ("Verbs that the translation adds", SimpleRequest("VERB", side="hyp", mark="extra")),
    ("Passives made active", "pattern { V -[nsubj:pass]-> S; W -[align]-> V; W[upos=VERB]; W -[nsubj]-> T }"),
    (
        "Relative clauses that are missing",
        "pattern { N -[acl:relcl]-> V; M -[align]-> N } without { M -[acl:relcl]-> W }"
        " without { W -[align]-> V; O -[acl:relcl]-> W }",
    ),
    (
        "Coordinations cut short",
        "pattern { A -[conj]-> B; X -[align]-> A } without { Y -[align]-> B } without { X -[conj]-> Z }"
        ' without { B -> N; N[lemma="not"] }',
    ),
    ("Subjects made objects", "pattern { V -[nsubj]-> S; W -[align]-> V; W -[obj]-> O; O -[align]-> S }"),
    (
        "Negations moved",
        "pattern { W -[advmod]-> M; M[lemma=not]; M -[align]-> N; V -[advmod]-> N; W -[align]-> Z; X -[align]-> V;"
        " W[upos=VERB]; V[upos=VERB] }",
    ),
    ("Adjectives moved", "pattern { X -[amod]-> A; A -[align]-> B; Y -[amod]-> B; X -[align]-> Z; W -[align]-> Y }"),
    ("Nouns made verbs", "pattern { V -[align]-> N; V[upos=VERB]; N[upos=NOUN] }"),
    ("Another tense", "pattern { V -[align]-> W; V[Tense, VerbForm=Fin]; W[Tense, VerbForm=Fin]; V.Tense <> W.Tense }"),
    ("Questions that are missing", 'pattern { X[form="?", side=ref] } without { Y[form="?", side=hyp] }'),
    ("Linked words with different lemmas", "pattern { X -[align]-> Y; X.lemma <> Y.lemma }"),
    ("Linked words of different kinds", "pattern { X -[align]-> Y; X.upos <> Y.upos }"),
    ("Pronouns as agents", "pattern { P -[role=agent]-> A; A[upos=PRON] }"),
    ("Names of persons", "pattern { X[ent=PER] }"),
    ("Far away subjects", "pattern { V -[nsubj]-> S; length(V, S) > 6 }"),
    ("Crossing arcs", "global { is_not_projective }"),
)
"""What a request finds, and the request: as choices where they can make it, else as a line."""


def _features(**values: str) -> str:
    return ", ".join(f"{name}={_value(name, value)}" for name, value in values.items() if value)


def _value(name: str, value: str) -> str:
    if name != "lemma":
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
