"""Box plots as SVG, for commands: what a page shows, the browser draws."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

PLOT_HEIGHT, BOX_WIDTH, STEP_WIDTH = 240, 22, 44
LEFT, RIGHT, TOP, BOTTOM = 56, 24, 56, 68
MIN_PLOT_WIDTH = 480
MOST_TICKS, MOST_TITLE = 5, 60
STYLE = """
  text { font: 12px system-ui, sans-serif; fill: #1d1c1a; font-variant-numeric: tabular-nums }
  .title { font-weight: 600 } .middle { text-anchor: middle } .end { text-anchor: end }
  .faint { fill: #6b675f }
  .paper { fill: #fff } .grid { stroke: #dcd8cf } .box { fill: #d5e1ee; stroke: #2f5d8a }
  .whisker { stroke: #2f5d8a } .median { stroke: #1d1c1a; stroke-width: 2 }
  .mean { fill: #1d1c1a; stroke: #fff }
"""


class Box(NamedTuple):
    """One box: its quartiles, and whiskers to the least and the greatest; two labels."""

    label: str
    second_label: str
    minimum: float
    lower_quartile: float
    median: float
    upper_quartile: float
    maximum: float
    mean: float


class Captions(NamedTuple):
    """Texts of a plot; `note` is the line below the title."""

    title: str
    note: str
    x: str


def box_plot(boxes: Sequence[Box], captions: Captions) -> str:
    """An SVG document: boxes side by side on an axis from 0, the median a line, the mean a dot.

    Raises:
        ValueError: no box, or a value below 0.
    """
    if not boxes or min(box.minimum for box in boxes) < 0:
        raise ValueError("a box plot takes boxes of values from 0")
    ticks = _ticks(max(box.maximum for box in boxes))
    width = LEFT + RIGHT + max(MIN_PLOT_WIDTH, STEP_WIDTH * len(boxes))
    height = TOP + PLOT_HEIGHT + BOTTOM
    parts = [
        f'<rect class="paper" width="{width}" height="{height}"/>',
        *_axes(ticks, captions, width),
        *(part for at, box in enumerate(boxes) for part in _box(box, _x(at, width, boxes), ticks)),
    ]
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            f"<title>{escape(captions.title)}. {escape(captions.note)}</title>",
            f"<style>{STYLE}</style>",
            *parts,
            "</svg>\n",
        ]
    )


def _ticks(greatest: float) -> list[float]:
    """From 0 in round steps to the first at or above the greatest value."""
    rough = (greatest or 0.1) / MOST_TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * (1 - 1e-9))
    n_steps = max(1, math.ceil(greatest / step - 1e-9))
    return [round(n * step, 12) for n in range(n_steps + 1)]


def _axes(ticks: Sequence[float], captions: Captions, width: int) -> Iterator[str]:
    yield f'<text class="title" x="{LEFT}" y="20">{escape(_short(captions.title))}</text>'
    yield f'<text x="{LEFT}" y="38">{escape(captions.note)}</text>'
    for tick in ticks:
        y = _y(tick, ticks)
        yield f'<line class="grid" x1="{LEFT}" x2="{width - RIGHT}" y1="{y:g}" y2="{y:g}"/>'
        yield f'<text class="end" x="{LEFT - 8}" y="{y + 4:g}">{tick:g}</text>'
    middle, y = (LEFT + width - RIGHT) / 2, TOP + PLOT_HEIGHT + 58
    yield f'<text class="middle" x="{middle:g}" y="{y}">{escape(captions.x)}</text>'


def _box(box: Box, x: float, ticks: Sequence[float]) -> Iterator[str]:
    low, lower, median, upper, high, mean = (round(_y(value, ticks), 2) for value in box[2:])
    left, right = x - BOX_WIDTH / 2, x + BOX_WIDTH / 2
    yield f'<line class="whisker" x1="{x:g}" x2="{x:g}" y1="{high:g}" y2="{low:g}"/>'
    yield (
        f'<rect class="box" x="{left:g}" y="{upper:g}" width="{BOX_WIDTH}" '
        f'height="{round(lower - upper, 2):g}"/>'
    )
    yield f'<line class="median" x1="{left:g}" x2="{right:g}" y1="{median:g}" y2="{median:g}"/>'
    yield f'<circle class="mean" cx="{x:g}" cy="{mean:g}" r="3.5"/>'
    for line, label in enumerate((box.label, box.second_label)):
        y = TOP + PLOT_HEIGHT + 18 + 16 * line
        yield f'<text class="middle{" faint" * line}" x="{x:g}" y="{y}">{escape(label)}</text>'


def _x(at: int, width: int, boxes: Sequence[Box]) -> float:
    return LEFT + (width - LEFT - RIGHT) * (at + 0.5) / len(boxes)


def _y(value: float, ticks: Sequence[float]) -> float:
    return TOP + PLOT_HEIGHT * (1 - value / ticks[-1])


def _short(title: str) -> str:
    return title if len(title) <= MOST_TITLE else f"{title[: MOST_TITLE - 1]}…"
