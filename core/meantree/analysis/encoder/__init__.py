"""One encoder reads a sentence once; a head for each layer makes it of what the encoder gives."""
