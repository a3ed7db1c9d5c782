"""Registries whose entries are imported when they are used; listing their names imports nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, TypeVar

Value = TypeVar("Value")


class LazyMapping(Mapping[str, Value]):
    """A mapping that imports the module of a value when the value is looked up.

    Iterating, ``len`` and ``in`` import nothing.
    """

    def __init__(self, package: str, paths: Mapping[str, str]) -> None:
        """Store where each value is in ``package``, as ``module.attribute``."""
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
    """Import ``package.module.attribute`` and return it."""
    module, _, attribute = path.rpartition(".")
    return getattr(import_module(module), attribute)


def deferred(path: str) -> Callable[..., Any]:
    """Return a function that calls ``package.module.function``, importing its module at the first call."""

    def call(*arguments: Any, **options: Any) -> Any:
        return load(path)(*arguments, **options)

    return call
