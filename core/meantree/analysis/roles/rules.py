"""Frames by rules over dependencies, for languages without a trained labeller (labels of UD and of ClearNLP)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meantree.analysis.frames import Filler, Frame, Role, Span
from meantree.analysis.roles.core_roles import with_distinct_core
from meantree.analysis.tree import DependencyTree, Token, subtree_spans

ROLES = {
    "nsubj": Role.AGENT,
    "csubj": Role.AGENT,
    "nsubj:pass": Role.PATIENT,
    "csubj:pass": Role.PATIENT,
    "nsubjpass": Role.PATIENT,
    "csubjpass": Role.PATIENT,
    "obl:agent": Role.AGENT,
    "agent": Role.AGENT,
    "obj": Role.PATIENT,
    "dobj": Role.PATIENT,
    "ccomp": Role.PATIENT,
    "xcomp": Role.PATIENT,
    "iobj": Role.BENEFACTIVE,
    "dative": Role.BENEFACTIVE,
    "obl:tmod": Role.TEMPORAL,
    "obl:loc": Role.LOCATIVE,
    "neg": Role.NEGATION,
    "obl": Role.OTHER,
    "obl:arg": Role.OTHER,
    "prep": Role.OTHER,
    "npadvmod": Role.OTHER,
    "advcl": Role.OTHER,
    "advmod": Role.MANNER,
}
"""What a dependent of a verb fills, by its arc label; the part before a colon serves where the whole is not here."""


def frames_by_rules(tokens: Sequence[Token], tree: DependencyTree) -> Iterator[Frame]:
    """Yield a frame for each verb, its dependents with all that depends on them as fillers."""
    spans = subtree_spans(tree)
    for place, token in enumerate(tokens):
        if token.upos == "VERB":
            fillers = [
                Filler(_trimmed(spans[child], tokens), role)
                for child, head in enumerate(tree.heads)
                if head == place
                and (role := _role(tokens[child], tree.labels[child])) is not None
                and not spans[child][0] <= place < spans[child][1]
            ]
            yield Frame((place, place + 1), with_distinct_core(sorted(fillers)))


def _role(token: Token, label: str) -> Role | None:
    if "Polarity=Neg" in token.feats:
        return Role.NEGATION
    if label.startswith("aux"):
        return Role.MODAL if "VerbType=Mod" in token.feats or token.xpos in ("MD", "VMFIN") else None
    return ROLES.get(label, ROLES.get(label.partition(":")[0]))


def _trimmed(span: Span, tokens: Sequence[Token]) -> Span:
    """Without punctuation at its ends."""
    start, end = span
    while end - start > 1 and tokens[start].upos == "PUNCT":
        start += 1
    while end - start > 1 and tokens[end - 1].upos == "PUNCT":
        end -= 1
    return start, end
