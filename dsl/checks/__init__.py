"""The checks of a resolved game: one file a topic, each with its codes and its messages."""
