"""A guideline's text as HTML, and its examples: graded passages with reasons."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import TypedDict

import nh3
from markdown_it import MarkdownIt

from annotation.exceptions import GuidelineRefused
from annotation.models import Guideline
from regrade.text.visible import has_text

MARKDOWN = MarkdownIt("commonmark").enable("table")
LOWEST = 6
MAX_EXAMPLES = 50


@lru_cache(maxsize=64)  # every assessor reads it when their page opens
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


class Example(TypedDict):
    """One graded passage for one query; a draft may lack the grade."""

    query: str
    passage: str
    grade: int | None
    explanation: str


def guideline_file(guideline: Guideline) -> str:
    """A version as a Markdown file: its text, and its examples below."""
    names = dict(guideline.campaign.grades.values_list("value", "name"))
    parts = [guideline.body.strip()]
    for number, example in enumerate(guideline.examples, start=1):
        grade = example["grade"]
        name = names.get(grade, "")
        head = f"## Example {number}: {grade}" + (f" {name}" if name != str(grade) else "")
        quoted = "\n".join(f"> {line}" for line in example["passage"].splitlines())
        parts += [head, f"Query: {example['query']}", quoted, example["explanation"].strip()]
    return "\n\n".join(part for part in parts if part) + "\n"


def check_examples(examples: Sequence[Example], scale: Collection[int]) -> None:
    """Check that every example is complete and graded on the scale.

    Raises:
        GuidelineRefused: too many, or one that lacks something or is not graded on the scale.
    """
    if len(examples) > MAX_EXAMPLES:
        raise GuidelineRefused(
            f"A guideline takes up to {MAX_EXAMPLES} examples, not {len(examples)}.",
            code="too_many_examples",
        )
    for number, example in enumerate(examples, start=1):
        if missing := _missing(example):
            raise GuidelineRefused(
                f"Example {number} has no {missing}; add it, or remove it.",
                code="example_incomplete",
            )
        if example["grade"] not in scale:
            known = ", ".join(map(str, sorted(scale)))
            raise GuidelineRefused(
                f"Example {number} has the grade {example['grade']}, which is not on the scale"
                f" {known}.",
                code="grade_off_scale",
            )


def _missing(example: Example) -> str | None:
    if not has_text(example["query"]):
        return "query"
    if not has_text(example["passage"]):
        return "passage"
    return "grade" if example["grade"] is None else None
