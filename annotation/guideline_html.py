from __future__ import annotations

import nh3
from markdown_it import MarkdownIt

MARKDOWN = MarkdownIt("commonmark").enable("table")
LOWEST = 6


def guideline_html(body: str, *, below: int = 2) -> str:
    """A guideline's Markdown as HTML that holds no script, style or foreign image.

    Its headings begin one level below that of the page's heading over it, however they are
    written: a page has one title.
    """
    tokens = MARKDOWN.parse(body)
    headings = [token for token in tokens if token.type in {"heading_open", "heading_close"}]
    highest = min((int(token.tag[1]) for token in headings), default=1)
    for token in headings:
        token.tag = f"h{min(int(token.tag[1]) - highest + below + 1, LOWEST)}"
    html = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    return nh3.clean(html, tags=nh3.ALLOWED_TAGS - {"img"})
