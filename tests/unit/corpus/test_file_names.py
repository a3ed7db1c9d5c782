"""What file names tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from meantree.corpus.formats import FileRole, guess_name, guess_role
from meantree.corpus.formats.file_names import guess_language

SOURCE, REFERENCE, HYPOTHESIS = FileRole.SOURCE, FileRole.REFERENCE, FileRole.HYPOTHESIS


@pytest.mark.parametrize(
    ("name", "role", "called", "language"),
    [
        pytest.param("hyp.UEdin.en", HYPOTHESIS, "UEdin", "en", id="system between role and language"),
        pytest.param("hyp.Machine_Translation.en", HYPOTHESIS, "Machine_Translation", "en", id="underscore in a name"),
        pytest.param("hyp.Online-A.en.txt", HYPOTHESIS, "Online-A", "en", id="ending after the language"),
        pytest.param("hyp.fb.en", HYPOTHESIS, "fb", "en", id="system of two letters"),
        pytest.param("news.hyp.fb.en.txt", HYPOTHESIS, "fb", "en", id="two letters between role and language"),
        pytest.param("hyp.de-en.en", HYPOTHESIS, "hyp", "en", id="a pair of languages is no system"),
        pytest.param("news.de.en", None, "news", "en", id="two languages without a role"),
        pytest.param("ref.A.en", REFERENCE, "A", "en", id="reference"),
        pytest.param("src.de", SOURCE, "src", "de", id="nothing but role and language"),
        pytest.param("newstest2021.de-en.hyp.UEdin.en", HYPOTHESIS, "UEdin", "en", id="test set in front"),
        pytest.param("newstest2019-ende-ref.de", REFERENCE, "newstest2019-ende-ref", "de", id="role between hyphens"),
        pytest.param("dev.mt", HYPOTHESIS, "dev", "", id="mt is a role, not Maltese"),
        pytest.param("dev.pe", REFERENCE, "dev", "", id="post-edit"),
        pytest.param("news.ref", REFERENCE, "news", "", id="role as ending"),
        pytest.param("news.src", SOURCE, "news", "", id="source as ending"),
        pytest.param("ref2.txt", REFERENCE, "ref2", "", id="numbered references keep apart"),
        pytest.param("SYSTEM.conllu", HYPOTHESIS, "SYSTEM", "", id="upper case"),
        pytest.param("notes.txt", None, "notes", "", id="no role"),
        pytest.param("refuse.txt", None, "refuse", "", id="a word that only begins like a role"),
        pytest.param(".en", None, ".en", "en", id="nothing left"),
    ],
)
def test_names(name: str, role: FileRole | None, called: str, language: str) -> None:
    path = Path("folder.ref") / name
    assert (guess_role(path), guess_name(path), guess_language(path)) == (role, called, language)
