"""The project: its root, its configuration, its files, and what git knows of it."""
