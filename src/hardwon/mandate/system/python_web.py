"""Recognisers of Python web frameworks: Flask, FastAPI, Django."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from hardwon.mandate.system.facts import ComputedRoute, Framework, Mount, Pages, Prefix, Reference, Route
from hardwon.mandate.system.python_code import argument, decorators, dotted, method

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.mandate.system.facts import Fact
    from hardwon.mandate.system.python_code import Code
    from hardwon.mandate.system.source import Source

VERBS = frozenset({"delete", "get", "head", "options", "patch", "post", "put", "trace"})

PAGE_CALLS = frozenset({"HTMLResponse", "TemplateResponse", "render_template", "render_template_string"})

DEEPEST_INCLUDE = 20


def flask(source: Source) -> Iterator[Fact]:
    """Routes by decorator and `add_url_rule`, blueprints with their prefixes."""
    code = source.python
    if code is None:
        return
    uses = code.uses("flask")
    if uses:
        yield Framework("Flask")
        yield from _pages(code)
    yield from _own_prefixes(code, "Blueprint", "url_prefix")
    for owner, name, call in _decorating(code):
        if name == "route" or (uses and name in VERBS):
            methods = (name.upper(),) if name in VERBS else _methods(code, call, ("GET",))
            yield from _route(code, call, "rule", owner, methods)
    for call in code.calls:
        owner, name = method(call.func)
        if name == "add_url_rule" and owner:
            yield from _route(code, call, "rule", owner, _methods(code, call, ("GET",)))
        elif name == "register_blueprint" and owner:
            given = argument(call, "url_prefix")
            yield from _mount(code, owner, argument(call, "blueprint", 0), given, replaces=given is not None)


def fastapi(source: Source) -> Iterator[Fact]:
    """Routes by decorator and `add_api_route`, routers with their prefixes, mounted applications."""
    code = source.python
    if code is None or code.uses("flask"):
        return
    if code.uses("fastapi"):
        yield Framework("FastAPI")
        yield from _pages(code)
    yield from _own_prefixes(code, "APIRouter", "prefix")
    for owner, name, call in _decorating(code):
        if name in VERBS or name in {"api_route", "websocket"}:
            methods = _methods(code, call, ("GET",)) if name == "api_route" else (name.upper(),)
            yield from _route(code, call, "path", owner, methods)
    for call in code.calls:
        yield from _fastapi_call(code, call)


def _fastapi_call(code: Code, call: ast.Call) -> Iterator[Fact]:
    owner, name = method(call.func)
    if not owner:
        return
    if name == "add_api_route":
        yield from _route(code, call, "path", owner, _methods(code, call, ("GET",)))
    elif name == "include_router":
        yield from _mount(code, owner, argument(call, "router", 0), argument(call, "prefix"))
    elif name == "mount":
        yield from _mount(code, owner, argument(call, "app", 1), argument(call, "path", 0))


def django(source: Source) -> Iterator[Fact]:
    """`path`, `re_path` and `include` in urlpatterns, and routers of the REST framework."""
    code = source.python
    if code is None:
        return
    if code.uses("django"):
        yield Framework("Django")
    if code.uses("rest_framework"):
        yield Framework("Django REST framework")
        for call in code.calls:
            owner, name = method(call.func)
            prefix = code.text(argument(call, "prefix", 0))
            if name == "register" and prefix is not None and len(call.args) + len(call.keywords) > 1:
                yield _django_route(code, f"{owner}.urls", f"{prefix}/", call.lineno)
    for name, value in code.assignments:
        if isinstance(value, (ast.List, ast.BinOp, ast.Call)):
            yield from _patterns(code, value, name, "", 0)


def _patterns(code: Code, node: ast.expr, owner: str, prefix: str, depth: int) -> Iterator[Fact]:
    if depth > DEEPEST_INCLUDE:
        return
    for call in _pattern_calls(node):
        given = argument(call, "route", 0) or argument(call, "regex")
        text = code.text(given)
        if text is None:
            yield ComputedRoute()
            continue
        path = prefix + (_plain(text) if method(call.func)[1] == "re_path" else text)
        included = _included(argument(call, "view", 1))
        if included is None:
            yield _django_route(code, owner, path, call.lineno)
        elif isinstance(included, (ast.List, ast.Tuple)):
            yield from _patterns(code, included, owner, path, depth + 1)
        else:
            module = code.text(included)
            child = _urls_module(module) if module is not None else code.reference(included)
            if child is not None:
                yield Mount(file=code.path, owner=owner, child=child, prefix=path)


def _pattern_calls(node: ast.expr) -> Iterator[ast.Call]:
    """The path() calls in a list of patterns, in the lists added to it, and in calls around it."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if isinstance(current, (ast.List, ast.Tuple)):
            waiting += reversed(current.elts)
        elif isinstance(current, ast.BinOp):
            waiting += [current.right, current.left]
        elif isinstance(current, ast.Call):
            if method(current.func)[1] in {"path", "re_path"} and argument(current, "view", 1):
                yield current
            elif method(current.func)[1] in {"i18n_patterns", "format_suffix_patterns"}:
                waiting += reversed(current.args)


def _included(view: ast.expr | None) -> ast.expr | None:
    """What a pattern includes; None where it names a view."""
    if not isinstance(view, ast.Call) or method(view.func)[1] != "include" or not view.args:
        return None
    first = view.args[0]
    # include((patterns, app_namespace)): the patterns come first.
    return first.elts[0] if isinstance(first, ast.Tuple) and first.elts else first


def _urls_module(module: str) -> Reference:
    return Reference(module=module.replace(".", "/"), name="urlpatterns", exact=False)


def _django_route(code: Code, owner: str, path: str, line: int) -> Route:
    return Route(path=path, file=code.path, line=line, owner=owner)


def _plain(expression: str) -> str:
    return re.sub(r"^\^|\$$|\\Z$", "", expression)


def _decorating(code: Code) -> Iterator[tuple[str, str, ast.Call]]:
    """Owner and name of each decorator that is called, with the call."""
    for function in code.functions:
        for called, call in decorators(function):
            owner, name = method(called)
            if call is not None and owner:
                yield owner, name, call


def _route(code: Code, call: ast.Call, keyword: str, owner: str, methods: tuple[str, ...]) -> Iterator[Fact]:
    given = argument(call, keyword, 0)
    path = code.text(given)
    if path is None and given is not None and not isinstance(given, ast.Constant):
        yield ComputedRoute()
    elif path is not None and (path.startswith("/") or not path):
        yield Route(path=path, methods=methods, file=code.path, line=call.lineno, owner=owner)


def _methods(code: Code, call: ast.Call, default: tuple[str, ...]) -> tuple[str, ...]:
    given = argument(call, "methods")
    if not isinstance(given, (ast.List, ast.Tuple, ast.Set)):
        return default if given is None else ()
    texts = [code.text(item) for item in given.elts]
    return tuple(sorted({text.upper() for text in texts if text}))


def _own_prefixes(code: Code, maker: str, keyword: str) -> Iterator[Prefix]:
    for name, value in code.assignments:
        if isinstance(value, ast.Call) and method(value.func)[1] == maker:
            text = _prefix_text(code, argument(value, keyword))
            if text:
                yield Prefix(file=code.path, owner=name, text=text)


def _mount(
    code: Code, owner: str, child: ast.expr | None, prefix: ast.expr | None, *, replaces: bool = False
) -> Iterator[Fact]:
    reference = code.reference(child) if child is not None else None
    if reference is not None:
        text = _prefix_text(code, prefix)
        yield Mount(file=code.path, owner=owner, child=reference, prefix=text, replaces=replaces)


def _prefix_text(code: Code, prefix: ast.expr | None) -> str:
    """The text of a prefix; where only running would tell, the name it has in the code."""
    if prefix is None:
        return ""
    text = code.text(prefix)
    return f"/{{{dotted(prefix) or '?'}}}" if text is None else text


def _pages(code: Code) -> Iterator[Pages]:
    if any(method(call.func)[1] in PAGE_CALLS for call in code.calls):
        yield Pages()
