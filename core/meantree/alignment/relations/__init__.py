"""What lexical resources know of the words of two texts: one resource a module, all of them in ``registry``."""
