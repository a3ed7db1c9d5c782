"""What an analyser is given: a text, or a text whose tokens are settled already."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tokenised:
    """A text with its tokens; the analyser cuts no others.

    Attributes:
        text: as it was written.
        tokens: none of them empty.
    """

    text: str
    tokens: tuple[str, ...]

    @property
    def spaces(self) -> tuple[bool, ...]:
        """Whether a blank stands after each token; after all of them where they do not make up the text."""
        place, found = 0, []
        for token in self.tokens:
            place += len(self.text[place:]) - len(self.text[place:].lstrip())
            if not self.text.startswith(token, place):
                return (True,) * len(self.tokens)
            place += len(token)
            found.append(self.text[place : place + 1].isspace())
        return tuple(found)


Given = str | Tokenised
