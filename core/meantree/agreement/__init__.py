"""How far annotators agree: on frames and on error spans, by item, document, system and time."""
