"""Games that come with hoyle: one folder each, read as data."""
