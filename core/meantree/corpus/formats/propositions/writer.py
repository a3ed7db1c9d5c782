"""Propositions out, in any dialect that is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from meantree.analysis.brackets import BracketError
from meantree.corpus.formats.propositions.dialects import Dialect
from meantree.corpus.formats.propositions.model import PropSentence
from meantree.corpus.formats.propositions.reader import structure_of
from meantree.errors import Problem, UsageError
from meantree.escaping import shortened


def write_propositions(sentences: Sequence[PropSentence], dialect: Dialect) -> tuple[str, list[Problem]]:
    """The text of a file, and what of the sentences it does not hold.

    Dependencies that a format needs and a sentence lacks are made of its constituents by head rules.

    Raises:
        UsageError: if the dialect is only read, or needs dependencies of a sentence without any structure.
    """
    if dialect.write is None:
        raise UsageError(f"propositions are read in the format {dialect.name}, not written")
    if dialect.needs_tree:
        sentences = [_with_tree(one, dialect) for one in sentences]
    pieces: list[str] = []
    lost: list[Problem] = []
    for piece, missing in dialect.write(sentences):
        name = f"sentence {shortened(sentences[len(pieces)].id)}: " if dialect.needs_tree else ""
        lost += [Problem(None, None, f"{name}{what}") for what in missing]
        pieces.append(piece)
    return "".join(pieces), lost


def _with_tree(sentence: PropSentence, dialect: Dialect) -> PropSentence:
    if sentence.tree is not None:
        return sentence
    try:
        made = structure_of(sentence)
    except BracketError as fault:
        raise UsageError(f"sentence {shortened(sentence.id)}: its parse cannot be used ({fault})") from fault
    if made is None:
        raise UsageError(
            f"sentence {shortened(sentence.id)} has no structure, but roles stand on heads in the format {dialect.name}"
        )
    return replace(sentence, tree=made.tree)
