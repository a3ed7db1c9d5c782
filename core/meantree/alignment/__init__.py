"""Which words of a hypothesis and a reference belong together."""
