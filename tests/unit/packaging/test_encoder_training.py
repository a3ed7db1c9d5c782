"""What the training recipe of the encoder computes, beside all there is; nothing is trained."""

from __future__ import annotations

import importlib
import itertools
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from meantree.analysis.encoder.words import PieceReader

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


PIECES = ["[CLS]", "[SEP]", "[UNK]", "un", "##do", "##able", "do", "'", "t", "naive", "本", "##n"]
WORDS = [(word, size) for word in ("Undo", "t", "naive", "Undoable") for size in (1, 3, 30, 100) for _ in range(20)]


def is_tagging(tags: tuple[int, ...]) -> bool:
    """Whether each tag inside a span follows one of the same label."""
    return all(tag <= LABELS or before in (tag, tag - LABELS) for before, tag in zip((0, *tags), tags, strict=False))


@pytest.mark.parametrize("seed", range(5))
def test_all_taggings_are_summed(seed: int) -> None:
    bio, torch = load_network("bio"), load_network("torch")
    scores = torch.from_numpy(np.random.default_rng(seed).normal(size=(2, 4, TAGS)))
    lengths = torch.tensor([4, 3])
    sums = bio.log_partition(scores, lengths)
    for row, length in enumerate(lengths.tolist()):
        own = scores[row, :length].numpy()
        taggings = list(filter(is_tagging, itertools.product(range(TAGS), repeat=length)))
        totals = [sum(own[place, tag] for place, tag in enumerate(tags)) for tags in taggings]
        assert sums[row].item() == pytest.approx(np.logaddexp.reduce(totals))


def test_of_spans_that_overlap_the_first_is_kept() -> None:
    assert load_network("bio").tags_of([(0, 2, 0), (1, 3, 1), (3, 3, 1)], 4, LABELS) == [1, 3, 0, 0]


def test_all_trees_of_constituents_are_summed() -> None:
    from meantree.analysis.chart import NBest

    constituents, torch = load_network("constituents"), load_network("torch")
    scores = torch.from_numpy(np.random.default_rng(1).normal(size=(2, 4, 4, 3)).astype(np.float32))
    sums = constituents.log_partition(scores, torch.tensor([4, 2]))
    for row, length in enumerate((4, 2)):
        own = scores[row, :length, :length]
        trees = NBest(own.numpy()).trees(10_000)
        total = np.logaddexp.reduce([score for score, _ in trees])
        assert sums[row].item() == pytest.approx(total, abs=1e-4)


def test_each_pair_has_the_biaffine_score_of_each_output() -> None:
    biaffine, torch = load_network("biaffine"), load_network("torch")
    torch.manual_seed(1)
    left, right, network = torch.randn(2, 3, 4), torch.randn(2, 5, 4), biaffine.Biaffine(4, 6)
    assert not network(left, right).any()
    torch.nn.init.normal_(network.mixed.weight)
    torch.nn.init.normal_(network.mixed.bias)
    weight = torch.cat([network.mixed.weight, network.mixed.bias.unsqueeze(1)], dim=1).reshape(6, 5, 5)
    one, other = (torch.cat([part, torch.ones_like(part[..., :1])], dim=2) for part in (left, right))
    expected = torch.einsum("bnx,oyx,bmy->bnmo", one, weight, other)
    assert torch.allclose(network(left, right), expected, atol=1e-5)


NAMES_ONLY = ([[""]] * 8, ["LOC", "ORG", "PER"])


def train(folder: Path, minutes: float, quantised: float = math.inf) -> list[str]:
    """Train a small encoder, and return the log."""
    torch, labels = load_network("torch"), load("labels").Labels(*NAMES_ONLY[0], NAMES_ONLY[1])
    examples = [load("examples").Example((word,) * size, "ewt", names=("O",) * size) for word, size in WORDS]
    torch.manual_seed(1)
    model = load("model").Encoder(load("trunk").Size(len(PIECES), 140, 16, 32, 2, 1), labels)
    reader = load("reading").Reader(PieceReader(PIECES), labels)
    folder.mkdir(exist_ok=True)
    training = load("train").Training(model, reader, examples, folder, 1e-3)
    training.resume()
    return list(training.run(2, minutes, quantised))


@pytest.mark.parametrize("quantised", [math.inf, 1, 2], ids=["never", "from now on", "second epoch"])
def test_a_run_in_pieces_ends_as_a_run_in_one_piece(quantised: float, tmp_path: Path) -> None:
    torch = load_network("torch")
    for name in ("whole", "parts"):  # the first step is never one for eight bits
        train(tmp_path / name, 0)
    train(tmp_path / "whole", 10, quantised)
    stops = 0
    while "stopped" in (train(tmp_path / "parts", 0, quantised) or [""])[-1]:
        stops += 1
    whole, parts = (torch.load(tmp_path / name / "checkpoint.pt")["model"] for name in ("whole", "parts"))
    assert stops > 2
    assert all(torch.equal(whole[name], parts[name]) for name in whole)
    assert (quantised <= 2) == any("ranges" in name for name in whole)


def quantised_trunk() -> Any:
    """A small trunk with products in eight bits, and a reader for it."""
    torch, trunk, eight_bits = load_network("torch"), load_network("trunk"), load("eight_bits")
    reader = load("reading").Reader(PieceReader(PIECES), load("labels").Labels(*([[""]] * 9)))
    torch.manual_seed(1)
    network = trunk.Trunk(trunk.Size(len(PIECES), 20, 16, 32, 2, 2)).eval()
    network.quantise()
    pieces = reader.read([("Undoable", "t"), ("naïve", "don't")]).pieces
    eight_bits.calibrate(network, lambda: network(pieces))
    return network, reader


def test_what_a_product_reads_has_whole_numbers_and_keeps_its_slopes() -> None:
    torch, eight_bits = load_network("torch"), load_network("eight_bits")
    generator = torch.Generator().manual_seed(1)
    spread = torch.tensor([0.1, 1, 20])
    weight = torch.randn(4, 3, generator=generator, requires_grad=True)
    states = (torch.randn(50, 3, generator=generator) * spread).requires_grad_()
    read = eight_bits.Range(3)
    eight_bits.calibrate(read, lambda: read(states))
    rounded = read(states)
    products = rounded @ read.rounded_weight(weight).T
    assert torch.equal(rounded, rounded.round())
    assert rounded.max() - rounded.min() == 255
    assert torch.allclose(products, states @ weight.T, atol=0.5)
    products.sum().backward()
    assert torch.allclose(states.grad, weight.sum(0).expand(50, 3), rtol=0.05, atol=0.1)
    codes, scales = read.weight_codes(weight)
    assert codes.abs().amax(dim=1).tolist() == [64] * 4
    assert torch.allclose(codes * scales.unsqueeze(1), read.rounded_weight(weight))


def test_the_file_of_a_trunk_computes_what_training_computed() -> None:
    onnxruntime = pytest.importorskip("onnxruntime", reason="only what exports runs ONNX Runtime")
    pytest.importorskip("onnx", reason="only what exports writes ONNX")
    torch, session = load_network("torch"), load_network("session")
    network, reader = quantised_trunk()
    written = onnxruntime.InferenceSession(load("trunk_file").trunk_model(network).SerializeToString())
    sentences = [("t",), ("Undo", "t"), ("naïve", "don't", "undo")]
    far = []
    for words in sentences:
        read = reader.read([words])
        (feed,) = session.feeds(read.pieces, [len(words)])
        with torch.no_grad():
            far.append(np.abs(written.run(None, feed)[0] - network(read.pieces).numpy()).max())
    assert min(far) < 1e-5
    assert max(far) < 0.2


def test_numbers_are_stored_with_16_bits_only_where_none_changes() -> None:
    onnx = pytest.importorskip("onnx", reason="only what exports writes ONNX")
    runtime = pytest.importorskip("onnxruntime", reason="only what exports runs ONNX Runtime")
    load_network("torch")
    exact, other = np.arange(300, dtype=np.float32), np.full(300, 0.1, dtype=np.float32)
    helper, kind = onnx.helper, onnx.TensorProto.FLOAT
    model = helper.make_model(
        helper.make_graph(
            [helper.make_node("Sum", ["x", "exact", "other"], ["y"])],
            "sum",
            [helper.make_tensor_value_info("x", kind, [300])],
            [helper.make_tensor_value_info("y", kind, [300])],
            [onnx.numpy_helper.from_array(value, name) for name, value in (("exact", exact), ("other", other))],
        ),
        opset_imports=[helper.make_opsetid("", 20)],
        ir_version=10,
    )
    halved = load("export").halved(model)
    assert {one.name for one in halved.graph.initializer} == {"exact.half", "other"}
    (found,) = runtime.InferenceSession(halved.SerializeToString()).run(None, {"x": np.zeros(300, np.float32)})
    assert np.array_equal(found, exact + other)
