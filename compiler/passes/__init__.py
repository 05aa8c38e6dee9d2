"""Passes over the intermediate form: each file holds one."""
