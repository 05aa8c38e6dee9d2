"""Geometry of boards on integers: coordinates, directions, distances."""
