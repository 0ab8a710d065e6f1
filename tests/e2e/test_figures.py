"""What a figure is downloaded as: SVG, PNG and CSV, made in the browser."""

from __future__ import annotations

import csv
import xml.etree.ElementTree as ET
from base64 import b64encode
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.e2e.axe import check_axe
from tests.e2e.conftest import signed_in
from tests.evaluation.four_runs import make_ground
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = "/compare?baseline=a&runs=b,c&labels=old&measures=RR@10,AP&tab=order"
TITLE = "Mean RR@10 of each run under each label set"
# Width, height and number of colours of a picture.
LOOK_AT = """async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const brush = canvas.getContext("2d");
    brush.drawImage(bitmap, 0, 0);
    const { data } = brush.getImageData(0, 0, bitmap.width, bitmap.height);
    return [bitmap.width, bitmap.height, new Set(new Uint32Array(data.buffer)).size];
}"""


@pytest.fixture
def figure(page: Page, transactional_db: None) -> Locator:
    make_user("dave", "ranking.may_research")
    make_ground()
    signed_in(page, "dave").goto(ADDRESS)
    figure = page.get_by_role("figure").filter(has=page.get_by_role("img", name=TITLE))
    expect(figure).to_be_visible()
    return figure


def saved(figure: Locator, kind: str, folder: Path) -> Path:
    with figure.page.expect_download() as download:
        figure.get_by_role("button", name=f"{kind} of “{TITLE}”").press("Enter")
    name = download.value.suggested_filename
    assert name == f"runs-by-labels-RR-10.{kind.lower()}"
    download.value.save_as(folder / name)
    return folder / name


def test_the_svg_stands_alone(figure: Locator, tmp_path: Path) -> None:
    text = saved(figure, "SVG", tmp_path).read_text("utf-8")
    root = ET.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root[0].text == TITLE
    assert root.attrib["font-family"].startswith("Inter")
    assert not [part for part in ("var(", "currentColor", "class=", "style=") if part in text]


def test_the_png_has_twice_the_size_and_shows_something(figure: Locator, tmp_path: Path) -> None:
    png = saved(figure, "PNG", tmp_path).read_bytes()
    root = ET.fromstring(saved(figure, "SVG", tmp_path).read_text("utf-8"))
    drawn = [float(root.attrib[side]) for side in ("width", "height")]
    width, height, n_colours = figure.page.evaluate(LOOK_AT, b64encode(png).decode())
    assert [width, height] == [round(2 * side) for side in drawn]
    assert n_colours > 10


def test_the_csv_has_what_the_table_has_unrounded(figure: Locator, tmp_path: Path) -> None:
    with saved(figure, "CSV", tmp_path).open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    figure.get_by_text("The same as a table").click()
    shown = [row.locator("th, td").all_inner_texts() for row in figure.get_by_role("row").all()]
    assert shown[0] == head
    assert shown[1:] == [[run, *(rounded(mean) for mean in means)] for run, *means in rows]
    assert any(len(mean) > len(".333") + 1 for _, *means in rows for mean in means)


def test_a_download_asks_the_server_for_nothing(figure: Locator, tmp_path: Path) -> None:
    asked: list[Request] = []
    figure.page.on("request", lambda request: asked.append(request))
    for kind in ("SVG", "PNG", "CSV"):
        saved(figure, kind, tmp_path)
    assert [request.url for request in asked if not request.url.startswith("blob:")] == []
    check_axe(figure.page)


def rounded(number: str) -> str:
    return f"{float(number):.3f}".removeprefix("0")
