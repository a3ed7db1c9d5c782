"""The language of requests: the documented subset of Grew's, with two texts beside each other."""
