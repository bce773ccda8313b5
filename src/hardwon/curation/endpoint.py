"""The model that the settings name, or a SettingError that says what to set or to install.

pydantic-ai is imported here and in `asking`, inside of functions: only those who have chosen a model need it.
"""

from __future__ import annotations

import functools
import importlib.util
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from hardwon.errors import SettingError
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model

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
    if importlib.util.find_spec("pydantic_ai") is None:
        raise SettingError(
            "services.memory.curator is `model`, but the packages for models are not installed.",
            remedy="pip install 'hardwon[llm]', or set `curator: rules`.",
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
    built(endpoint)


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


def built(endpoint: Endpoint, client: httpx2.AsyncClient | None = None) -> Model:
    """The model; SettingError if its provider is unknown, lacks a package, or lacks a key."""
    from pydantic_ai.exceptions import UserError  # noqa: PLC0415 - see the module's promise
    from pydantic_ai.models import infer_model  # noqa: PLC0415 - as above

    try:
        return _by_url(endpoint, client) if endpoint.url else infer_model(endpoint.shown)
    except ImportError as error:
        raise SettingError(
            f"services.memory.model is {endpoint.shown!r}, but a package for it is missing: {one_line(str(error))}.",
            remedy=f"pip install 'pydantic-ai-slim[{endpoint.provider}]', or name another model.",
        ) from error
    except (UserError, ValueError, TypeError, KeyError) as error:
        raise SettingError(
            f"services.memory.model is {one_line(endpoint.shown, 80)!r}, which cannot be used: {one_line(str(error))}.",
            remedy="Check the provider and its key; for a server of your own write openai:NAME and set modelUrl.",
        ) from error


def _by_url(endpoint: Endpoint, client: httpx2.AsyncClient | None) -> Model:
    from pydantic_ai.models.ollama import OllamaModel  # noqa: PLC0415 - as above
    from pydantic_ai.models.openai import OpenAIChatModel  # noqa: PLC0415 - as above
    from pydantic_ai.profiles.openai import OpenAIModelProfile  # noqa: PLC0415 - as above
    from pydantic_ai.providers.ollama import OllamaProvider  # noqa: PLC0415 - as above
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider  # noqa: PLC0415 - as above

    key = os.environ.get(KEY) or "none"
    # Servers of one's own know `max_tokens`; the newer name is OpenAI's.
    profile = OpenAIModelProfile(openai_chat_supports_max_completion_tokens=False)
    if endpoint.provider == "ollama":
        ollama = OllamaProvider(base_url=endpoint.url, api_key=key, http_client=client)
        return OllamaModel(endpoint.name, provider=ollama, profile=profile)
    provider = OpenAICompatibleProvider("own", base_url=endpoint.url, api_key=key, http_client=client)
    return OpenAIChatModel(endpoint.name, provider=provider, profile=profile)
