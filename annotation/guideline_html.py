from __future__ import annotations

import nh3
from markdown_it import MarkdownIt

MARKDOWN = MarkdownIt("commonmark").enable("table")


def guideline_html(body: str) -> str:
    """A guideline's Markdown as HTML that holds no script, style or foreign image."""
    return nh3.clean(MARKDOWN.render(body), tags=nh3.ALLOWED_TAGS - {"img"})
