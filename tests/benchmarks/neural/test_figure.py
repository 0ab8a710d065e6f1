from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from benchmarks.neural.figure import Line, line_chart

SVG = "{http://www.w3.org/2000/svg}"


def drawn(*lines: Line) -> ET.Element:
    return ET.fromstring(line_chart(lines, title="Speed & size", x="tokens"))


def test_line_chart_puts_powers_of_two_and_ten_at_even_distances() -> None:
    chart = drawn(Line("ours", [16, 32, 64], [1, 10, 100]))
    (line,) = chart.iter(f"{SVG}polyline")
    places = [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
    (x0, y0), (x1, y1), (x2, y2) = places
    assert (x1 - x0, y1 - y0) == pytest.approx((x2 - x1, y2 - y1), abs=0.2)


def test_line_chart_names_every_line() -> None:
    chart = drawn(Line("ours", [1, 2], [1, 2]), Line("theirs", [1, 2], [2, 3]))
    texts = {text.text for text in chart.iter(f"{SVG}text")}
    assert {"ours", "theirs", "Speed & size", "tokens"} <= texts


def test_line_chart_of_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="numbers above 0"):
        drawn(Line("ours", [1, 2], [0, 1]))
