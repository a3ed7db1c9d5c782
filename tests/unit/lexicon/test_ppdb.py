"""The pairs of paraphrases that ship, and how much synsets tell."""

from __future__ import annotations

from meantree.lexicon.ppdb import paraphrases, paraphrases_of
from meantree.lexicon.wordnet import information_content, wordnet


def test_pairs_hold_both_ways() -> None:
    assert "piercing" in paraphrases_of("drilling")
    assert "drilling" in paraphrases_of("piercing")
    for partner in paraphrases_of("shop"):
        assert "shop" in paraphrases_of(partner)


def test_unknown_words_have_no_paraphrase() -> None:
    assert paraphrases().of("frobnicate") == ()
    assert paraphrases().of("zzzzzz") == ()


def test_special_synsets_tell_more() -> None:
    words, tells = wordnet(), information_content()
    entity, tree, oak = (words.synsets(lemma, "n")[0] for lemma in ("entity", "tree", "oak"))
    assert 0 <= tells[entity] < 0.1
    assert tells[entity] < tells[tree]
    assert len(tells) == words.size[1]
    assert tells[words.synsets("oak", "n")[-1]] > tells[tree]
    assert tells[oak] > 0
