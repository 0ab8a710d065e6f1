from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ranking.management.box_plots import PLOT_HEIGHT, TOP, Box, Captions, box_plot

WORDS = Captions("Flips of duo", "over 2 topics", "first n passages")
BOX = Box("10", "2", 0.0, 0.1, 0.2, 0.3, 0.5, 0.25)
SVG = "{http://www.w3.org/2000/svg}"


def drawn(*boxes: Box, captions: Captions = WORDS) -> ElementTree.Element:
    return ElementTree.fromstring(box_plot(boxes, captions))


def texts(figure: ElementTree.Element) -> list[str | None]:
    return [text.text for text in figure.iter(f"{SVG}text")]


def by_class(figure: ElementTree.Element, name: str) -> list[dict[str, str]]:
    return [each.attrib for each in figure.iter() if each.get("class") == name]


def at(value: float, top: float = 0.5) -> float:
    """Where a value stands, below the upper edge."""
    return TOP + PLOT_HEIGHT * (1 - value / top)


def test_box_plot_draws_quartiles_extremes_median_and_mean() -> None:
    figure = drawn(BOX)
    [box] = by_class(figure, "box")
    assert float(box["y"]) == at(0.3)
    assert float(box["height"]) == pytest.approx(at(0.1) - at(0.3))
    [whisker] = by_class(figure, "whisker")
    assert (float(whisker["y1"]), float(whisker["y2"])) == (at(0.5), at(0.0))
    [median], [mean] = by_class(figure, "median"), by_class(figure, "mean")
    assert (float(median["y1"]), float(mean["cy"])) == (at(0.2), at(0.25))


@pytest.mark.parametrize(
    ("greatest", "ticks"),
    [
        (0.51, ["0", "0.2", "0.4", "0.6"]),
        (1.0, ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
        (0.0, ["0", "0.02"]),
    ],
)
def test_box_plot_has_round_ticks_up_to_the_greatest(greatest: float, ticks: list[str]) -> None:
    box = Box("n", "2", *[greatest] * 6)
    assert texts(drawn(box))[2:-3] == ticks


def test_box_plot_takes_any_name() -> None:
    name = "<a&b>" * 40
    figure = drawn(BOX, captions=WORDS._replace(title=name))
    assert figure.findtext(f"{SVG}title") == f"{name}. over 2 topics"
    assert texts(figure)[0] == f"{name[:59]}…"
