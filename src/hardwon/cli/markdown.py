"""Markdown as a person reads it on a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.markdown import Markdown


def render(text: str) -> None:
    """Print a text that has been made visible."""
    Console(highlight=False).print(Markdown(text, hyperlinks=False))
