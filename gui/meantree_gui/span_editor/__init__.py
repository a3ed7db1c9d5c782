"""Annotating error spans by keyboard: the words walked and marked, the texts, the list of errors and the score."""
