"""A guideline as HTML, its examples, and what differs between two versions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache, partial
from html import escape
from itertools import takewhile
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

import nh3
from markdown_it import MarkdownIt

from annotation.exceptions import GuidelineRefused
from annotation.models import Guideline
from regrade.text.visible import has_text

RENDERER = MarkdownIt("commonmark").enable("table")
LOWEST = 6
MAX_EXAMPLES = 50
MAX_TEXT = 50_000  # characters of a guideline or notice: the worst Markdown takes a second or so
MARKDOWN: dict[str, Any] = {
    "max_length": MAX_TEXT,
    "trim_whitespace": False,
    "help_text": f"Markdown, up to {MAX_TEXT:,} characters.",
}
Markdown = Annotated[str, MARKDOWN]


@lru_cache(maxsize=64)  # every assessor reads it when their page opens
def guideline_html(body: Annotated[Markdown, {"allow_blank": True}], *, below: int = 2) -> str:
    """A guideline's Markdown as HTML that holds no script, style or foreign image.

    Its headings begin one level below that of the page's heading over it, however they are
    written: a page has one title.
    """
    tokens = RENDERER.parse(body)
    headings = [token for token in tokens if token.type in {"heading_open", "heading_close"}]
    highest = min((int(token.tag[1]) for token in headings), default=1)
    for token in headings:
        token.tag = f"h{min(int(token.tag[1]) - highest + below + 1, LOWEST)}"
    html = RENDERER.renderer.render(tokens, RENDERER.options, {})
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


Kind = Literal["added", "removed"]

MOST_COMPARED = 1_000_000  # changed lines of one text times those of the other: a quarter second
MOST_RENDERED = 60_000  # characters of changed lines in both texts: a second at worst


class Change(NamedTuple):
    """Consecutive lines, examples among them, that came or went, as HTML."""

    kind: Kind
    html: str


class Place(NamedTuple):
    """Lines of the older text, and those of the newer one that stand in their place."""

    start: int
    end: int
    new_start: int
    new_end: int


def changes_between(older: Guideline | None, newer: Guideline) -> list[Change]:
    """The changes in the order of the text; what replaces something follows it.

    Texts longer than people write are compared and shown in less detail, so that nobody waits:
    above `MOST_COMPARED` all between the first and the last change is one change, and above
    `MOST_RENDERED` the changes are shown as written, without their Markdown.
    """
    parts = list(_parts(_lines(older), _lines(newer)))
    is_short = sum(len(text) for _, text in parts) <= MOST_RENDERED
    shown = partial(guideline_html, below=1) if is_short else _as_written
    return [Change(kind, shown(text)) for kind, text in parts]


def _lines(guideline: Guideline | None) -> list[str]:
    """Lines that say something, each with whether a blank one follows, which ends a paragraph."""
    lines: list[str] = []
    for line in [] if guideline is None else guideline_file(guideline).splitlines():
        if line.strip():
            lines.append(f"{line}\n")
        elif lines:
            lines[-1] = f"{lines[-1].rstrip()}\n\n"
    return lines


def _parts(older: list[str], newer: list[str]) -> Iterator[tuple[Kind, str]]:
    for place in changed_places([*map(str.strip, older)], [*map(str.strip, newer)]):
        if removed := older[place.start : place.end]:
            yield "removed", "".join(removed)
        if added := newer[place.new_start : place.new_end]:
            yield "added", "".join(added)


def changed_places(older: list[str], newer: list[str]) -> Iterator[Place]:
    """Where two lists of lines differ, in a time that their length bounds."""
    first = _n_equal(older, newer)
    last = _n_equal(older[first:][::-1], newer[first:][::-1])
    old, new = older[first : len(older) - last], newer[first : len(newer) - last]
    if len(old) * len(new) > MOST_COMPARED:
        yield Place(first, first + len(old), first, first + len(new))
        return
    for kind, *bounds in SequenceMatcher(None, old, new).get_opcodes():
        if kind != "equal":
            yield Place(*(first + bound for bound in bounds))


def _n_equal(older: list[str], newer: list[str]) -> int:
    """How many lines both begin with."""
    pairs = zip(older, newer, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _as_written(text: str) -> str:
    return f"<pre>{escape(text, quote=False)}</pre>\n"
