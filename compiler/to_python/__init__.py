"""Emission: from the intermediate form to a Python module and its line map."""
