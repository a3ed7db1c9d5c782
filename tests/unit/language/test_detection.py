"""The language of texts: by their script where that is enough, else by their letters; English if nothing tells."""

from __future__ import annotations

import socket
import sys

import pytest

from meantree.errors import UsageError
from meantree.language.detection import by_script, detected
from meantree.language.languages import ENGLISH, UNKNOWN, Language, code_of, known_code

FRENCH = "Le petit chat de la voisine dort souvent sur notre grand fauteuil près du feu."


@pytest.mark.parametrize(
    ("named", "code"),
    [
        ("ar", "ar"),
        ("pt-BR", "pt"),
        ("zh_CN", "zh"),
        ("Arabic", "ar"),
        ("EN", "en"),
        ("zho_Hans", "zh"),
        ("ger", "de"),
        ("", ""),
        ("xq", ""),
        ("two", ""),
    ],
)
def test_languages_by_code_and_name(named: str, code: str) -> None:
    assert code_of(named) == code


def test_an_unknown_language_is_refused_with_a_likely_one() -> None:
    with pytest.raises(UsageError, match=r"(?s)Germam.*German"):
        known_code("Germam")


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("この本は面白い。", ("ja",)),
        ("日本経済新聞の記事", ("ja",)),
        ("ソニーのゲーム", ("ja",)),
        ("ハウス、スター", ("ja",)),
        ("我们明天去北京。", ("zh",)),
        ("我们的公司叫ソニー,成立于日本东京一九四六年五月七日", ("zh",)),
        ("이것은 책입니다.", ("ko",)),
        ("请打开 iPhone 设置。", ("zh",)),
        ("สวัสดีครับ", ("th",)),
        ("Τι κάνεις;", ("el",)),
        ("שלום עולם", ("he",)),
        ("यह घर है", ("hi", "mr", "ne")),
        ("The sign says 水.", ()),
        ("Ein Haus", ()),
        ("123 …", ()),
        ("", ()),
    ],
)
def test_scripts(text: str, codes: tuple[str, ...]) -> None:
    assert by_script([text]) == codes


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The neighbour's little cat often sleeps on our big chair near the fire.", ENGLISH),
        ("Hello", ENGLISH),
        ("", ENGLISH),
        (FRENCH, "fr"),
        ("Ein altes Haus steht am Ufer des Flusses, aber niemand wohnt dort.", "de"),
        ("Český ten dům je velmi hezký a starý, ale nikdo v něm nebydlí.", "cs"),
        ("Старый дом стоит на берегу реки, но никто в нём не живёт.", "ru"),
        ("Стара хата стоїть на березі річки, але ніхто в ній не живе.", "uk"),
        ("هذا البيت القديم جميل جدا ولكن لا أحد يسكن فيه", "ar"),
        ("यह एक पुराना घर है जहाँ मेरा भाई रहता है", "hi"),
        ("xq zzzv pppk trrq kkwx", UNKNOWN),
    ],
)
def test_languages_of_texts(text: str, code: str) -> None:
    found = detected([text])
    assert found.code == code
    assert found.certainty is not None
    assert 0 <= found.certainty <= 1


def test_english_is_not_certain_of_texts_in_two_languages() -> None:
    english = "The neighbour's little cat often sleeps on our big chair near the fire."
    assert detected([english, FRENCH] * 5) == Language(ENGLISH, 0.5)
    assert detected([*[english] * 9, FRENCH]) == Language(ENGLISH, 1.0)


def test_nothing_is_sent_or_unpickled(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError

    from meantree.language import detection

    detection._identifier.cache_clear()
    for name in [name for name in sys.modules if name.startswith("py3langid")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr("pickle.loads", refuse)
    monkeypatch.setattr("pickle.load", refuse)
    assert detected([FRENCH]).code == "fr"


def test_what_english_has() -> None:
    assert "dependencies" in Language(ENGLISH).parts
    assert Language("fr").parts == ()
    assert [Language(code).tokenizer for code in ("en", "zh", "ja", "th")] == ["13a", "zh", "char", "char"]
