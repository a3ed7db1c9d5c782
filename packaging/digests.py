"""Write the digests of the shipped resources into the ``meta.json`` beside them: ``python packaging/digests.py``.

Run it after a resource was made again; ``tests/unit/resources`` fails until then.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

RESOURCES = Path(__file__).resolve().parents[1] / "resources" / "meantree_resources"


def digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file of a resource, except what only tells its origin and licence."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    used = [path for path in files if path.name != "meta.json" and not path.name.startswith("LICENSE")]
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in used}


def main() -> None:
    """Renew every ``meta.json``."""
    for path in sorted(RESOURCES.rglob("meta.json")):
        meta = json.loads(path.read_text(encoding="utf-8"))
        meta["files"] = digests(path.parent)
        path.write_text(json.dumps(meta, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
