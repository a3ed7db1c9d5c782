"""Adjudication on the Annotate page: the rows to decide, of frames and of error spans alike."""
