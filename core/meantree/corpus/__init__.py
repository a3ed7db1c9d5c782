"""What was said: corpora, documents, segments, and the file formats they come in."""
