"""Pages changed in ways after which a sentence about them must not be true any more.

What is sought is hidden in each way that styles and elements have, taken away, or another number stands in its place.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_STYLES = (
    "display:none", "content-visibility:hidden", "opacity:0", "opacity:0%", "opacity:calc(0)", "clip-path:inset(50%)",
    "clip-path:circle(0)", "transform:scale(0)", "transform:scaleX(0)", "transform:rotateY(90deg)",
    "transform:matrix(0,0,0,0,0,0)", "transform:translateX(-200vw)", "scale:0", "zoom:0", "translate:-9999px",
    "position:absolute;left:-9999px", "position:fixed;left:-300px", "position:absolute;right:200vw",
    "position:absolute;top:-9999em", "position:fixed;inset:-9999px auto auto", "position:absolute;clip:rect(0,0,0,0)",
    "margin-left:-9999px", "text-indent:-9999px;overflow:hidden", "max-height:0;overflow:hidden",
    "max-width:0;overflow:hidden", "height:0;overflow:clip", "filter:opacity(0)", "font-size:0", "font:0/0 a",
    "width:1px;height:1px;overflow:hidden;position:absolute", "mask-image:linear-gradient(transparent,transparent)",
    "backface-visibility:hidden;transform:rotateX(180deg)", "--x:none;display:var(--x)", "all:unset;display:none",
)  # fmt: skip
_RULES = (
    ".q{display:none}", "body>*{display:none}", ".q:not(:hover){display:none}", "div:has(h1),.q{display:none}",
    "@media (max-width:400px){.q{display:none}}", "@supports (display:grid){.q{display:none}}",
    "@container (width>1px){.q{display:none}}", "@keyframes o{to{opacity:0}} .q{animation:o 1s forwards}",
    '[data-x="1" i]{display:none}',
)  # fmt: skip
WAYS = (
    *(f'<div style="{style}">{{}}</div>' for style in _STYLES),
    *("<style>" + re.sub(r"([{}])", r"\1\1", rule) + "</style><div class=q data-x=1>{}</div>" for rule in _RULES),
    *(f"<{tag}>{{}}</{tag.split()[0]}>" for tag in (
        "div hidden", "div hidden=until-found", "div popover", "div inert hidden", "dialog", "template", "noscript",
        "del", "s", "object data=x", "canvas", "video", "audio", "iframe", "noembed", "noframes",
    )),
    "<details><summary>More</summary>{}</details>", "<!-- {} -->", "<svg><desc>{}</desc></svg>",
)  # fmt: skip
_ALREADY = re.compile(
    r"<title>.*?</title>|<!--.*?-->|</?(?:s|del)>|<noframes.*|"
    r"<(?P<tag>template|dialog|noscript|iframe|video|canvas|object)\b.*?</(?P=tag)>|visibility:\s*visible",
    re.DOTALL,
)
"""What a page hides or takes back by itself, and would not nest."""


def hidden(html: str, way: str) -> str:
    """The page with all that it says hidden in one way, and something else beside it."""
    styles = "".join(re.findall(r"<style.*?</style>", html, re.DOTALL))
    around = re.search(r"<body[^>]*>(.*?)(?:</body>|$)", html, re.DOTALL)
    said = re.sub(r"<style.*?</style>", "", around[1] if around else html, flags=re.DOTALL)
    return f"{styles}<p>Otherwise</p>{way.format(_ALREADY.sub('', said))}"


def without(html: str, text: str) -> Iterator[str]:
    """The page without each name in quotes."""
    for name in set(re.findall(r'"([^"]+)"', text)):
        yield re.sub(re.escape(name), "Zorb", html, flags=re.IGNORECASE)


def miscounted(html: str, text: str) -> Iterator[str]:
    """The page with each number in quotes, which it has to show, one higher."""
    for number in {number for name in re.findall(r'"([^"]+)"', text) for number in re.findall(r"[1-9]\d*", name)}:
        yield re.sub(rf"(?<![\d.,]){number}(?!\d)", str(int(number) + 1), html)
