"""A parser is trained on a treebank, goes on after an interruption, and parses; bad sentences are left out by line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import spacy

from meantree.analysis.layers.required import Layers
from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.errors import Cancelled, InputError, UsageError
from meantree.training.parser_training import MEASURES, Treebank, measured, read_treebank, train_parser
from meantree.work import Work

ROWS = """1\tLe\tle\tDET\t_\t_\t2\tdet\t_\t_
2\tchat\tchat\tNOUN\t_\t_\t3\tnsubj\t_\t_
3\tdort\tdormir\tVERB\t_\t_\t0\troot\t_\t_
4-5\tdu\t_\t_\t_\t_\t_\t_\t_\t_
4\tde\tde\tADP\t_\t_\t6\tcase\t_\t_
5\tle\tle\tDET\t_\t_\t6\tdet\t_\t_
6\tjour\tjour\tNOUN\t_\t_\t3\tobl\t_\tSpaceAfter=No
7\t.\t.\tPUNCT\t_\t_\t3\tpunct\t_\t_

"""


@pytest.fixture
def treebank(tmp_path: Path) -> Treebank:
    (tmp_path / "train.conllu").write_text(ROWS * 60, encoding="utf-8")
    return read_treebank(tmp_path / "train.conllu")


def _interrupted(at: int) -> Callable[[], bool]:
    steps = iter(range(1_000))
    return lambda: next(steps) >= at


def test_a_trained_parser_parses_and_training_goes_on(tmp_path: Path, treebank: Treebank) -> None:
    folder = tmp_path / "fr"
    with pytest.raises(Cancelled):
        train_parser(treebank, treebank, folder, language="fr", epochs=3, work=Work(cancelled=_interrupted(2)))
    assert (tmp_path / "fr.unfinished").is_dir()
    with pytest.raises(UsageError, match="another training"):
        train_parser(treebank, treebank, folder, language="fr", epochs=2, work=Work())
    done: list[int] = []
    train_parser(
        treebank, treebank, folder, language="fr", epochs=3, work=Work(report=lambda _s, n, _t: done.append(n))
    )
    assert done[0] > 0
    assert not (tmp_path / "fr.unfinished").exists()
    assert measured(folder, treebank).keys() == {*MEASURES}
    assert measured(folder, treebank)["token_f"] == 1.0
    store = AnalysisStore(Parsers(str(folder)).for_language("fr"))
    analysis = store.analyse({"Le chat dort du jour.": Layers(1)})["Le chat dort du jour."]
    assert analysis.words == ("Le", "chat", "dort", "du", "jour", ".")
    assert analysis.is_parsed
    assert store.fingerprint.startswith("fr_trained-")
    with pytest.raises(UsageError, match="exists"):
        train_parser(treebank, treebank, folder, language="fr", epochs=3, work=Work())


def test_training_starts_from_the_encoder_of_another_pipeline(tmp_path: Path, treebank: Treebank) -> None:
    vectors = {}
    for name, seed, encoder in (("first", 1, ""), ("started", 2, str(tmp_path / "first")), ("fresh", 2, "")):
        folder = tmp_path / name
        train_parser(treebank, treebank, folder, language="fr", encoder=encoder, epochs=1, seed=seed, work=Work())
        nlp = spacy.load(folder)
        (vectors[name],) = nlp.get_pipe("tok2vec").predict([nlp.make_doc("Le chat dort")])  # type: ignore[attr-defined]
    started, fresh = (abs(vectors[name] - vectors["first"]).max() for name in ("started", "fresh"))
    assert started < fresh / 2
    spacy.blank("fr").to_disk(tmp_path / "blank")
    with pytest.raises(UsageError, match=r"blank.*tok2vec"):
        train_parser(treebank, treebank, tmp_path / "fr", language="fr", encoder=str(tmp_path / "blank"), work=Work())


def test_bad_sentences_are_left_out_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "bad.conllu"
    path.write_text(ROWS.replace("3\tnsubj", "1\tnsubj").replace("2\tdet", "2\tdet", 1) + ROWS, encoding="utf-8")
    bank = read_treebank(path)
    assert (len(bank.blocks), bank.texts, bank.has_lemmas) == (1, ("Le chat dort du jour.",), True)
    assert [(problem.line, "cycle" in problem.message) for problem in bank.problems] == [(1, True)]
    path.write_text(ROWS.replace("3\tnsubj", "1\tnsubj"), encoding="utf-8")
    with pytest.raises(InputError, match=r"no sentence to learn from.*cycle"):
        read_treebank(path)


def test_languages_without_words_are_refused(tmp_path: Path, treebank: Treebank) -> None:
    with pytest.raises(UsageError, match="no words in Korean"):
        train_parser(treebank, treebank, tmp_path / "ko", language="ko", work=Work())


def test_documents_know_the_strings_of_the_pipeline(treebank: Treebank) -> None:
    nlp = spacy.blank("fr")
    (first, *_) = treebank.examples(nlp)
    assert first.reference.vocab is nlp.vocab
    assert [token.text for token in first.reference[:5]] == ["Le", "chat", "dort", "du", "jour"]
    assert first.reference[2].dep_ == "ROOT"
