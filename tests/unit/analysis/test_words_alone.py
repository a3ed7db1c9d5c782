"""Texts in a language without a parser get words, and no tree that nobody can vouch for."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from helpers.parser_program import command
from meantree.alignment.aligner import align
from meantree.analysis.layers.required import Layers
from meantree.analysis.parsers import DEFAULT, NONE, Parsers, installed_pipelines
from meantree.analysis.serial import packed, unpacked
from meantree.analysis.store import AnalysisStore
from meantree.comparison.compare import ComparisonOptions, compare
from meantree.comparison.pair_findings import facts_beside
from meantree.language.languages import Language
from meantree.lazy import plugins
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric

ALL = Layers(50, 1, roles=1, entities=1, all_trees=1)


@pytest.mark.parametrize(
    ("pipeline", "code"),
    [("en_meantree", "en"), ("de_core_news_sm", "de"), ("/models/fr_dep", "fr"), ("xx_sent_ud", ""), ("my-model", "")],
)
def test_the_language_of_a_pipeline(pipeline: str, code: str) -> None:
    assert Parsers(pipeline).language == code


@pytest.mark.parametrize(("meta", "code"), [('{"lang": "fr"}', "fr"), ("[1", ""), ('{"lang": 1}', ""), ("[]", "")])
def test_the_language_of_a_folder_is_in_its_meta(tmp_path: Path, meta: str, code: str) -> None:
    (tmp_path / "meta.json").write_text(meta, encoding="utf-8")
    assert Parsers(str(tmp_path)).language == code


def test_parsers_serve_their_language_alone() -> None:
    assert DEFAULT.for_language("en") == DEFAULT
    assert DEFAULT.for_language("ja").finds_words_alone
    assert DEFAULT.for_language("ja").language == "ja"
    assert DEFAULT.for_language("ja").for_language("ja") == DEFAULT.for_language("ja")
    assert Parsers("my-model").for_language("ja") == Parsers("my-model")
    assert Parsers("fr_x").for_language("en") == DEFAULT
    assert DEFAULT.for_language("und").parts(Language("und")) == frozenset()
    assert Parsers("fr_x").parts(Language("fr")) == {"dependencies"}
    assert Parsers("fr_x", "benepar:x").parts(Language("fr")) == {"dependencies", "constituents"}
    assert Parsers("fr_x", NONE).parts(Language("fr")) == {"dependencies"}


def test_words_without_trees() -> None:
    store = AnalysisStore(DEFAULT.for_language("ja"))
    text = "これは本です。 彼は行く。"
    analysis = store.analyse({text: ALL, "": ALL})[text]
    assert "".join(analysis.words) == text.replace(" ", "")
    assert not analysis.is_parsed
    assert not analysis.has_constituents
    assert analysis.language == "ja"
    assert store.makers(["dependencies", "constituents", "roles"]) == {
        "dependencies": "ja_words-1",
        "constituents": "",
        "roles": "",
    }
    again = unpacked(packed(analysis), text)
    assert (again.words, again.language, again.is_parsed) == (analysis.words, "ja", False)


def _pair(hypothesis: str, reference: str) -> Pair:
    made = AnalysisStore(DEFAULT.for_language("de")).analyse(dict.fromkeys((hypothesis, reference), ALL))
    return Pair(made[hypothesis], (made[reference],), ("A",))


def test_words_are_linked_by_their_letters_alone() -> None:
    pair = _pair("Der Hund will die Katze fangen", "Der Hund will keine Katze fassen")
    links = align(*pair.sides(0)).links
    assert {link.reason.relation for link in links if link} <= {"identity", "lemma", "spelling", "acronym", "context"}
    assert {(0, 0), (1, 1), (4, 4)} <= {(link.hypothesis, link.reference) for link in links}
    assert facts_beside(pair, 0) is None, "facts are about English words"


@pytest.mark.parametrize("structure", ["dependencies", "constituents"])
def test_words_and_links_are_drawn_in_place_of_trees(structure: str) -> None:
    pair = _pair("Der Hund bellt", "Der Hund bellt laut")
    options = ComparisonOptions(structure=structure, findings=True, english=False)  # type: ignore[arg-type]
    drawn = compare(pair, metric("bleu"), options)
    assert drawn.structure == "words"
    assert [(link.hypothesis, link.reference) for link in drawn.word_links] == [(0, 0), (1, 1), (2, 2)]
    assert "for German" in drawn.rule
    assert drawn.findings is None
    assert "English alone" in drawn.without_findings
    assert compare(pair, metric("bleu")).rule == "words compared by form · larger units when selected"


class _Stored:
    def __init__(self, maker: str) -> None:
        self.maker = maker

    def find(self, _input: object, /) -> None:
        return None


@pytest.mark.parametrize(
    ("maker", "is_used"),
    [("en_meantree-3-ab+x", False), ("de_core_news_sm-3.8-ab", True), ("de_words-1", True), ("hand-made-1", True)],
)
def test_stored_analyses_by_an_analyser_for_another_language_are_not_used(maker: str, is_used: bool) -> None:
    store = AnalysisStore(DEFAULT.for_language("de")).with_stored(_Stored(maker))
    assert bool(store.parsers.stored) == is_used


def test_stored_words_alone_are_no_trees() -> None:
    words = _Stored("de_words-1")
    alone = AnalysisStore(DEFAULT.for_language("de")).with_stored(words)
    assert alone.parsers.finds_words_alone
    assert alone.parsers.parts(Language("de")) == frozenset()
    assert not AnalysisStore(Parsers("de_core_news_sm")).with_stored(words).parsers.stored
    parsed = AnalysisStore(DEFAULT.for_language("de")).with_stored(_Stored("de_core_news_sm-3.8-ab"))
    assert parsed.parsers.parts(Language("de")) == {"dependencies"}


def _package(folder: Path, name: str, meta: str | None) -> None:
    """Install a package that says that it is a spaCy pipeline; without ``meta.json`` it is a placeholder."""
    (folder / name).mkdir(parents=True)
    if meta is not None:
        (folder / name / "meta.json").write_text(meta, encoding="utf-8")
    info = folder / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Name: {name}\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[spacy_models]\n{name} = {name}\n", encoding="utf-8")


def test_installed_pipelines_are_found_for_their_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("fr_b", "fr_a", "en_other"):
        _package(tmp_path, name, '{"pipeline": ["tagger", "parser"]}')
    _package(tmp_path, "de_no_parser", '{"pipeline": ["tagger"]}')
    _package(tmp_path, "ja_placeholder", None)
    monkeypatch.syspath_prepend(tmp_path)
    plugins.cache_clear()
    assert {"fr_a", "fr_b", "en_other"} <= set(installed_pipelines())
    assert not {"de_no_parser", "ja_placeholder", "fr_a"} & set(sys.modules)
    assert DEFAULT.for_language("fr").pipeline == "fr_a"
    assert DEFAULT.for_language("fr").parts(Language("fr")) == {"dependencies"}
    assert Parsers("fr_other").for_language("fr").pipeline == "fr_other"
    assert DEFAULT.for_language("en") == DEFAULT
    assert all(DEFAULT.for_language(code).finds_words_alone for code in ("de", "ja"))
    plugins.cache_clear()


def test_trees_in_another_language_show_what_the_metric_counts() -> None:
    texts = ("Der Hund bellt", "Der Hund bellt laut")
    made = AnalysisStore(Parsers(command=command()).for_language("de")).analyse(dict.fromkeys(texts, Layers(1)))
    pair = Pair(made[texts[0]], (made[texts[1]],), ("A",))
    drawn = compare(pair, metric("hwcm"), ComparisonOptions(differences=True, english=False))
    assert drawn.structure == "dependencies"
    assert drawn.rule.startswith("differences are not drawn")
    assert drawn.evidence == metric("hwcm").evidence(pair)
