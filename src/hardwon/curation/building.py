"""The model that an endpoint names, built with pydantic-ai."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pydantic_ai.exceptions import UserError
from pydantic_ai.models import infer_model
from pydantic_ai.models.ollama import OllamaModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.ollama import OllamaProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

from hardwon.curation.endpoint import KEY
from hardwon.errors import SettingError
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model

    from hardwon.curation.endpoint import Endpoint


def built(endpoint: Endpoint, client: httpx2.AsyncClient | None = None) -> Model:
    """The model; SettingError if its provider is unknown, lacks a package, or lacks a key."""
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
    key = (endpoint.keyed and os.environ.get(KEY)) or "none"
    # Servers of one's own know `max_tokens`; the newer name is OpenAI's.
    profile = OpenAIModelProfile(openai_chat_supports_max_completion_tokens=False)
    if endpoint.provider == "ollama":
        ollama = OllamaProvider(base_url=endpoint.url, api_key=key, http_client=client)
        return OllamaModel(endpoint.name, provider=ollama, profile=profile)
    provider = OpenAICompatibleProvider("own", base_url=endpoint.url, api_key=key, http_client=client)
    return OpenAIChatModel(endpoint.name, provider=provider, profile=profile)
