"""Registries whose entries are imported when they are used; listing their names imports nothing."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module, metadata
from typing import Any, TypeVar

from meantree.errors import PluginWarning, UsageError
from meantree.escaping import quoted, shortened

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


class PluggableMapping(LazyMapping[Value]):
    """A lazy mapping to which installed packages add values by entry points of one group.

    A plug-in that has the name of a value of Meantree's own, in any case, is ignored.
    """

    def __init__(self, package: str, paths: Mapping[str, str], group: str) -> None:
        """Store where each value is, and the group of the entry points."""
        super().__init__(package, paths)
        self._group = group

    def __getitem__(self, name: str) -> Value:
        point = self.plugin(name)
        if point is None:
            return super().__getitem__(name)
        value: Value = load_plugin(point)
        return value

    def __contains__(self, name: object) -> bool:
        return name in self._paths or (isinstance(name, str) and self.plugin(name) is not None)

    def __iter__(self) -> Iterator[str]:
        yield from self._paths
        yield from filter(self.plugin, plugins(self._group))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def plugin(self, name: str) -> metadata.EntryPoint | None:
        """Return the entry point of a value; None for values of Meantree's own."""
        return None if name.lower() in self._paths else plugins(self._group).get(name)

    def provider(self, name: str) -> str:
        """Return ``name-version`` of the package that adds a value; empty for values of Meantree's own."""
        if (point := self.plugin(name)) is None or point.dist is None:
            return ""
        return f"{point.dist.name}-{point.dist.version}"


@cache
def plugins(group: str) -> dict[str, metadata.EntryPoint]:
    """Return the entry points of a group by name."""
    return {point.name: point for point in metadata.entry_points(group=group)}


def load_plugin(point: metadata.EntryPoint) -> Any:
    """Import the value of an entry point; raise UsageError if it cannot be imported."""
    try:
        return point.load()
    except (Exception, SystemExit) as error:  # whatever the package does
        raise UsageError(f"{_named(point)} cannot be loaded: {error}") from error


def wrong_plugin(point: metadata.EntryPoint, found: object, expected: str) -> UsageError:
    """Return the error of a plug-in whose value is not what is expected."""
    return UsageError(f"{_named(point)}: found {shortened(repr(found))}, expected {expected}")


def unusable_plugin(point: metadata.EntryPoint, error: Exception) -> UsageError:
    """Return the error of a plug-in whose own code fails."""
    return UsageError(f"{_named(point)} cannot be used: {error}")


def warn_of_plugin(error: UsageError) -> None:
    """Warn of a plug-in that is left out; the rest works."""
    warnings.warn(PluginWarning(str(error)), stacklevel=3)


def _named(point: metadata.EntryPoint) -> str:
    return f"the plug-in {quoted(point.name)} ({point.value})"


def load(path: str) -> Any:
    """Import ``package.module.attribute`` and return it."""
    module, _, attribute = path.rpartition(".")
    return getattr(import_module(module), attribute)


def deferred(path: str) -> Callable[..., Any]:
    """Return a function that calls ``package.module.function``, importing its module at the first call."""

    def call(*arguments: Any, **options: Any) -> Any:
        return load(path)(*arguments, **options)

    return call
