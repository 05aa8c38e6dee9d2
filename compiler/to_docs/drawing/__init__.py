"""Boards as pictures: SVG that follows the colours of the page around it, the same to the byte."""
