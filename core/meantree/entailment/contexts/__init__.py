"""What the words around a word make of it: negation, modality, embedding, quantification, direction of inference."""
