"""The encoder that ships: the same words always get the same vectors, and no word is too odd."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from meantree.analysis.encoder.encoder import Encoder
from meantree.analysis.encoder.networks import Network, read_labels, runtime
from meantree.analysis.sentences import MAX_PIECES
from meantree.errors import UsageError
from meantree_resources import resource

FOLDER = "models/en_meantree/encoder"
SENTENCES = [
    "The minister has not confirmed it .".split(),  # noqa: SIM905  a sentence reads better than a list
    ["Yes"],
    "In 2019 , the Commission 's reports were n't read by anyone .".split(),  # noqa: SIM905
    ["word"] * 120,
    ["中文", "ελληνικά", "\u200b", "x" * 5000, "!" * 5000],
]


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    """One that has read nothing yet."""
    return Encoder(resource(FOLDER))


@pytest.mark.pipeline
def test_neighbouring_sentences_change_nothing(encoder: Encoder) -> None:
    sentences = [words[start:end] for words in SENTENCES for start, end in encoder.parts(words)]
    alone = [Encoder(resource(FOLDER)).states(words).tobytes() for words in sentences[:3]]
    order = list(range(len(sentences))) * 2
    random.Random(1).shuffle(order)
    found = {place: encoder.states(sentences[place]).tobytes() for place in order}
    assert [found[place] for place in range(3)] == alone


@pytest.mark.pipeline
def test_other_sentences_of_a_batch_change_nothing(encoder: Encoder) -> None:
    """Words that are each one piece, so that many sentences have equal length; and some words of several pieces."""
    chance = random.Random(1)
    words = ["the", "old", "houses", "were", "sold", "unbelievably", "Meantree", "."]
    sentences = [chance.choices(words, k=chance.randint(1, 12)) for _ in range(150)]
    fresh = Encoder(resource(FOLDER))
    for own, states in zip(sentences, fresh.all_states(sentences), strict=True):
        assert states.tobytes() == encoder.states(own).tobytes()
        assert fresh.meanings(own).tobytes() == encoder.meanings(own).tobytes()


@pytest.mark.pipeline
def test_another_process_gives_the_same_vectors(encoder: Encoder) -> None:
    code = "import sys; from meantree.analysis.encoder.encoder import load_encoder; "
    code += f"sys.stdout.buffer.write(load_encoder().states({SENTENCES[0]!r}).tobytes())"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert found.stdout == encoder.states(SENTENCES[0]).tobytes()


@pytest.mark.pipeline
def test_a_vector_per_word_and_one_for_the_sentence(encoder: Encoder) -> None:
    for words in SENTENCES[:4]:
        states, meanings = encoder.states(words), encoder.meanings(words)
        assert states.shape == (1 + len(words), 384)
        assert np.isfinite(states).all()
        assert meanings.shape == (len(words), 384)
        assert np.linalg.norm(meanings, axis=1) == pytest.approx(1)


@pytest.mark.pipeline
def test_long_sentences_are_split_after_punctuation(encoder: Encoder) -> None:
    assert encoder.parts(SENTENCES[0]) == [(0, 7)]
    assert encoder.parts([]) == []
    words = ["word"] * 400 + [","] + ["word"] * 50 + [";"] + ["word"] * 300
    parts = encoder.parts(words)
    assert parts == [(0, 452), (452, 752)]
    assert encoder.parts(["word"] * 1100) == [(0, 510), (510, 1020), (1020, 1100)]
    for start, end in encoder.parts(SENTENCES[4]):
        assert encoder.states(SENTENCES[4][start:end]).shape[0] == 1 + end - start
    assert MAX_PIECES == 510


@pytest.mark.pipeline
def test_the_cache_is_limited(encoder: Encoder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meantree.analysis.encoder.encoder.CACHED_WORDS", 100)
    for place in range(12):
        encoder.states([str(place), *["word"] * 9])
    assert [words[0] for words in encoder._cache] == [str(place) for place in range(2, 12)]
    for long in "ab":
        encoder.states([long] * 101)
        assert [words[0] for words in encoder._cache] == [long], "what is larger than the cache is alone in it"


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "trunk.onnx").write_bytes(b"no network")
    with pytest.raises(UsageError, match=r"trunk.onnx: ONNX Runtime"):
        Network(tmp_path / "trunk.onnx", {})
    with pytest.raises(FileNotFoundError):
        Network(tmp_path / "missing.onnx", {})
    (tmp_path / "pieces.txt").write_text("the\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"pieces.txt: found no \[CLS\]"):
        Encoder(tmp_path)


@pytest.mark.parametrize("text", ["damaged", "[]", "{}", '{"kinds": 3}'])
def test_damaged_labels_are_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "labels.json").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"labels.json: .*kinds"):
        read_labels(tmp_path / "labels.json", "kinds")


@pytest.mark.parametrize("outputs", [{"names": 9}, {"spans": 7}, {"names": 7, "spans": None}])
def test_a_network_with_other_outputs_is_an_error(outputs: dict[str, int | None]) -> None:
    with pytest.raises(UsageError, match=r"head.onnx: found a network of names \(7\), expected one of "):
        Network(resource("models/en_meantree/ner/head.onnx"), outputs)


def test_a_head_of_another_encoder_is_an_error() -> None:
    head = Network(resource("models/en_meantree/ner/head.onnx"), {"names": 7})
    with pytest.raises(UsageError, match=r"head.onnx .*invalid dimensions"):
        head({"states": np.zeros((1, 3, 128), np.float32)})


@pytest.mark.parametrize(
    ("baseline", "found", "kind"),
    [
        (["X86_V2"], ["X86_V3", "X86_V4", "AVX512_ICL"], "avx512"),  # NumPy 2.4
        (["SSE", "SSE2"], ["SSSE3", "AVX2", "AVX512F", "AVX512_SKX"], "avx512"),  # before
        (["X86_V2"], ["X86_V3"], "avx2"),
        (["NEON", "ASIMD"], [], "arm64"),
    ],
)
def test_the_runtime_names_version_and_kind_of_processor(
    monkeypatch: pytest.MonkeyPatch, baseline: list[str], found: list[str], kind: str
) -> None:
    known = {"SIMD Extensions": {"baseline": baseline, "found": found}}
    monkeypatch.setattr(np, "show_config", lambda mode: known if mode == "dicts" else None)
    monkeypatch.setattr("platform.machine", lambda: "arm64")
    assert runtime.__wrapped__() == f"onnxruntime-{onnxruntime.__version__}-{kind}"
