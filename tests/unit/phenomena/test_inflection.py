"""English inflection."""

from __future__ import annotations

import pytest

from meantree.phenomena.inflection import article, infinitive, inflected


@pytest.mark.parametrize(
    ("lemma", "tag", "form"),
    [
        ("stop", "VBD", "stopped"),
        ("visit", "VBD", "visited"),
        ("carry", "VBN", "carried"),
        ("panic", "VBD", "panicked"),
        ("write", "VBN", "written"),
        ("sing", "VBD", "sang"),
        ("smite", "VBD", None),
        ("go", "VBZ", "goes"),
        ("have", "VBZ", "has"),
        ("watch", "VBZ", "watches"),
        ("purchase", "VBG", "purchasing"),
        ("stop", "VBG", "stopping"),
        ("see", "VBG", "seeing"),
        ("city", "NNS", "cities"),
        ("policeman", "NNS", "policemen"),
        ("german", "NNS", "germans"),
        ("child", "NNS", "children"),
        ("information", "NNS", None),
        ("good", "JJR", None),
        ("open", "VB", "open"),
    ],
)
def test_forms(lemma: str, tag: str, form: str | None) -> None:
    assert inflected(lemma, tag) == form


@pytest.mark.parametrize(
    ("lemma", "form", "tag", "base"),
    [("stag", "staged", "VBD", "stage"), ("lay", "lay", "VBD", "lie"), ("visit", "visit", "VBD", None)],
)
def test_that_the_infinitive_is_one_with_this_form(lemma: str, form: str, tag: str, base: str | None) -> None:
    assert infinitive(lemma, form, tag) == base


def test_articles() -> None:
    assert [article(word) for word in ("user", "hour", "union", "unimportant", "18", "house")] == [
        *("a", "an", "a", "an", "an", "a")
    ]
