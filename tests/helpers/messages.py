"""Messages are tested by what they must tell: names, places, numbers, what is expected."""

from __future__ import annotations

from collections.abc import Iterable


def tell(messages: Iterable[object], *expected: str) -> bool:
    """Whether there are as many messages, and each has the parts, separated by ``…``, of the one expected there."""
    texts = [str(message) for message in messages]
    return len(texts) == len(expected) and all(
        part.strip() in text for text, parts in zip(texts, expected, strict=True) for part in parts.split("…")
    )
