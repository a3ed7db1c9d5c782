"""What a reader of annotations yields."""

from __future__ import annotations

from dataclasses import dataclass

from meantree.corpus.model import Corpus
from meantree.project.annotation import Annotation, AnnotationKey


@dataclass(frozen=True, slots=True)
class Imported:
    """A corpus and what annotators said of it."""

    corpus: Corpus
    annotations: dict[AnnotationKey, Annotation]
