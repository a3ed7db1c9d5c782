"""``python -m meantree``."""

from meantree.cli.app import main

if __name__ == "__main__":
    main()
