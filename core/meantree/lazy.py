"""Registries whose entries are loaded when they are asked for: naming what there is costs no imports."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, TypeVar

Value = TypeVar("Value")


class LazyMapping(Mapping[str, Value]):
    """Names and what they stand for; the module of a value is loaded when the value is asked for.

    Iterating, ``len`` and ``in`` load nothing.
    """

    def __init__(self, package: str, paths: Mapping[str, str]) -> None:
        """Take the place of each value in ``package``, as ``module.attribute``."""
        self._package = package
        self._paths = dict(paths)

    def __getitem__(self, name: str) -> Value:
        value: Value = load(f"{self._package}.{self._paths[name]}")
        return value

    def __contains__(self, name: object) -> bool:
        return name in self._paths

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


def load(path: str) -> Any:
    """Return the attribute at ``package.module.attribute``, its module loaded if it was not."""
    module, _, attribute = path.rpartition(".")
    return getattr(import_module(module), attribute)


def deferred(path: str) -> Callable[..., Any]:
    """Return a function that calls the one at ``package.module.function``, loading its module at the first call."""

    def call(*arguments: Any, **options: Any) -> Any:
        return load(path)(*arguments, **options)

    return call
