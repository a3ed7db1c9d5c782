"""Writing the rules of a project to its file, each with the time of its change, for merging copies."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import asdict
from typing import Any

from meantree.annotation.rules import Rules, rules_from_values
from meantree.project.schema import time_after
from meantree.untrusted_json import read_json

RULE = "rule:"
"""The prefix of the names of rules in the table of settings."""


def read_rules(connection: sqlite3.Connection) -> Rules:
    """Read the rules of a project."""
    return rules_from_values({name: value for name, (value, _) in stored_rules(connection).items()})


def write_rules(connection: sqlite3.Connection, rules: Rules) -> None:
    """Store the rules that differ from the stored ones; the caller began the transaction."""
    before, stored = asdict(read_rules(connection)), stored_rules(connection)
    new = {name: value for name, value in asdict(rules).items() if value != before[name]}
    changed = {name: (value, time_after(stored[name][1] if name in stored else "")) for name, value in new.items()}
    put_rules(connection, changed)


def stored_rules(connection: sqlite3.Connection) -> dict[str, tuple[Any, str]]:
    """Return the rules that were ever set: by name, the value and when it was set."""
    rules: dict[str, tuple[Any, str]] = {}
    for name, text in connection.execute("SELECT name, value FROM settings WHERE name LIKE ?", (f"{RULE}%",)):
        try:
            value, time = read_json(text)
        except (ValueError, TypeError):
            continue
        if isinstance(time, str):
            rules[name.removeprefix(RULE)] = value, time
    return rules


def put_rules(connection: sqlite3.Connection, rules: dict[str, tuple[Any, str]]) -> None:
    """Store rules in the form that :func:`stored_rules` returns; the caller began the transaction."""
    rows = [(f"{RULE}{name}", json.dumps(entry, ensure_ascii=False)) for name, entry in rules.items()]
    connection.executemany("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", rows)
