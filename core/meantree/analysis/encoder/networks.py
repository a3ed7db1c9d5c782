"""Networks in ONNX files, run by ONNX Runtime in one thread, and the labels of what they score."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from meantree.errors import UsageError

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]


WIDEST = {"avx512": ("X86_V4", "AVX512_SKX", "AVX512F"), "avx2": ("X86_V3", "AVX2")}
"""Kinds of x86 processors for which libraries have sums of their own, the widest first, by NumPy's names for them."""


@cache
def runtime() -> str:
    """Return what runs networks, as it stands in signatures: ``onnxruntime-1.32.0-avx512``.

    Integers are summed exactly everywhere. Sums of floating-point numbers, and functions like exp, are rounded by
    libraries and kinds of processors in their own ways, which no fingerprint of files tells.
    """
    import onnxruntime

    known = np.show_config(mode="dicts")["SIMD Extensions"]
    has = {*known["baseline"], *known["found"]}
    kind = next((kind for kind, names in WIDEST.items() if has.intersection(names)), platform.machine().lower())
    return f"onnxruntime-{onnxruntime.__version__}-{kind}"


SLOW = ["SkipLayerNormFusion"]
"""What ONNX Runtime would put in place of other operators, and takes several times as long."""


class Network:
    """An open ONNX file.

    Sentences go through it one at a time, or those of one length together, so that none is padded, and in one thread:
    what is computed of a sentence never depends on what is computed beside it.

    Args:
        path: of the file.
        outputs: their names in the order of the file, with the size of the last axis where it must have one.

    Raises:
        OSError: if the file cannot be read.
        ValueError: if it is no network that ONNX Runtime can run, or has other outputs.
    """

    def __init__(self, path: Path, outputs: Mapping[str, int | None]) -> None:
        import onnxruntime  # takes long to load

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_mem_pattern = False  # sentences differ in length
        options.log_severity_level = 3
        content, self._path = path.read_bytes(), path
        try:
            self._session = onnxruntime.InferenceSession(
                content, options, providers=["CPUExecutionProvider"], disabled_optimizers=SLOW
            )
        except Exception as error:  # its errors share no class of their own
            raise ValueError(
                f"{path}: ONNX Runtime {onnxruntime.__version__} cannot run it ({_line(error)})"
            ) from error
        found = {output.name: output.shape[-1] for output in self._session.get_outputs()}
        if list(found) != list(outputs) or any(size not in (None, found[name]) for name, size in outputs.items()):
            raise ValueError(f"{path}: found a network of {_sizes(found)}, expected one of {_sizes(outputs)}")

    def __call__(self, inputs: Mapping[str, NDArray[Any]]) -> list[Floats]:
        """Return the outputs in the order of the file.

        Raises:
            UsageError: if the inputs are not those of this network, as where it was made for another encoder.
        """
        try:
            found: list[Floats] = self._session.run(None, dict(inputs))
        except Exception as error:  # as above
            raise UsageError(f"{self._path} does not fit the other models beside it ({_line(error)})") from error
        return found


def read_labels(path: Path, *names: str) -> dict[str, list[str]]:
    """Return lists of labels by these names.

    Raises:
        OSError: if the file cannot be read.
        ValueError: if it has no such lists.
    """
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
        return {name: [str(label) for label in read[name]] for name in names}
    except (ValueError, LookupError, TypeError) as error:
        raise ValueError(f"{path}: found no lists of labels called {', '.join(names)}") from error


@contextmanager
def loading(what: str) -> Iterator[None]:
    """Say in one message that files which ship with Meantree are missing or damaged.

    Raises:
        UsageError: in place of what is raised inside.
    """
    try:
        yield
    except (OSError, ValueError, LookupError, TypeError, BadZipFile) as error:
        raise UsageError(f"cannot load {what}: {_line(error)}; install Meantree again") from error


def _line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _sizes(outputs: Mapping[str, object]) -> str:
    return ", ".join(f"{name} ({size})" if isinstance(size, int) else name for name, size in outputs.items())
