"""Settings of Sphinx for the manual's site."""

import re
from typing import Any

from meantree import __version__

project = "Meantree"
author = "The Meantree authors"
release = version = __version__
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "index"
html_theme = "furo"
html_title = "Meantree"
html_copy_source = False
myst_heading_anchors = 3


def setup(app: Any) -> None:
    """Add lists of contents to the first page: it is also read in the repository and in the window, which know none."""
    app.connect("source-read", _with_contents)


def _with_contents(_app: Any, page: str, source: list[str]) -> None:
    if page != root_doc:
        return
    sections = re.split(r"^## ", source[0], flags=re.MULTILINE)[1:]
    for section in sections:
        title, _, text = section.partition("\n")
        pages = "\n".join(re.findall(r"\]\(([\w/-]+)\.md\)", text))
        source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n{pages}\n```\n"
