"""From a word to the lemmas of which it may be a form: WordNet's rules of detachment and lists of irregular forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

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

    An irregular form has the lemmas of the list alone. Endings are taken off until something known is left.
    """
    if word in irregular:
        return _known((word, *irregular[word]), known)
    forms = _detached((word,), pos)
    found = _known((word, *forms), known)
    while forms and not found:
        forms = _detached(forms, pos)
        found = _known(forms, known)
    return found


def _detached(forms: Iterable[str], pos: str) -> tuple[str, ...]:
    return tuple(
        form.removesuffix(ending) + other for form in forms for ending, other in ENDINGS[pos] if form.endswith(ending)
    )


def _known(forms: Iterable[str], known: Callable[[str], bool]) -> tuple[str, ...]:
    return tuple(form for form in dict.fromkeys(forms) if known(form))
