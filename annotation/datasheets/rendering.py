"""A datasheet as Markdown, after Gebru et al. (2021); what people typed never becomes markup.

The same database makes the same bytes. What people typed is escaped: `plain`, `code` and `block`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

from django.template import Context, Engine, Library

from regrade import __version__
from regrade.counted import counted

# What begins markup within a line, in CommonMark and in GitHub's tables, links and mentions.
_MARKUP = re.compile(r"[\\`*_\[\]#|~$@^]|(?<=\w):(?=//)|(?<=www)\.")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
# Invisible characters that end a line or change its direction.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_BACKTICKS = re.compile("`+")
SHORTEST_FENCE = 3


def plain(text: object) -> str:
    """The text on one line, escaped so that it renders literally anywhere in the line."""
    words = " ".join(str(text).split())
    return _MARKUP.sub(r"\\\g<0>", _UNSEEN.sub("", words)).translate(_ENTITIES)


def code(text: object) -> str:
    """The text as inline code, for readers to copy."""
    words = _UNSEEN.sub("", " ".join(str(text).split()))
    fence = "`" * (_longest_backticks(words) + 1)
    gap = " " if words.startswith("`") or words.endswith("`") else ""
    return f"{fence}{gap}{words}{gap}{fence}"


def block(text: str, language: str = "") -> str:
    """The text as a fenced code block that nothing in the text can close."""
    fence = "`" * max(SHORTEST_FENCE, _longest_backticks(text) + 1)
    lines = [_UNSEEN.sub("", line) for line in text.strip("\n").splitlines()]
    return "\n".join([f"{fence}{language}", *lines, fence])


def _longest_backticks(text: str) -> int:
    return max(map(len, _BACKTICKS.findall(text)), default=0)


FOLDER = str(Path(__file__).parent)
register = Library()
for escape in (plain, code, block):
    register.filter(escape)
register.filter("of", counted)


def rendered(facts: Mapping[str, Any]) -> str:
    """The whole document, with a line end at its end."""
    engine = Engine(
        dirs=[FOLDER], libraries={"own": __name__}, builtins=[__name__], autoescape=False
    )
    template = engine.get_template("datasheet.template")
    return _tidied(template.render(Context({**facts, "version": __version__}, autoescape=False)))


def _tidied(text: str) -> str:
    """Without the blank lines that the template's tags leave; those in code are people's own."""
    lines, fence = list[str](), ""
    for line in text.split("\n"):
        if fence:
            fence = "" if line == fence else fence
        elif line.startswith("```"):
            fence = "`" * (len(line) - len(line.lstrip("`")))
        elif not line and not (lines and lines[-1]):
            continue
        lines.append(line)
    return "\n".join(lines).strip("\n") + "\n"


@register.filter
def number(n: int) -> str:
    return f"{n:,}"


@register.filter
def share(n: int, whole: int) -> str:
    """`12.5%`; of nothing there is no share."""
    return f"{n / whole:.1%}" if whole else "-"


@register.filter
def percent(value: float) -> str:
    return f"{value:.0%}"


@register.filter
def figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


@register.filter
def iso(day: date | datetime) -> str:
    return f"{day:%Y-%m-%d}"


@register.filter
def words(name: object) -> str:
    return plain(str(name).replace("_", " "))


@register.filter
def listed(names: Iterable[object]) -> str:
    return ", ".join(plain(name) for name in names)


@register.filter
def names(rows: Iterable[Mapping[str, object]]) -> list[object]:
    return [row["name"] for row in rows]
