"""Vectors of what words mean, for `bench/leaning.py`: a word that stands in no table weighs what its like do."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

MEANING = 0.09
"""How much the vectors count beside the features."""


def is_word(feature: str) -> bool:
    return "_" not in feature


class Meanings:
    """Vectors of words out of the wheel of `wordllama`, loaded from its files: its own loader may ask the network."""

    def __init__(self) -> None:
        [folder] = find_spec("wordllama").submodule_search_locations  # type: ignore[union-attr,misc]  # asked before
        self.numpy = import_module("numpy")
        self.tokens = import_module("tokenizers").Tokenizer.from_file(
            f"{folder}/tokenizers/l2_supercat_tokenizer_config.json"
        )
        self.tokens.no_padding()
        [weights] = (
            import_module("safetensors.numpy").load_file(f"{folder}/weights/l2_supercat_256.safetensors").values()
        )
        self.weights = weights.astype("float32") * MEANING
        self.kept: dict[str, Any] = {}

    def of_word(self, word: str) -> Any:
        if word not in self.kept:
            self.kept[word] = self.weights[self.tokens.encode(word or " ", add_special_tokens=False).ids].mean(axis=0)
        return self.kept[word]

    def of_part(self, part: list[str]) -> Any:
        return self.numpy.sum([self.of_word(word) for word in filter(is_word, part)] or [self.of_word("")], axis=0)

    def words(self) -> list[str]:
        """Plain small letters that have a vector of their own: mostly words of English, some of others, some stems."""
        beginnings = (token[1:] for token in self.tokens.get_vocab() if token.startswith("\u2581"))
        return sorted(
            word for word in beginnings if len(word) > 2 and word.isascii() and word.isalpha() and word.islower()
        )
