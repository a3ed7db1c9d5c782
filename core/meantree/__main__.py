"""The program, also as ``python -m meantree``."""

from __future__ import annotations

import sys


def main() -> None:
    """The command; Ctrl+C is answered from the first moment, while its parts are still being loaded, too."""
    try:
        from meantree.cli.app import main as run

        run()
    except KeyboardInterrupt:
        print("meantree: stopped", file=sys.stderr)
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
