"""For the site: nothing is fetched from the network; what the theme would fetch is told apart from links."""

from __future__ import annotations

import re
from typing import Any

#: What the theme asks the network for, so that the search works in pages opened as files, and what does the same here.
_SHIM, _OURS = "https://unpkg.com/iframe-worker/shim", "site/worker.js"
#: What a page loads by itself, with an address that is not its own.
_FETCHED = re.compile(
    r"<(?:script|img|iframe|link rel=\"?(?:stylesheet|icon|preload|preconnect)\"?)[^>]*https?://[^>]*>"
)


def on_post_page(output: str, page: Any, config: Any) -> str:
    """The page with our own script; raises `ValueError` for one that fetches anything."""
    up = "../" * page.file.url.count("/")
    out = output.replace(_SHIM, up + _OURS)
    if found := _FETCHED.search(out):
        raise ValueError(f"{page.file.src_uri} fetches {found[0]}")
    return out


def on_post_template(output_content: str, template_name: str, config: Any) -> str:
    """The page for what is not there; it lies at the top."""
    return output_content.replace(_SHIM, _OURS)
