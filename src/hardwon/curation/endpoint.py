"""The model that the settings name, or a SettingError that says what to set or to install.

pydantic-ai itself is imported in `building` and `asking`: only those who have chosen a model load them.
"""

from __future__ import annotations

import functools
import os
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from hardwon.errors import NotGranted, SettingError
from hardwon.project.grants import ways
from hardwon.project.settings import BY_KEY
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from hardwon.curation.asking import ModelAnswer
    from hardwon.project.config import Config

KEY = "HARDWON_MODEL_KEY"
"""Environment variable with the key for `modelUrl`. It goes nowhere but to an address that the user gave."""

OLLAMA = "http://localhost:11434/v1"
SMALLEST_BUDGET = 2000
_BY_URL = ("openai", "ollama")
_CURATOR, _MODEL, _URL = "services.memory.curator", "services.memory.model", "services.memory.modelUrl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a model is asked."""

    instructions: str
    text: str
    schema: dict[str, Any] | None = None
    """Where the server can, it holds the answer to this."""

    name: str = "answer"
    """Of the schema."""

    most_tokens: int = 4000
    """Of an answer, and of what a model thinks before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Which model, and how it is reached."""

    provider: str
    name: str
    url: str
    timeout: float
    """Seconds for a question, retries included."""

    budget: int
    """Tokens of a prompt."""

    keyed: bool
    """Whether the user's key goes there: the user said where, not a file of the repository."""

    @property
    def shown(self) -> str:
        return f"{self.provider}:{self.name}"


def of(config: Config) -> Endpoint:
    """The endpoint that the settings name; SettingError if they do not, or it cannot be used."""
    provider, name = _named(config)
    url, keyed = _reached(config, provider)
    if not url and not keyed:
        raise _not_granted(config)
    endpoint = Endpoint(
        provider=provider,
        name=name,
        url=_checked_url(url, provider) if url else "",
        timeout=config.number("services.memory.modelTimeout") / 1000,
        budget=_checked_budget(config),
        keyed=keyed,
    )
    _try(endpoint)
    return endpoint


def put(target: Endpoint, question: Question) -> ModelAnswer:
    """What the model at an endpoint says to a question; what goes wrong is an answer with a flaw."""
    from hardwon.curation import asking  # noqa: PLC0415 - it needs the packages of an extra, which `of` has seen

    return asking.ask(target, question)


def asked_for(config: Config) -> str:
    """What the user is told of a model that a file of the repository chose, before it is asked; "" if none did."""
    keys = (_CURATOR, _MODEL, _URL)
    chosen = [key for key in keys if config.values[key] and key not in config.granted]
    if config.values[_CURATOR] != "model" or not chosen:
        return ""
    provider = str(config.values[_MODEL]).partition(":")[0]
    url, keyed = _reached(config, provider)
    where = _place(url) if url else f"the provider {one_line(provider, 40)}"
    key = "with your key" if keyed else "without a key"
    told = f"{config.sources[chosen[-1]]} has a model asked at {where}, {key}: it is told what passed tests saw."
    if keyed or not url or not os.environ.get(KEY):
        return told
    return f"{told} To send {KEY} there: `--set modelUrl={shlex.quote(one_line(url))}`."


def _reached(config: Config, provider: str) -> tuple[str, bool]:
    """The address of the model, "" for that of its provider; and whether the user's key goes there."""
    given = config.values[_URL]
    return str(given or (OLLAMA if provider == "ollama" else "")), (_URL if given else _MODEL) in config.granted


def _place(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return "no address"
    return one_line(f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}", 100)


def _not_granted(config: Config) -> NotGranted:
    named = one_line(str(config.values[_MODEL]), 80)
    return NotGranted(
        f"{config.sources[_MODEL]}: services.memory.model {named!r} is asked with a key of yours, and a file of the "
        "repository cannot grant that.",
        remedy=f"If you want it: {ways(BY_KEY[_MODEL], named, os.environ)}; or `--set curator=rules`.",
    )


def _checked_budget(config: Config) -> int:
    budget = int(config.number("services.memory.modelTokenBudget"))
    if budget < SMALLEST_BUDGET:
        raise SettingError(
            f"services.memory.modelTokenBudget is {budget}: too few for the task and some evidence.",
            remedy=f"Set it to {SMALLEST_BUDGET} or more.",
        )
    return budget


@functools.cache
def _try(endpoint: Endpoint) -> None:
    """SettingError if the model cannot be built; looked at once, since a run has many tests."""
    try:
        from hardwon.curation import building  # noqa: PLC0415 - the packages for models are an extra
    except ImportError as error:
        raise SettingError(
            "A model is to be asked, but the packages for models are not installed.",
            remedy="pip install 'hardwon[llm]', or set `curator: rules`.",
        ) from error
    building.built(endpoint)


def _named(config: Config) -> tuple[str, str]:
    given = str(config.values["services.memory.model"] or "").strip()
    if not given:
        raise SettingError(
            "services.memory.curator is `model`, but services.memory.model names none.",
            remedy="Set `model: ollama:NAME`, `model: openai:NAME` (with modelUrl for a server of your own) or that of "
            "another provider; or `curator: rules`.",
        )
    provider, colon, name = given.partition(":")
    if not colon or not provider or not name:
        raise SettingError(
            f"services.memory.model is {one_line(given, 80)!r}, but must be provider:name.",
            remedy="For example openai:NAME or ollama:NAME.",
        )
    return provider, name


def _checked_url(url: str, provider: str) -> str:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        usable = False
    if not usable or parts.username is not None or parts.query or parts.fragment:
        raise SettingError(
            "services.memory.modelUrl is not a plain http or https address.",
            remedy=f"For example {OLLAMA}; a key goes into the environment variable {KEY}.",
        )
    if provider not in _BY_URL:
        raise SettingError(
            f"services.memory.modelUrl is set, but {one_line(provider, 40)!r} is not a provider with an address.",
            remedy="Write `model: openai:NAME` for an OpenAI-compatible server, `ollama:NAME` for Ollama.",
        )
    return url
