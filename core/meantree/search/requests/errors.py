"""What is wrong with a request, and where."""

from __future__ import annotations

from meantree.errors import UsageError


class RequestError(UsageError):
    """A request is wrong; the text says where, what was found and what is expected.

    Attributes:
        line, column: where, from 1.
    """

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        self.line, self.column = line, column
        super().__init__(f"request, line {line}, column {column}: {message}")
