"""A figure of lines as SVG, legible on a light and on a dark page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 720, 380
LEFT, RIGHT, TOP, BOTTOM = 56, 180, 36, 48
SHARES = (0, 0.2, 0.4, 0.6, 0.8, 1)
# Of middle lightness, apart for the colour-blind (after Okabe and Ito); dashes tell them too.
COLOURS = (
    "#0b7fc7", "#d55e00", "#009e73", "#c2649a", "#b58900", "#7a6fd0", "#3fa7a0", "#888888",
)  # fmt: skip
DASHES = ("", "9 4", "2 3", "12 3 2 3")
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#24292f}.grid{stroke:#8886;stroke-width:1}"
    "path{fill:none;stroke-width:2}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}}"
)


class Axis(NamedTuple):
    """The horizontal axis: its title, its greatest value, and where it has ticks."""

    title: str
    most: float
    ticks: Sequence[float]


def lines_svg(title: str, axis: Axis, y_title: str, lines: Mapping[str, Sequence[float]]) -> str:
    """Lines of shares from 0 to 1, the legend in the order of their ends.

    Args:
        lines: by name, values at 1, 2, 3 ... of the axis.
    """
    places = {name: place for place, name in enumerate(lines)}
    falling = sorted(lines, key=lambda name: -lines[name][-1])
    parts = [
        *_frame(title, axis, y_title),
        *(_line(places[name], axis, values) for name, values in lines.items()),
        *(part for row, name in enumerate(falling) for part in _legend(row, places[name], name)),
    ]
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img">'
    return "\n".join([head, f"<style>{STYLE}</style>", *parts, "</svg>\n"])


def _frame(title: str, axis: Axis, y_title: str) -> Iterator[str]:
    yield f"<title>{escape(title)}</title>"
    yield _text(LEFT, 20, title, "start")
    for share in SHARES:
        y = _y(share)
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield _text(LEFT - 8, y + 4, f"{share:g}", "end")
    for tick in axis.ticks:
        yield _text(_x(tick, axis), HEIGHT - BOTTOM + 20, f"{tick:g}", "middle")
    yield _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, axis.title, "middle")
    middle = (TOP + HEIGHT - BOTTOM) / 2
    turned = f'transform="rotate(-90 16 {middle:.1f})"'
    yield _text(16, middle, y_title, "middle", turned)


def _line(place: int, axis: Axis, values: Sequence[float]) -> str:
    points = " L".join(
        f"{_x(x, axis):.1f} {_y(value):.1f}" for x, value in enumerate(values, start=1)
    )
    return f'<path d="M{points}" {_stroke(place)}/>'


def _legend(row: int, place: int, name: str) -> Iterator[str]:
    x, y = WIDTH - RIGHT + 14, TOP + 10 + 22 * row
    yield f'<path d="M{x} {y} L{x + 30} {y}" {_stroke(place)}/>'
    yield _text(x + 38, y + 4, name, "start")


def _stroke(place: int) -> str:
    dash = DASHES[place % len(DASHES)]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'stroke="{COLOURS[place % len(COLOURS)]}"{dashes}'


def _text(x: float, y: float, text: str, anchor: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {more}>{escape(text)}</text>'


def _x(value: float, axis: Axis) -> float:
    return LEFT + (WIDTH - RIGHT - LEFT) * value / axis.most


def _y(share: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * share
