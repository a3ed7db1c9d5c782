"""Tags and character references within texts, such as ``<b>`` and ``&amp;``, which tokenizers take for words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from meantree.analysis.sentences import Analysis, character_spans

_MARKUP: Final = re.compile(
    r"""</?[A-Za-z][\w:.-]*(?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*/?>|&(?:[A-Za-z]\w*|\#\w+);"""
)
_WORD: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Markup:
    """What a text has of tags and character references.

    Attributes:
        tokens: that belong to one, or that are joined with one: ``old</b``.
        words: casefolded, within these tokens.
    """

    tokens: frozenset[int] = frozenset()
    words: frozenset[str] = frozenset()


def markup_of(text: Analysis) -> Markup:
    """Return the tokens of a text that tags and character references touch."""
    spans = [match.span() for match in _MARKUP.finditer(text.text)] if "<" in text.text or "&" in text.text else []
    if not spans:
        return Markup()
    places = enumerate(character_spans(text))
    tokens = [token for token, (first, last) in places if any(first < end and start < last for start, end in spans)]
    words = (word for token in tokens for word in _WORD.findall(text.words[token].casefold()))
    return Markup(frozenset(tokens), frozenset(words))
