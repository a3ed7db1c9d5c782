"""What the training recipe of the encoder computes, beside all there is; nothing is trained."""

from __future__ import annotations

import importlib
import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

TRAINING = Path(__file__).parents[3] / "packaging" / "training"
FOLDERS = ("", "english", "entities", "encoder")
LABELS = 2
TAGS = 1 + 2 * LABELS


@pytest.fixture(scope="module", autouse=True)
def recipe() -> Iterator[None]:
    """The folders that the recipe's scripts import from; what they import is forgotten afterwards."""
    known, path = set(sys.modules), list(sys.path)
    sys.path[:0] = [str(TRAINING / folder) for folder in reversed(FOLDERS)]
    yield
    sys.path[:] = path
    for name in set(sys.modules) - known:
        if str(TRAINING) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def load(name: str) -> Any:
    return importlib.import_module(name)


def load_network(name: str) -> Any:
    pytest.importorskip("torch", reason="the recipe trains with torch, which the program does not need")
    return load(name)


def is_tree(heads: tuple[int, ...]) -> bool:
    def reaches_root(word: int) -> bool:
        for _ in heads:
            word = heads[word - 1] if word else 0
        return word == 0

    return heads.count(0) == 1 and all(reaches_root(word) for word in range(1, len(heads) + 1))


@given(st.integers(1, 4), st.integers(0, 2**32 - 1))
def test_best_heads_are_those_of_the_best_tree_with_one_root(size: int, seed: int) -> None:
    scores = np.random.default_rng(seed).normal(size=(size, size + 1))
    trees = filter(is_tree, itertools.product(range(size + 1), repeat=size))
    best = max(trees, key=lambda heads: sum(scores[word, head] for word, head in enumerate(heads)))
    assert tuple(load("arborescence").best_heads(scores)) == best


@given(st.text(min_size=1), st.text())
def test_a_lemma_comes_back_by_its_rule(word: str, lemma: str) -> None:
    labels = load("labels")
    assert labels.lemma_of(word, labels.lemma_rule(word, lemma)) == lemma


@pytest.mark.parametrize(
    ("word", "lemma", "rule"),
    [("Dogs", "dog", "l1:"), ("NATO", "NATO", "k0:"), ("IRAQI", "Iraqi", "t0:"), ("was", "be", "=be")],
)
def test_a_lemma_rule_says_what_changes(word: str, lemma: str, rule: str) -> None:
    assert load("labels").lemma_rule(word, lemma) == rule


def test_a_rule_that_cuts_off_too_much_leaves_the_word() -> None:
    assert load("labels").lemma_of("As", "l2:x") == "as"


PIECES = ["[CLS]", "[SEP]", "[UNK]", "un", "##do", "##able", "do", "'", "t", "naive", "本", "##n"]


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("Undoable", ["un", "##do", "##able"]),
        ("don't", ["do", "##n", "'", "t"]),
        ("naïve", ["naive"]),
        ("本本", ["本", "本"]),
        ("undox", ["[UNK]"]),
        ("\u200b", ["[UNK]"]),
    ],
)
def test_a_word_is_cut_into_the_longest_pieces(word: str, pieces: list[str]) -> None:
    assert [PIECES[code] for code in load("pieces").PieceReader(PIECES).word(word)] == pieces


@given(st.text())
def test_every_word_has_a_piece(word: str) -> None:
    assert load("pieces").PieceReader(PIECES).word(word)


@pytest.mark.parametrize(
    ("word", "shape"),
    [("12", "none"), ("cat", "lower"), ("Cat", "title"), ("A", "letter"), ("USA", "upper"), ("iPod", "mixed")],
)
def test_the_shape_of_a_word(word: str, shape: str) -> None:
    pieces = load("pieces")
    assert pieces.SHAPES[pieces.shape(word)] == shape


WORDS = [(word, size) for word in ("Undo", "t", "naive", "Undoable") for size in (1, 3, 30, 100) for _ in range(20)]


def is_tagging(tags: tuple[int, ...]) -> bool:
    """Whether each tag inside a span follows one of the same label."""
    return all(tag <= LABELS or before in (tag, tag - LABELS) for before, tag in zip((0, *tags), tags, strict=False))


@pytest.mark.parametrize("seed", range(5))
def test_spans_are_those_of_the_best_tagging_and_all_taggings_are_summed(seed: int) -> None:
    bio, torch = load_network("bio"), load_network("torch")
    scores = torch.from_numpy(np.random.default_rng(seed).normal(size=(2, 4, TAGS)))
    lengths = torch.tensor([4, 3])
    sums = bio.log_partition(scores, lengths)
    for row, length in enumerate(lengths.tolist()):
        own = scores[row, :length].numpy()
        taggings = list(filter(is_tagging, itertools.product(range(TAGS), repeat=length)))
        totals = [sum(own[place, tag] for place, tag in enumerate(tags)) for tags in taggings]
        assert sums[row].item() == pytest.approx(np.logaddexp.reduce(totals))
        assert tuple(bio.tags_of(bio.best_spans(own), length, LABELS)) == taggings[int(np.argmax(totals))]


def test_of_spans_that_overlap_the_first_is_kept() -> None:
    assert load_network("bio").tags_of([(0, 2, 0), (1, 3, 1), (3, 3, 1)], 4, LABELS) == [1, 3, 0, 0]


def test_all_trees_of_constituents_are_summed_and_spans_have_their_share_of_it() -> None:
    from meantree.analysis.constituency.chart import NBest

    constituents, torch = load_network("constituents"), load_network("torch")
    scores = torch.from_numpy(np.random.default_rng(1).normal(size=(2, 4, 4, 3)).astype(np.float32))
    sums = constituents.log_partition(scores, torch.tensor([4, 2]))
    for row, length in enumerate((4, 2)):
        own = scores[row, :length, :length]
        trees = NBest(own.numpy()).trees(10_000)
        total = np.logaddexp.reduce([score for score, _ in trees])
        assert sums[row].item() == pytest.approx(total, abs=1e-4)
        shares = [np.exp(score - total) for score, nodes in trees if (0, 2) in {node[:2] for node in nodes}]
        assert constituents.span_probabilities(own)[0, 1].item() == pytest.approx(sum(shares), abs=1e-4)


def test_a_prior_moves_the_ends_of_a_span() -> None:
    scores, prior = np.zeros((3, TAGS)), np.zeros((3, 3))
    scores[:2, 1:], scores[2, 1:] = 1, -0.5
    bio = load_network("bio")
    assert bio.best_spans(scores) == [(0, 2, 0)]
    prior[0, 2] = 3
    assert bio.best_spans(scores, prior) == [(0, 3, 0)]


def test_company_does_not_change_a_sentence() -> None:
    reading, trunk, torch = load_network("reading"), load_network("trunk"), load_network("torch")
    labels = load("labels").Labels(*([[""]] * 9))
    reader = reading.Reader(load("pieces").PieceReader(PIECES), labels)
    torch.manual_seed(1)
    for buckets in (0, 32):
        network = trunk.Trunk(trunk.Size(len(PIECES), 20, 16, 32, 2, 2, buckets=buckets)).eval()
        short, long = ("Undoable", "t"), ("naïve", "don't", "undo", "t", "t", "Undoable")
        with torch.no_grad():
            together = network(reader.read([short, long]).pieces)[0, :3]
            alone = network(reader.read([short]).pieces)[0]
        assert torch.allclose(together, alone, atol=1e-5)


def test_a_run_in_pieces_ends_as_a_run_in_one_piece(tmp_path: Path) -> None:
    train, torch = load_network("train"), load_network("torch")
    examples = [load("examples").Example((word,) * size, "ewt", names=("O",) * size) for word, size in WORDS]
    labels = load("labels").Labels(*([[""]] * 8), ["LOC", "ORG", "PER"])
    size = load("trunk").Size(len(PIECES), 140, 16, 32, 2, 2)

    def run(folder: Path, minutes: float) -> list[str]:
        torch.manual_seed(1)
        model = load("model").Encoder(size, labels)
        reader = load("reading").Reader(load("pieces").PieceReader(PIECES), labels)
        training = train.Training(model, reader, examples, folder, 1e-3)
        training.resume()
        return list(training.run(2, minutes))

    (tmp_path / "whole").mkdir()
    (tmp_path / "parts").mkdir()
    run(tmp_path / "whole", 10)
    stops = 0
    while "stopped" in (run(tmp_path / "parts", 0) or [""])[-1]:
        stops += 1
    whole, parts = (torch.load(tmp_path / name / "checkpoint.pt")["model"] for name in ("whole", "parts"))
    assert stops > 2
    assert all(torch.equal(whole[name], parts[name]) for name in whole)
