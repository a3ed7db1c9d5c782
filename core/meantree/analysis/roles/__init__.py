"""The bundled semantic role labeller: predicates, and the spans that fill their roles."""
