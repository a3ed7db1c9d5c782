"""Values that a request asks for, and tests of them."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Any, Literal

from meantree.errors import UsageError
from meantree.escaping import quoted

SECONDS = 0.2
"""How long one regular expression may look at one value."""
LONGEST_REGEX = 1_000
"""Characters of a regular expression."""
LARGEST_REGEX = 20_000
"""Characters of a regular expression whose repetitions are written out, as they are when it is compiled."""
_COMMENT = r"\s|#[^\n]*\n"
"""What may stand within a number of a verbose expression."""
_TIMES = re.compile(rf"\{{((?:\d|{_COMMENT})+)")

Sign = Literal["=", "<>", "*", "!"]
"""One of the values, defined with another value, defined, not defined."""


@dataclass(frozen=True, slots=True)
class Regex:
    """A Python regular expression that matches a whole value."""

    source: str
    ignore_case: bool = False

    def matches(self, value: str) -> bool:
        """Whether it matches all of ``value``.

        Raises:
            UsageError: if that takes too long, as expressions such as ``(a*)*b`` do.
        """
        try:
            return compiled(self).fullmatch(value, timeout=SECONDS) is not None
        except TimeoutError as error:
            told = f"the regular expression {quoted(self.source)} takes too long on {quoted(value)}"
            raise UsageError(f"{told}, expected one without repetition inside repetition") from error


Value = str | Regex
Found = str | Collection[str] | None
"""What a thing has: a value, several (the features that fired on a word), or nothing."""


@lru_cache(maxsize=256)
def compiled(expression: Regex) -> Any:
    """Return the expression, ready to match.

    Raises:
        ValueError: if it is none, too long or too large; the text says why.
    """
    import regex  # standard expressions cannot be stopped once they run

    if len(expression.source) > LONGEST_REGEX:
        raise ValueError(f"it has {len(expression.source):,} characters, expected at most {LONGEST_REGEX:,}")
    if _size(expression.source) > LARGEST_REGEX:
        raise ValueError("it is too large, expected fewer repetitions such as {100}")
    try:
        return regex.compile(expression.source, regex.IGNORECASE if expression.ignore_case else 0)
    except (regex.error, RecursionError, OverflowError, MemoryError) as error:
        raise ValueError(str(error) or "it nests too deep") from error


def _size(source: str) -> int:
    """Return how many characters an expression has at most when its repetitions are written out."""
    times = (re.sub(_COMMENT, "", found) for found in _TIMES.findall(source))
    return len(source) * prod(max(1, int(number or 1)) for number in times)


@dataclass(frozen=True, slots=True)
class Condition:
    """What is asked of one feature."""

    name: str
    sign: Sign
    values: tuple[Value, ...] = ()

    def holds(self, found: Found) -> bool:
        """Whether what a thing has is what is asked for; several values are another one if none is asked for."""
        if found is None or found == () or found == frozenset():
            return self.sign == "!"
        if self.sign in "!*":
            return self.sign == "*"
        several = (found,) if isinstance(found, str) else found
        return any(is_one(self.values, one) for one in several) == (self.sign == "=")


@lru_cache(maxsize=4096)
def is_one(values: tuple[Value, ...], found: str) -> bool:
    """Whether it is one of the values; kept, since the same few features fire on thousands of words."""
    return any(value == found if isinstance(value, str) else value.matches(found) for value in values)
