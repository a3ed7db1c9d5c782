"""What a text is made of: tokens, sentences, trees, n-best forests, and the analysers that find them."""
