"""Lowering: from the resolved game to the intermediate form."""
