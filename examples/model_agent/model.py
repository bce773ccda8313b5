"""A model behind any OpenAI-compatible chat endpoint. Whatever is wrong with the endpoint is `CannotRun`.

HARDWON_AGENT_URL    http://localhost:11434/v1
HARDWON_AGENT_MODEL  the name of a model that it serves
HARDWON_AGENT_KEY    only where one is needed
HARDWON_AGENT_SECONDS  for one answer; 60 if nothing is said
"""

import http.client
import json
import os
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from hardwon import CannotRun

LARGEST_ANSWER = 200_000


class Nonsense(Exception):  # noqa: N818 - that is what it is
    """The model answered, and not what it was asked for."""


class Stay(HTTPRedirectHandler):
    """Follows no redirect: the key and what was asked are for this endpoint only."""

    def redirect_request(self, *_: Any) -> None:
        return None


def ask(messages: list[dict[str, str]]) -> str:
    """What the model says."""
    body = {"model": os.environ.get("HARDWON_AGENT_MODEL", ""), "messages": messages, "temperature": 0}
    headers = {"Content-Type": "application/json"}
    if key := os.environ.get("HARDWON_AGENT_KEY"):
        headers["Authorization"] = f"Bearer {key}"
    try:
        content = json.loads(posted(endpoint(), json.dumps(body).encode(), headers))["choices"][0]["message"]["content"]
    except HTTPError as error:
        raise unusable(f"answers with status {error.code}") from error
    except (OSError, http.client.HTTPException) as error:
        raise unusable(f"cannot be reached: {error}") from error
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise unusable("does not answer as a chat endpoint does") from error
    if not isinstance(content, str) or not content.strip():
        raise Nonsense("The model said nothing.")
    return content


def endpoint() -> str:
    base = os.environ.get("HARDWON_AGENT_URL", "")
    if not base.startswith(("http://", "https://")):
        raise CannotRun("HARDWON_AGENT_URL names no model.", remedy="For example http://localhost:11434/v1.")
    return f"{base.rstrip('/')}/chat/completions"


def patience() -> float:
    given = os.environ.get("HARDWON_AGENT_SECONDS") or "60"
    try:
        return max(0.001, min(float(given), 3600))
    except ValueError:
        raise CannotRun(f"HARDWON_AGENT_SECONDS is {given!r}.", remedy="Give a number of seconds.") from None


def posted(url: str, body: bytes, headers: dict[str, str]) -> bytes:
    """The answer to a request, within its time and size."""
    seconds = patience()
    until = time.monotonic() + seconds
    data = b""
    with build_opener(Stay).open(Request(url, body, headers), timeout=seconds) as answer:  # noqa: S310 - see endpoint
        while chunk := answer.read1(65_536):
            data += chunk
            if len(data) > LARGEST_ANSWER:
                raise Nonsense(f"The model's answer is longer than {LARGEST_ANSWER} bytes.")
            if time.monotonic() > until:
                raise TimeoutError(f"no whole answer within {seconds:g} s")
    return data


def unusable(why: str) -> CannotRun:
    return CannotRun(f"The model {why}.", remedy="Check HARDWON_AGENT_URL, HARDWON_AGENT_MODEL and HARDWON_AGENT_KEY.")
