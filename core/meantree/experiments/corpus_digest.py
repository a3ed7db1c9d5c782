"""What tells a corpus from others."""

from __future__ import annotations

from collections.abc import Callable

from meantree.analysis.inputs import TokenizedText
from meantree.corpus.corpus import Corpus
from meantree.digest import digest
from meantree.scoring.provenance import brought_by, corrections_of


def corpus_digest(corpus: Corpus, is_own: Callable[[TokenizedText], bool]) -> str:
    """Eight figures that tell a corpus from any with other texts, ids or ratings, or of which something else is
    known: what came with them or an annotator said, which is analyses, frames, tokens, corrected heads and links.

    Names of files and annotators do not count, nor do tokens that the analyser finds itself.
    """
    beside = [*map(repr, sorted(brought_by(corpus, is_own).items())), *corrections_of(corpus).values()]
    return digest([texts_digest(corpus), *beside]) if any(beside) else texts_digest(corpus)


def texts_digest(corpus: Corpus) -> str:
    """The same of texts, ids and ratings alone."""
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
