"""From a word to the lemmas of which it may be a form: WordNet's rules of detachment and lists of irregular forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping

ENDINGS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "n": (
        ("s", ""),
        ("ses", "s"),
        ("ves", "f"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "v": (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}
"""By part of speech: an inflected ending and what the lemma has in its place (WordNet's manual, morphy(7WN))."""


def base_forms(
    word: str, pos: str, irregular: Mapping[str, tuple[str, ...]], known: Callable[[str], bool]
) -> tuple[str, ...]:
    """The known lemmas of which the lower-case ``word`` may be a form, itself first; empty if there is none.

    An irregular form has the lemmas of the list alone; of others one ending is taken off.
    """
    bases = irregular[word] if word in irregular else _detached(word, pos)
    return tuple(form for form in dict.fromkeys((word, *bases)) if known(form))


def _detached(word: str, pos: str) -> tuple[str, ...]:
    return tuple(word.removesuffix(ending) + other for ending, other in ENDINGS[pos] if word.endswith(ending))
