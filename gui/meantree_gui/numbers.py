"""Numbers as the window writes them."""

from meantree.picture.numbers import fixed, short, signed

__all__ = ["fixed", "short", "signed"]
