"""The language of the texts chooses the words that string metrics compare, as sacrebleu has them; options stay."""

from __future__ import annotations

from importlib.util import find_spec

import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from helpers.scores import segment_score
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import UsageError
from meantree.language.languages import Language
from meantree.metrics.bleu import Bleu
from meantree.metrics.error_rates import Wer
from meantree.metrics.registry import metric
from meantree.scoring.provenance import Provenance, signature
from meantree.scoring.run import configured_metrics

ALPHABETS = {"zh": "我们去北京，。A1 .", "ja": "これは本です。、ソA1 .", "ko": "이것은 책입니다. A1,"}
TOKENIZERS = {"zh": "zh", "ja": "char", "ko": "char"}


@st.composite
def _pairs(draw: st.DrawFn) -> tuple[str, str, str]:
    code = draw(st.sampled_from(sorted(ALPHABETS)))
    texts = st.text(ALPHABETS[code], min_size=1, max_size=14).filter(lambda text: bool(text.strip()))
    return code, draw(texts), draw(texts)


@given(_pairs())
def test_bleu_and_ter_equal_sacrebleus(drawn: tuple[str, str, str]) -> None:
    code, hyp, ref = drawn
    language = Language(code)
    bleu = sacrebleu.BLEU(tokenize=TOKENIZERS[code], effective_order=True)
    ter = sacrebleu.TER(normalized=True, asian_support=True)
    for spec, official in (("bleu", bleu), ("ter", ter), ("chrf", sacrebleu.CHRF())):
        expected = official.sentence_score(hyp, [ref]).score
        assert 100 * segment_score(metric(spec, language), hyp, ref) == pytest.approx(expected)


@given(st.text("これは本です", min_size=1, max_size=12), st.text("これは本です", min_size=1, max_size=12))
def test_wer_is_of_characters_where_there_are_no_blanks(hyp: str, ref: str) -> None:
    score = segment_score(metric("wer", Language("ja")), hyp, ref)
    assert score == pytest.approx(Levenshtein.distance(hyp, ref) / len(ref))


@pytest.mark.parametrize("spec", ["wer", "per", "cder", "nist", "meteor", "bleu"])
@pytest.mark.parametrize(("code", "tokenizer"), [("zh", "zh"), ("ja", "char"), ("th", "char"), ("de", "13a")])
def test_tokenizers_are_in_signatures(spec: str, code: str, tokenizer: str) -> None:
    assert f"|tokenize:{tokenizer}|" in signature(metric(spec, Language(code)), Provenance(1))
    assert "|tokenize:intl|" in signature(metric(f"{spec}:tokenize=intl", Language(code)), Provenance(1))


def test_options_that_are_named_stay() -> None:
    chosen = metric("bleu:tokenize=13a", Language("zh"))
    assert isinstance(chosen, Bleu)
    assert chosen.tokenize == "13a"
    assert "asian" in signature(metric("ter", Language("ko")), Provenance(1))
    assert signature(metric("ter", Language("de")), Provenance(1)) == signature(metric("ter"), Provenance(1))


def _corpus(text: str) -> Corpus:
    return Corpus("c", (Segment("1", "", references={"A": Text(text)}),), (), ("A",))


def test_script_is_enough_for_tokenizers() -> None:
    (chosen,) = configured_metrics(["wer"], _corpus("これは本です。")).values()
    assert isinstance(chosen, Wer)
    assert chosen.tokenize == "char"


def test_meteor_without_a_lexicon_matches_equal_words() -> None:
    french = _corpus("Le petit chat de la voisine dort souvent sur notre grand fauteuil près du feu.")
    (chosen,) = configured_metrics(["meteor"], french).values()
    hyp, ref = "huge dogs ran home", "large dog ran home"
    assert segment_score(chosen, hyp, ref) < segment_score("meteor", hyp, ref)
    assert "|matches:exact|" in signature(chosen, Provenance(1))
    assert "lexicon:" not in signature(chosen, Provenance(1))


@pytest.mark.parametrize("code", ["ja", "ko"])
def test_mecab_is_asked_for_by_name(code: str) -> None:
    if find_spec("MeCab") is None:
        with pytest.raises(UsageError, match=rf"sacrebleu\[{code}\]"):
            metric(f"bleu:tokenize={code}-mecab")
