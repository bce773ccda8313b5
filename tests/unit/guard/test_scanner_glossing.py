"""Glossaries: what is read of them first, to tell a text's language, agrees with the whole."""

from __future__ import annotations

import pytest

from hardwon.guard.scanner.glossing import _listed, glossary
from hardwon.guard.scanner.tables.glosses.every_language import TEXTS


@pytest.mark.parametrize("language", TEXTS)
def test_the_words_that_are_listed_as_they_are_are_those_of_the_glossary(language: str) -> None:
    assert _listed(language) == glossary(language).words.keys()
