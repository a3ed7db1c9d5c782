"""Projects that tests make of a small corpus and of what is found in it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey
from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.annotation.rules import Rules
from meantree.corpus.corpus import Corpus
from meantree.project.file import Project


def project_of(
    path: Path,
    corpus: Corpus,
    found: Mapping[AnnotationKey, Annotation] | None = None,
    *,
    errors: Mapping[ErrorKey, ErrorAnnotation] | None = None,
    rules: Rules | None = None,
) -> Path:
    """Make a project with a corpus, rules, frames that come with the corpus, and errors saved one by one."""
    with Project(path, new=True) as project:
        project.fill(corpus, found)
        if rules is not None:
            project.set_rules(rules)
        for key, annotation in (errors or {}).items():
            project.save_errors(key, annotation, "made")
    return path
