"""The Jinja templates: they print what the models have decided."""
