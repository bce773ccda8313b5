"""The bundled example: some weeks of a shop, in seconds."""
