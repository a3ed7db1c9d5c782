"""Folders of mt-metrics-eval."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from helpers.input_files import written
from helpers.messages import tell
from meantree.corpus.corpus import Corpus, ErrorSpan, Rating
from meantree.corpus.formats import InputFile, read_corpus
from meantree.corpus.formats.catalogue import files_in
from meantree.errors import InputError

FILES = {
    "sources/de-en.txt": "eins\nzwei\ndrei\n",
    "documents/de-en.docs": "news\td1\nnews d1\nchat\td2\n",
    "references/de-en.refA.txt": "one\ntwo\nthree\n",
    "references/de-en.refB.txt": "1\n2\n3\n",
    "system-outputs/de-en/Online-B.txt": "a\n\nc\n",
    "system-outputs/de-en/X.v2.txt": "x\ny\nz\n",
    "system-outputs/de-en/refA.txt": "one\ntwo\nthree\n",
    "human-scores/de-en.wmt-z.seg.score": "Online-B\t0.5\nOnline-B\tNone\nOnline-B\t-1\nrefA\t1\nrefA\t1\nrefA\t1\n",
    "human-scores/de-en.wmt-z.sys.score": "Online-B\t0.1\n",
    "human-scores/en-de.wmt-z.seg.score": "Online-B\t9\n",
}


def _folder(path: Path, files: Mapping[str, str] = FILES) -> Path:
    written(path, files)
    return path


def _read(path: Path) -> Corpus:
    return read_corpus([InputFile(path)])


def test_reads_one_language_pair(tmp_path: Path) -> None:
    corpus = _read(_folder(tmp_path / "wmt22"))
    assert (corpus.name, corpus.source_language, corpus.target_language) == ("wmt22", "de", "en")
    assert corpus.systems == ("Online-B", "X.v2")
    assert corpus.references == ("refA", "refB")
    assert [segment.key for segment in corpus.segments] == ["d1/1", "d1/2", "d2/3"]
    assert corpus.domains == {"d1": "news", "d2": "chat"}
    second = corpus.segments[1]
    assert second.source == "zwei"
    assert {name: text.text for name, text in second.hypotheses.items()} == {"Online-B": "", "X.v2": "y"}
    assert {name: text.text for name, text in second.references.items()} == {"refA": "two", "refB": "2"}
    ratings = [segment.ratings for segment in corpus.segments]
    assert ratings == [(Rating("Online-B", "wmt-z", 0.5),), (), (Rating("Online-B", "wmt-z", -1.0),)]


def test_says_what_it_leaves_out(tmp_path: Path) -> None:
    assert tell(_read(_folder(tmp_path)).problems, "refA: a reference", "1 file … de-en.wmt-z.sys.score")


def test_spans_are_kept_and_tell_the_rating(tmp_path: Path) -> None:
    marked = '{"errors": [{"start": 0, "end": 1, "category": "Style", "severity": "minor", "score": 1}]}'
    files = {
        "human-scores/de-en.mqm.seg.rating": f'X.v2\t{marked}\tr1\nX.v2\tNone\nX.v2\t{{"errors": []}}\tr2\n',
        "human-scores/de-en.mqm.seg.score": "X.v2\t-7\nX.v2\t-2\nX.v2\t-7\n",
    }
    corpus = _read(_folder(tmp_path, FILES | files))
    assert corpus.segments[0].errors == (ErrorSpan("X.v2", "hypothesis", 0, 1, "Style", "minor", "r1"),)
    result = [[rating for rating in segment.ratings if rating.kind == "mqm"] for segment in corpus.segments]
    assert result == [
        [Rating("X.v2", "mqm", -1.0, "r1")],
        [Rating("X.v2", "mqm", -2.0)],
        [Rating("X.v2", "mqm", 0.0, "r2")],
    ]


def test_spans_of_all_raters_together_are_read_once(tmp_path: Path) -> None:
    marked = '{"errors": [{"start": 0, "end": 1, "category": "Style", "severity": "minor"}]}'
    rows = f"X.v2\t{marked}\nX.v2\tNone\nX.v2\tNone\n"
    names = [f"human-scores/de-en.mqm.{who}.seg.rating" for who in ("merged", "rater1")]
    corpus = _read(_folder(tmp_path, FILES | dict.fromkeys(names, rows)))
    assert len(corpus.segments[0].errors) == 1


def test_one_of_several_language_pairs_is_chosen_by_its_folder(tmp_path: Path) -> None:
    other = {name.replace("de-en", "en-de"): text for name, text in FILES.items() if "human" not in name}
    root = _folder(tmp_path / "wmt22", FILES | other)
    with pytest.raises(InputError, match=r"de-en, en-de.*expected one.*system-outputs.de-en"):
        _read(root)
    corpus = _read(root / "system-outputs" / "en-de")
    assert (corpus.name, corpus.target_language) == ("en-de", "de")
    assert corpus.segments[0].ratings == (Rating("Online-B", "wmt-z", 9.0),)


def test_opens_as_a_folder_everywhere(tmp_path: Path) -> None:
    root = _folder(tmp_path / "wmt22")
    assert files_in(root) == [root]
    assert files_in(root / "system-outputs" / "de-en") == [root / "system-outputs" / "de-en"]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("references/de-en.refB.txt", "1\n2\n", "has 2 segments, but the documents are of 3"),
        ("documents/de-en.docs", "news d1\nnews\nnews d2\n", "1 column, expected domain and document"),
        (
            "documents/de-en.docs",
            "news d1\nchat d1\nnews d2\n",
            ":2: 'd1' has the domain 'chat' here, but 'news' above; expected one domain",
        ),
    ],
)
def test_files_that_do_not_fit_are_told(tmp_path: Path, name: str, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        _read(_folder(tmp_path, FILES | {name: text}))


def test_texts_of_different_length_are_told_without_documents(tmp_path: Path) -> None:
    files = {name: text for name, text in FILES.items() if "documents" not in name}
    assert [segment.document for segment in _read(_folder(tmp_path / "a", files)).segments] == ["", "", ""]
    with pytest.raises(InputError, match=r"2 segments, .* 3; expected the same number"):
        _read(_folder(tmp_path / "b", files | {"system-outputs/de-en/X.v2.txt": "x\ny\n"}))
