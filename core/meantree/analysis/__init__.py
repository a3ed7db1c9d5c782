"""What a text is made of: tokens, sentences, trees, n-best lists, and the analysers that find them."""
