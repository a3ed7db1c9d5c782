"""Networks in ONNX files, run by ONNX Runtime in one thread, and the labels of their outputs."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meantree.errors import UsageError

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]

INSTRUCTION_SETS = {"avx512": ("X86_V4", "AVX512_SKX", "AVX512F"), "avx2": ("X86_V3", "AVX2")}
"""Instruction sets of x86 processors for which libraries have different sums, the widest first, with NumPy's names."""

SLOW_OPTIMIZERS = ["SkipLayerNormFusion"]
"""Optimizers of ONNX Runtime whose fused operators take several times as long."""


@cache
def onnx_runtime() -> Any:
    """Return the library, which is imported here alone; it reports nothing (see also ``meantree/__init__.py``)."""
    import onnxruntime  # slow to import

    onnxruntime.disable_telemetry_events()  # for builds of Windows, which ignore the variable
    return onnxruntime


@cache
def runtime() -> str:
    """Return the library and instruction set that run networks, as in signatures: ``onnxruntime-1.32.0-avx512``.

    Sums of integers are exact. Sums of floating-point numbers, and functions like exp, are rounded differently by
    libraries and processors, which fingerprints of files do not tell.
    """
    known = np.show_config(mode="dicts")["SIMD Extensions"]
    has = {*known["baseline"], *known["found"]}
    kind = next(
        (kind for kind, names in INSTRUCTION_SETS.items() if has.intersection(names)), platform.machine().lower()
    )
    return f"onnxruntime-{version('onnxruntime')}-{kind}"  # without importing it, for --version


class Network:
    """An open ONNX file.

    It runs one sentence, or sentences of equal length, so that none is padded, in one thread: the result for a sentence
    never depends on the sentences in the same batch.

    Args:
        outputs: the names of its outputs, in order, with the size of the last axis; None for any size.

    Raises:
        OSError: if the file cannot be read.
        UsageError: if ONNX Runtime cannot run the network, or it has other outputs.
    """

    def __init__(self, path: Path, outputs: Mapping[str, int | None]) -> None:
        onnxruntime = onnx_runtime()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_mem_pattern = False  # sentences differ in length
        options.log_severity_level = 3
        self._path = path
        with path.open("rb"):  # for an OSError; the library copies a file that it opens itself once less
            pass
        try:
            self._session = onnxruntime.InferenceSession(
                path, options, providers=["CPUExecutionProvider"], disabled_optimizers=SLOW_OPTIMIZERS
            )
        except Exception as error:  # its errors have no common class
            raise UsageError(
                f"{path}: ONNX Runtime {onnxruntime.__version__} cannot run this network ({first_line(error)})"
            ) from error
        actual = {output.name: output.shape[-1] for output in self._session.get_outputs()}
        if list(actual) != list(outputs) or any(size not in (None, actual[name]) for name, size in outputs.items()):
            raise UsageError(f"{path}: found a network of {_sizes(actual)}, expected one of {_sizes(outputs)}")

    def reads(self, inputs: Mapping[str, NDArray[Any]]) -> bool:
        """Return whether the network can run on these inputs; ONNX Runtime does not report it if it cannot."""
        options = onnx_runtime().RunOptions()
        options.log_severity_level = 4
        try:
            self._session.run(None, dict(inputs), options)
        except Exception:  # as above
            return False
        return True

    def __call__(self, inputs: Mapping[str, NDArray[Any]]) -> list[Floats]:
        """Return the outputs in the order of the file.

        Raises:
            UsageError: if the network has other inputs, as one made for another encoder.
        """
        try:
            results: list[Floats] = self._session.run(None, dict(inputs))
        except Exception as error:  # as above
            raise UsageError(f"{self._path} does not match the other models ({first_line(error)})") from error
        return results


def read_labels(path: Path, *names: str) -> dict[str, list[str]]:
    """Return the lists of labels of these names.

    Raises:
        OSError: if the file cannot be read.
        ValueError: if a list is missing or damaged.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return {name: [str(label) for label in content[name]] for name in names}
    except (ValueError, LookupError, TypeError) as error:
        raise ValueError(f"{path}: found no lists of labels called {', '.join(names)}") from error


def read_lines(path: Path) -> list[str]:
    """Return the lines of a file that ends with a line end, as it does unless it is truncated.

    Raises:
        OSError: if the file cannot be read.
        ValueError: if the file is truncated, or no text.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: found no text ({first_line(error)})") from error
    if not text.endswith("\n"):
        raise ValueError(f"{path}: found an incomplete last line, expected a line end")
    return text.split("\n")[:-1]


def first_line(error: Exception) -> str:
    """Return the first line of an error's message, or else the name of its class."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _sizes(outputs: Mapping[str, object]) -> str:
    return ", ".join(f"{name} ({size})" if isinstance(size, int) else name for name, size in outputs.items())
