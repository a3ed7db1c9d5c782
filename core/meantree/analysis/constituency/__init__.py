"""The bundled constituency parser: features, network, chart, n-best trees."""
