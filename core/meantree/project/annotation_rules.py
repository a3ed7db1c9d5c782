"""The rules by which the annotators of a project work; every change is kept with its time, so that copies can join."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from meantree.project.schema import time_after

RULE = "rule:"
"""How the names of rules begin in the table of settings."""
SHARED_RULES = {
    "nouns": ("nouns are predicates, too", "only verbs are predicates"),
    "auxiliaries": ("auxiliaries are predicates", "auxiliaries are not predicates"),
    "blind": ("annotators work blind", "annotators see each other's work"),
}
"""The rules that all annotators of a round share, in words: if they hold, and if they do not."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the annotators of a project have agreed upon.

    Attributes:
        nouns: whether nouns are predicates too, or verbs alone.
        auxiliaries: whether auxiliaries, modal verbs and a bare form of "be" are predicates of their own.
        blind: whether nobody sees the frames of others before the own ones are finished.
        gold: the annotator whose frames are the adjudicated ones.
        guidelines: a page of text for all who annotate.
        compared: the annotators whose work is compared in adjudication; empty for all.
    """

    nouns: bool = True
    auxiliaries: bool = False
    blind: bool = False
    gold: str = "gold"
    guidelines: str = ""
    compared: tuple[str, ...] = ()


def read_rules(connection: sqlite3.Connection) -> Rules:
    """The rules of a project."""
    return rules_from_values({name: value for name, (value, _) in stored_rules(connection).items()})


def rules_from_values(stored: Mapping[str, Any]) -> Rules:
    """Rules by their names; what is not set, or cannot be read, is as in a new project."""
    rules = Rules()
    usual = asdict(rules)
    for name, one in stored.items():
        value: Any = tuple(map(str, one)) if isinstance(one, list) else one
        if name in usual and type(value) is type(usual[name]):
            rules = replace(rules, **{name: value})
    return rules


def write_rules(connection: sqlite3.Connection, rules: Rules) -> None:
    """Keep those rules that differ from what is kept; the caller began the transaction."""
    before, stored = asdict(read_rules(connection)), stored_rules(connection)
    new = {name: value for name, value in asdict(rules).items() if value != before[name]}
    changed = {name: (value, time_after(stored[name][1] if name in stored else "")) for name, value in new.items()}
    put_rules(connection, changed)


def stored_rules(connection: sqlite3.Connection) -> dict[str, tuple[Any, str]]:
    """The rules that were ever set: by name, the value and when it was set."""
    found: dict[str, tuple[Any, str]] = {}
    for name, text in connection.execute("SELECT name, value FROM settings WHERE name LIKE ?", (f"{RULE}%",)):
        try:
            value, time = json.loads(text)
        except (ValueError, TypeError, RecursionError):
            continue
        if isinstance(time, str):
            found[name.removeprefix(RULE)] = value, time
    return found


def put_rules(connection: sqlite3.Connection, rules: dict[str, tuple[Any, str]]) -> None:
    """Keep rules as :func:`stored_rules` gives them; the caller began the transaction."""
    rows = [(f"{RULE}{name}", json.dumps(entry, ensure_ascii=False)) for name, entry in rules.items()]
    connection.executemany("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", rows)


def rules_in_words(rules: Rules) -> str:
    """Return the rules that all annotators share in words."""
    return "; ".join(_words(rules).values())


def rules_difference(one: Rules, other: Rules) -> str:
    """Return in words where the shared rules of ``other`` are not those of ``one``; empty if they are the same."""
    before, after = _words(one), _words(other)
    return "; ".join(f"{after[name]} (there: {said})" for name, said in before.items() if said != after[name])


def _words(rules: Rules) -> dict[str, str]:
    return {name: holds if getattr(rules, name) else fails for name, (holds, fails) in SHARED_RULES.items()}
