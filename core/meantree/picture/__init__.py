"""Pictures of analyses: layout as plain data, then SVG or TikZ."""
