from __future__ import annotations

import pytest

from annotation.guidelines.text import guideline_html


@pytest.mark.parametrize(
    ("body", "below", "headings"),
    [
        ("# One\n\n## Two\n\n# Three", 2, ["h3", "h4", "h3"]),
        ("## One\n\n### Two", 1, ["h2", "h3"]),
        ("One\n===\n\n###### Two", 2, ["h3", "h6"]),
        ("No heading.", 2, []),
    ],
)
def test_headings_begin_below_the_one_of_the_page(
    body: str, below: int, headings: list[str]
) -> None:
    html = guideline_html(body, below=below)
    found = [html[at + 1 : at + 3] for at in range(len(html)) if html.startswith("<h", at)]
    assert found == headings
    assert html.count("</h") == len(headings)
