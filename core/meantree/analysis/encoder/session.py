"""Networks in ONNX files, run by ONNX Runtime in one thread."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]


class Network:
    """An open ONNX file.

    One sentence goes through it at a time, without padding, and in one thread: what is computed of a sentence never
    depends on what is computed beside it.

    Raises:
        OSError: if the file cannot be read.
        ValueError: if it is no network that ONNX Runtime can run.
    """

    def __init__(self, path: Path) -> None:
        import onnxruntime  # takes long to load

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_mem_pattern = False  # sentences differ in length
        options.log_severity_level = 3
        content = path.read_bytes()
        try:
            self._session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # its errors share no class of their own
            reason = str(error).strip().splitlines()[0]
            raise ValueError(f"{path}: ONNX Runtime {onnxruntime.__version__} cannot run it ({reason})") from error

    def __call__(self, inputs: Mapping[str, NDArray[Any]]) -> list[Floats]:
        """Return the outputs in the order of the file."""
        found: list[Floats] = self._session.run(None, dict(inputs))
        return found
