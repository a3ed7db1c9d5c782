"""Findings with what people say of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from meantree.phenomena.search import Finding

RIGHT: Final = "right"
"""The answer that a finding is an error; every other answer is that it is none, or not one to mark."""
_QUOTED: Final = re.compile("“(.*?)”")


def identity(name: str) -> tuple[str, ...]:
    """Return what tells a finding from others of its pair by its name: its kind and the words that it quotes.

    So answers fit after the texts are analysed anew, and where a later version says the same in other words.
    """
    return name.partition(":")[0], *_QUOTED.findall(name)


def _fits(earlier: tuple[str, ...], key: tuple[str, ...]) -> bool:
    """Return whether an identity has the kind and all quoted words of an earlier one."""
    is_alike = (len(earlier), earlier[0]) == (len(key), key[0])
    quotes = zip(earlier[1:], key[1:], strict=True) if is_alike else ()
    return is_alike and all({*own.split()} - {"…"} <= {*other.split()} for own, other in quotes)


def shares_by_kind(named: Iterable[tuple[str, str]]) -> dict[str, tuple[int, int]]:
    """Return by kind how many answers say that a finding is right, and how many there are, from names and answers.

    Each answer counts, those of several people to one finding, too; a rejected suggestion is neither free nor wrong.
    """
    given = [(identity(name)[0], answer) for name, answer in named if answer != "rejected"]
    answered, right = Counter(kind for kind, _ in given), Counter(kind for kind, answer in given if answer == RIGHT)
    return {kind: (right[kind], number) for kind, number in answered.items()}


def with_answers(findings: Sequence[Finding], answers: Mapping[str, tuple[str, ...]]) -> tuple[Finding, ...]:
    """Return findings with their answers: right ones are certain, shown and first, other answered ones are not shown.

    Args:
        answers: by the name of the finding, the last one last, which counts; so does the last of names with the same
            identity. One that fits no finding is for one of its kind that quotes the same words and more, as later
            versions may; others are ignored.
    """
    by_identity = {identity(name): given[-1] for name, given in answers.items()}
    keys = [identity(finding.name) for finding in findings]
    earlier = {key: given for key, given in by_identity.items() if key not in keys}
    answered = [
        replace(finding, answer=by_identity.get(key) or next((earlier[own] for own in earlier if _fits(own, key)), ""))
        for finding, key in zip(findings, keys, strict=True)
    ]
    right = [replace(finding, shown=True, probability=1.0) for finding in answered if finding.answer == RIGHT]
    return *right, *(
        replace(finding, shown=finding.shown and not finding.answer) for finding in answered if finding.answer != RIGHT
    )
