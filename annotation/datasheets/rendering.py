"""A datasheet as Markdown, after Gebru et al. (2021).

The same database makes the same bytes. What people typed is escaped: `plain`, `code` and `block`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

from django.template import Context, Engine, Library

from annotation.datasheets.markdown import block, code, plain
from regrade import __version__

FOLDER = str(Path(__file__).parent)
register = Library()
for escape in (plain, code, block):
    register.filter(escape)


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
def of(n: int, noun: str) -> str:
    """`1 pair`, `2,000 pairs`; for nouns whose plural is a plain s."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


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
