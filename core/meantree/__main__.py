"""The program, also as ``python -m meantree``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command. Ctrl+C works from the first moment, even while modules are still being imported."""
    try:
        from meantree.cli.app import main as run

        run()
    except KeyboardInterrupt:
        print("meantree: stopped", file=sys.stderr)
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
