"""PropBank's rolesets as the compact table that ships: ``rolesets.py DATA OUTPUT``.

Auxiliaries and light verbs have no roles, so the frame files' table of roles has none of them; their names are those of
PropBank's guidelines for English verbs.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

WITHOUT_ROLES = {
    "be.03": ("auxiliary", "be.v"),
    "do.01": ("auxiliary", "do.v"),
    "have.01": ("auxiliary", "have.v"),
    "have.02": ("must, have to: modal", "have.v"),
    "go.04": ("be going to: auxiliary of the future", "go.v"),
    "use.03": ("used to: auxiliary of past habits", "use.v"),
}
LIGHT = ("do", "get", "give", "go", "have", "hold", "keep", "make", "pay", "perform", "put", "set", "take")


def rows(table: Path) -> dict[str, list[str]]:
    """The cells after the name, by roleset."""
    found: dict[str, list[str]] = {}
    with table.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if "." not in row["roleset"]:
                continue  # one slip: up_creek-13
            cells = found.setdefault(row["roleset"], [row["name"], row["aliases"]])
            verbnet = row["verbnet"].partition(",")[0].strip().lower().replace(" ", "_")
            tag = (row["function"].strip().upper() or "-") + (f"/{verbnet}" if verbnet.isidentifier() else "")
            role = f"{row['role']} {tag} {row['description']}".strip()
            if not any(cell.startswith(f"{row['role']} ") for cell in cells[2:]):
                cells.append(role)
    for name, (gloss, alias) in WITHOUT_ROLES.items():
        found.setdefault(name, [gloss, alias])
    for verb in LIGHT:
        found.setdefault(f"{verb}.LV", ["light verb: the noun names what happens", f"{verb}.v"])
    return found


def main() -> None:
    """Write ``rolesets.tsv``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    found = rows(options.data / "propbank/frames.tsv")
    lines = ["\t".join((name, *(" ".join(cell.split()) for cell in found[name]))) for name in sorted(found)]
    (options.output / "rolesets.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(found)} rolesets")


if __name__ == "__main__":
    main()
