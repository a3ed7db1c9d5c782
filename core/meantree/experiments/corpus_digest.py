"""What tells a corpus from others."""

from __future__ import annotations

from meantree.corpus.model import Corpus
from meantree.digest import digest


def corpus_digest(corpus: Corpus) -> str:
    """Eight figures that tell a corpus from any with other texts, ids or ratings; names of files do not count."""
    return digest(
        repr(
            (
                one.document,
                one.id,
                one.source,
                [(name, text.text) for name, text in sorted(one.references.items())],
                [(name, text.text) for name, text in sorted(one.hypotheses.items())],
                sorted((rating.system, rating.kind, rating.rater, rating.value) for rating in one.ratings),
            )
        )
        for one in corpus.segments
    )
