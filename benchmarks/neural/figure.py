"""Lines on two logarithmic axes, as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 360, 64, 24, 40, 48
COLORS = ("#9db8d3", "#b4552d", "#4d7a3a", "#77508f")
# The first line is wide, so that another one upon it leaves it to be seen.
WIDTHS = (7, 2, 2, 2)
STYLE = """
  text { font: 12px system-ui, sans-serif; fill: #1d1c1a; font-variant-numeric: tabular-nums }
  .title { font-weight: 600 } .middle { text-anchor: middle } .end { text-anchor: end }
  .paper { fill: #fff } .grid { stroke: #dcd8cf } polyline { fill: none }
"""


class Line(NamedTuple):
    """Points by their two coordinates, all above 0, from left to right."""

    label: str
    x: Sequence[float]
    y: Sequence[float]


def line_chart(lines: Sequence[Line], *, title: str, x: str) -> str:
    """An SVG document with the lines' names in a corner.

    Raises:
        ValueError: no line, more than four, or a coordinate that is not above 0.
    """
    points = [value for line in lines for value in (*line.x, *line.y)]
    if not points or min(points) <= 0:
        raise ValueError("logarithmic axes take lines of numbers above 0")
    across = _Axis([value for line in lines for value in line.x], LEFT, WIDTH - RIGHT, 2)
    up = _Axis([value for line in lines for value in line.y], HEIGHT - BOTTOM, TOP, 10)
    drawn = (
        part
        for line, color, width in zip(lines, COLORS, WIDTHS, strict=False)
        for part in _line(line, f'stroke="{color}" stroke-width="{width}"', across, up)
    )
    parts = [*_grid(across, up), *drawn, *_legend(lines)]
    middle = (LEFT + WIDTH - RIGHT) / 2
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style>",
            f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>',
            f'<text class="title" x="{LEFT}" y="22">{escape(title)}</text>',
            f'<text class="middle" x="{middle}" y="{HEIGHT - 8}">{escape(x)}</text>',
            *parts,
            "</svg>\n",
        ]
    )


class _Axis:
    """From whole powers of a base around the values to places on the paper."""

    def __init__(self, values: Sequence[float], start: float, end: float, base: int) -> None:
        self.least = math.floor(math.log(min(values), base) + 1e-9)
        self.most = max(self.least + 1, math.ceil(math.log(max(values), base) - 1e-9))
        self.start, self.end, self.base = start, end, base

    def ticks(self) -> list[float]:
        return [float(self.base) ** power for power in range(self.least, self.most + 1)]

    def place(self, value: float) -> float:
        share = (math.log(value, self.base) - self.least) / (self.most - self.least)
        return round(self.start + share * (self.end - self.start), 1)


def _grid(across: _Axis, up: _Axis) -> Iterator[str]:
    for tick in across.ticks():
        x = across.place(tick)
        yield f'<line class="grid" x1="{x}" x2="{x}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
        yield f'<text class="middle" x="{x}" y="{HEIGHT - BOTTOM + 18}">{tick:,g}</text>'
    for tick in up.ticks():
        y = up.place(tick)
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>'
        yield f'<text class="end" x="{LEFT - 8}" y="{y + 4}">{tick:,g}</text>'


def _line(line: Line, pen: str, across: _Axis, up: _Axis) -> Iterator[str]:
    places = [(across.place(x), up.place(y)) for x, y in zip(line.x, line.y, strict=True)]
    drawn = " ".join(f"{x},{y}" for x, y in places)
    yield f'<polyline points="{drawn}" {pen}/>'


def _legend(lines: Sequence[Line]) -> Iterator[str]:
    for at, (line, color, width) in enumerate(zip(lines, COLORS, WIDTHS, strict=False)):
        x, y = WIDTH - RIGHT - 130, TOP + 18 + 18 * at
        pen = f'stroke="{color}" stroke-width="{width}"'
        yield f'<line x1="{x}" x2="{x + 24}" y1="{y - 4}" y2="{y - 4}" {pen}/>'
        yield f'<text x="{x + 32}" y="{y}">{escape(line.label)}</text>'
