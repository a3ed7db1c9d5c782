"""Makes the parts of the manual that are made, and the site.

python packaging/manual/build.py reference       the pages of resources/meantree_resources/manual/reference
python packaging/manual/build.py notebook        the outputs of the notebook in how-to
python packaging/manual/build.py pictures        the pictures of the window, in the same folder
python packaging/manual/build.py site [FOLDER]   all pages as a site (pip install '.[docs]'), by default in build/manual
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Final

import notebook
import reference
from pictures import make_pictures
from window import open_window

CHECKOUT: Final = Path(__file__).resolve().parents[2]
MANUAL: Final = CHECKOUT / "resources" / "meantree_resources" / "manual"


def main() -> int:
    """Make what is asked for; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=["reference", "notebook", "pictures", "site"])
    parser.add_argument("folder", nargs="?", type=Path, default=CHECKOUT / "build" / "manual")
    arguments = parser.parse_args()
    if arguments.part == "reference":
        make_reference()
        return 0
    if arguments.part == "notebook":
        text = notebook.text_of(notebook.notebook())
        (MANUAL / "how-to" / "notebook.ipynb").write_text(text, encoding="utf-8")
        return 0
    if arguments.part == "pictures":
        make_pictures(MANUAL / "pictures")
        return 0
    return make_site(arguments.folder)


def make_reference() -> None:
    """Write the pages of the reference."""
    pages = {name: make() for name, make in reference.PAGES.items()}
    pages[reference.KEYS] = reference.keys_page(window_keys())
    for name, text in pages.items():
        (MANUAL / "reference" / name).write_text(text, encoding="utf-8")


def window_keys() -> dict[str, list[tuple[str, str]]]:
    """Return the default keys of the window's commands by section."""
    with open_window() as window:
        from meantree_gui.help_window import key_sections

        return key_sections(window.command_lists)


def make_site(folder: Path) -> int:
    """Build the site."""
    here = Path(__file__).parent
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", "-c", str(here), str(MANUAL), str(folder)]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
