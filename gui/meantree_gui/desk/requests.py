"""What keys ask the desk for, and what waits until a segment is analysed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Request:
    """What a key asks for: its title, what does it, and whether it must wait until a segment is analysed."""

    title: str
    do: Callable[[], object]
    waits: bool = True


@dataclass(slots=True)
class Waiting:
    """Requests that were made while a segment was analysed, in their order; they are for this segment alone."""

    requests: list[Request] = field(default_factory=list)

    def takes(self, request: Request) -> bool:
        """Whether a request must wait: one that need not goes after those that do."""
        if self.requests or request.waits:
            self.requests.append(request)
            return True
        return False

    def take_back(self) -> Request | None:
        """Forget the last one, if there is one."""
        return self.requests.pop() if self.requests else None

    def release(self) -> list[Request]:
        """All of them; they wait no longer."""
        found, self.requests = self.requests, []
        return found
