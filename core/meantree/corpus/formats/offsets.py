"""How formats count the characters of a text, where they do not count code points."""

from __future__ import annotations

import bisect
import itertools
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Count:
    """A count of UTF-16 units, as programs in browsers have it; the end of a span is included.

    Attributes:
        unindexed: characters without an index: they have that of what follows them.
        trimmed: whether blanks at the start of the text have none either.
    """

    unindexed: str = ""
    trimmed: bool = False

    def indices(self, text: str) -> list[int]:
        """Return the index of each character of a text, and that after its end."""
        start = len(text) - len(text.lstrip()) if self.trimmed else 0
        widths = ([0] * start, (0 if one in self.unindexed else 1 + (one > "\uffff") for one in text[start:]))
        return [0, *itertools.accumulate(itertools.chain(*widths))]

    def span(self, text: str, start: int, end: int) -> tuple[int, int]:
        """Return start and end of a span as code points, 0-based, the end excluded; beyond the text if it is there."""
        indices = self.indices(text)
        first, last = (bisect.bisect_right(indices, index, hi=len(text)) - 1 for index in (start, end))
        return first, last + 1 + max(0, end - indices[-1] + 1)


PEARMUT: Final = Count(unindexed="\n"), Count()
"""``contentToCharSpans`` in its ``web/src/utils.ts``: line feeds have no index before its version 1.1.5."""
APPRAISE: Final = Count(trimmed=True)
"""``direct-assessment-document-mqm-esa.js``: the trimmed text by ``split("")``, both clicked characters included."""
