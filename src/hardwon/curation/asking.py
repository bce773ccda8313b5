"""One bounded question to a model: in its own thread, within its time, whatever happens an answer.

A run must survive every model: what goes wrong is an answer with a flaw, and the log has it. Nothing is sent but the
instructions, the schema and the prompt.
"""

from __future__ import annotations

import asyncio
import os
import queue
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

import httpx2
from pydantic_ai import exceptions
from pydantic_ai.direct import model_request
from pydantic_ai.messages import ModelRequest, SystemPromptPart, UserPromptPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition

from hardwon.curation.building import built
from hardwon.curation.endpoint import KEY
from hardwon.guard.scanner import brief_line

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from pydantic_ai.messages import ModelResponse
    from pydantic_ai.models import Model
    from pydantic_ai.settings import ModelSettings

    from hardwon.curation.endpoint import Endpoint, Question

LARGEST_ANSWER = 2_000_000
"""Bytes."""

PAUSES = (1.0, 4.0)
"""Seconds before it is asked again after a rate limit or an error of its server, unless that names others."""

LONGEST_PAUSE = 30.0
"""A server that wants to be left alone for longer is not asked again."""

GRACE = 5.0
"""Seconds beyond its time after which a question that has not ended is left behind."""


_NEEDED = frozenset(
    {"host", "content-length", "content-type", "accept", "accept-encoding", "user-agent", "connection", "authorization"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAnswer:
    """What a model said, or why it said nothing of use."""

    text: str = ""
    flaw: str = ""
    token_usage: dict[str, int] | None = None
    """None where it did not tell."""

    cost: float | None = None
    """US dollars, where the price of the model is known."""


def ask(endpoint: Endpoint, question: Question) -> ModelAnswer:
    """What the model says to the question; it never raises but for an interrupt."""
    answered: queue.Queue[ModelAnswer] = queue.Queue()
    # A thread of its own: the caller may have an event loop, and a question that hangs must be left behind.
    threading.Thread(target=lambda: answered.put(_answer(endpoint, question)), daemon=True).start()
    try:
        return answered.get(timeout=endpoint.timeout + GRACE)
    except queue.Empty:
        return _late(endpoint)


def _late(endpoint: Endpoint) -> ModelAnswer:
    return ModelAnswer(flaw=f"it did not answer within {endpoint.timeout:g} s (modelTimeout)")


def _answer(endpoint: Endpoint, question: Question) -> ModelAnswer:
    try:
        return asyncio.run(asyncio.wait_for(_request(endpoint, question), endpoint.timeout))
    except TimeoutError:
        return _late(endpoint)
    except Exception as error:  # noqa: BLE001 - a model may fail in any way; the run goes on, and the log has the reason
        return ModelAnswer(flaw=_told(error))


async def _request(endpoint: Endpoint, question: Question) -> ModelAnswer:
    told, asked = SystemPromptPart(content=question.instructions), UserPromptPart(content=question.text)
    message = ModelRequest(parts=[told, asked])
    async with _client(endpoint) as client, built(endpoint, client) as model:
        settings, held = _settings(endpoint, question), _parameters(model, question)
        response = await _patiently(
            lambda: model_request(model, [message], model_settings=settings, model_request_parameters=held)
        )
    return _read(response, question)


async def _patiently(ask: Callable[[], Awaitable[ModelResponse]]) -> ModelResponse:
    """The response, also where the server has to be asked again. Whoever cannot be reached is not."""
    passing = (exceptions.ModelRateLimitError, exceptions.ModelUnavailableError, exceptions.ModelServerError)
    for pause in PAUSES:
        try:
            return await ask()
        except passing as error:
            seconds = pause if error.retry_after is None else error.retry_after
            if seconds > LONGEST_PAUSE:
                raise
            await asyncio.sleep(seconds)
    return await ask()


def _client(endpoint: Endpoint) -> httpx2.AsyncClient:
    """The way to an address of one's own: no detours, and no more of an answer than anyone needs."""
    local = (urlsplit(endpoint.url).hostname or "") in ("localhost", "127.0.0.1", "::1")
    return httpx2.AsyncClient(
        timeout=endpoint.timeout,
        follow_redirects=False,
        trust_env=not local,  # a proxy has no business with this very machine
        headers={"Accept-Encoding": "identity"},
        event_hooks={"request": [_plain if endpoint.keyed else _without_key], "response": [_bounded]},
    )


async def _plain(request: httpx2.Request) -> None:
    """Send nothing but what the question needs: the library adds accounts and headers that the environment names."""
    for name in {*request.headers} - _NEEDED:
        del request.headers[name]


async def _without_key(request: httpx2.Request) -> None:
    await _plain(request)
    request.headers.pop("authorization", None)


async def _bounded(response: httpx2.Response) -> None:
    """Stop reading an answer that has no end, or that is packed and could have none."""

    class Bounded(httpx2.AsyncByteStream):
        def __init__(self, stream: httpx2.AsyncByteStream) -> None:
            self._stream = stream

        async def __aiter__(self) -> AsyncIterator[bytes]:
            read = 0
            async for chunk in self._stream:
                read += len(chunk)
                if read > LARGEST_ANSWER:
                    raise _UnreadError(f"its answer is larger than {LARGEST_ANSWER} bytes, and was not read to its end")
                yield chunk

        async def aclose(self) -> None:
            await self._stream.aclose()

    if response.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise _UnreadError("its answer is packed, which nobody asked for, and was not read")
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = Bounded(response.stream)


class _UnreadError(Exception):
    """An answer that nobody should read to its end, with the reason in words for people."""


def _settings(endpoint: Endpoint, question: Question) -> ModelSettings:
    settings = {"max_tokens": question.most_tokens, "timeout": endpoint.timeout, "max_retries": 0}
    # What is asked is nothing for OpenAI to keep; other vendors do not know the word, a server might stumble over it.
    return cast("ModelSettings", settings if endpoint.url else settings | {"openai_store": False})


def _parameters(model: Model, question: Question) -> ModelRequestParameters:
    """Let the server hold the model to the schema where it can; the instructions describe it in any case."""
    if question.schema is None or not model.profile.get("supports_json_schema_output"):
        return ModelRequestParameters()
    definition = OutputObjectDefinition(json_schema=question.schema, name=question.name, strict=False)
    return ModelRequestParameters(output_mode="native", output_object=definition)


def _read(response: ModelResponse, question: Question) -> ModelAnswer:
    usage = {"input": response.usage.input_tokens, "output": response.usage.output_tokens}
    told = usage if any(usage.values()) else None
    details = response.provider_details or {}
    if response.finish_reason == "content_filter" or details.get("refusal"):
        why = f": {brief_line(str(details['refusal']), 200)}" if details.get("refusal") else ""
        return ModelAnswer(flaw=f"it refused{why}", token_usage=told)
    flaw = ""
    if response.finish_reason == "length":
        flaw = f"its answer was cut off (at most {question.most_tokens} tokens)"
    return ModelAnswer(text=response.text or "", flaw=flaw, token_usage=told, cost=_cost(response) if told else None)


def _cost(response: ModelResponse) -> float | None:
    try:
        return float(response.cost().total_price)
    except (LookupError, ValueError, AssertionError):  # a model of one's own has no price
        return None


def _told(error: Exception) -> str:
    """What went wrong, for the log: the kind first, then what the server said."""
    if isinstance(error, _UnreadError):
        return str(error)
    kinds = {
        exceptions.ModelRateLimitError: "its rate limit is reached",
        exceptions.ModelQuotaExceededError: "its quota is used up",
        exceptions.ModelContextWindowExceededError: "the prompt is too long for it; lower modelTokenBudget",
        exceptions.ModelAuthenticationError: "it refused the key",
        exceptions.ModelNotFoundError: "the server has no such model",
        exceptions.ModelTimeoutError: "it did not answer in time (modelTimeout)",
        exceptions.ModelRequestTimeout: "it did not answer in time (modelTimeout)",
        exceptions.ModelConnectionError: "it cannot be reached",
        exceptions.ModelUnavailableError: "it is not available",
        exceptions.ModelServerError: "its server failed",
        exceptions.UnexpectedModelBehavior: "its answer makes no sense",
    }
    what = next((text for kind, text in kinds.items() if isinstance(error, kind)), "it failed")
    said = f"{type(error).__name__}: {error}"
    if key := os.environ.get(KEY):
        said = said.replace(key, "[hidden]")
    return f"{what} ({brief_line(said, 300)})"
