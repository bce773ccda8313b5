"""The model that the settings name, or a SettingError that says what to set or to install.

pydantic-ai itself is imported in `building` and `asking`: only those who have chosen a model load them.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from hardwon.errors import SettingError
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from hardwon.project.config import Config

KEY = "HARDWON_MODEL_KEY"
"""Environment variable with the key for `modelUrl`. Keys of vendors are not sent to an address from a file."""

OLLAMA = "http://localhost:11434/v1"
SMALLEST_BUDGET = 2000
_BY_URL = ("openai", "ollama")


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

    @property
    def shown(self) -> str:
        return f"{self.provider}:{self.name}"


def of(config: Config) -> Endpoint:
    """The endpoint that the settings name; SettingError if they do not, or it cannot be used."""
    provider, name = _named(config)
    url = str(config.values["services.memory.modelUrl"] or (OLLAMA if provider == "ollama" else ""))
    endpoint = Endpoint(
        provider=provider,
        name=name,
        url=_checked_url(url, provider) if url else "",
        timeout=config.number("services.memory.modelTimeout") / 1000,
        budget=_checked_budget(config),
    )
    _try(endpoint)
    return endpoint


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
            "services.memory.curator is `model`, but the packages for models are not installed.",
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
            "services.memory.modelUrl is no plain http or https address.",
            remedy=f"For example {OLLAMA}; a key goes into the environment variable {KEY}.",
        )
    if provider not in _BY_URL:
        raise SettingError(
            f"services.memory.modelUrl is set, but {one_line(provider, 40)!r} is no provider with an address.",
            remedy="Write `model: openai:NAME` for an OpenAI-compatible server, `ollama:NAME` for Ollama.",
        )
    return url
