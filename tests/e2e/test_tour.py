"""A tour of every page, at the width of a desk and of two phones.

A road of its own shows what a page is for; what all pages owe their readers is looked at here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

import pytest
from playwright.sync_api import Page

from tests import page_calls
from tests.e2e.conftest import signed_in
from tests.e2e.driving.looking import HEIGHT, OPEN_FOLDS, WATCH_SHIFTS, WIDTHS, Traffic, faults_of
from tests.e2e.tour import AREAS, NARROW, TOURS, UNKNOWN
from tests.e2e.tour_scene import make_scene
from tests.factories import make_administrator
from tests.tiers import THOROUGH, thorough

pytestmark = pytest.mark.django_db(transaction=True)

MOST_SHIFTED = 0.25  # above it is poor, as web vitals have it
MOST_SHIFTED_LATE = 0.15
# Every answer comes up to 1.2 s late, each address by as much in every run: parts of a page then
# come in an order that a quick server hides. The page is busy until all are there.
LATE_ANSWERS = """{
    const ask = window.fetch;
    let held = 0;
    const hold = (change) => {
        held += change;
        document.documentElement?.setAttribute("aria-busy", String(held > 0));
    };
    window.fetch = async (...asked) => {
        const { pathname } = new URL(asked[0].url ?? asked[0], location.href);
        const letters = [...pathname.replace(/\\d+/g, "")];
        const hash = letters.reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) >>> 0, 7);
        hold(1);
        try {
            const answer = await ask(...asked);
            await new Promise((done) => setTimeout(done, hash % 1200));
            return answer;
        } finally {
            hold(-1);
        }
    };
}"""
EDGES = """() => [document.querySelector("header a"), document.querySelector("main h1")]
    .map((part) => part?.getBoundingClientRect().left)"""


@pytest.fixture
def scene(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    return make_scene(monkeypatch)


def test_every_page_is_on_the_tour() -> None:
    known = page_calls.pages("app/Pages") | page_calls.pages("app/FramedPages")
    pages = {address for address in known if not address.endswith("/*")}
    assert set(chain(*(area.pages for area in AREAS.values()))) == pages | {UNKNOWN}
    assert set(chain(*TOURS.values())) == set(AREAS)


@pytest.mark.parametrize("name", TOURS)
def test_a_page_is_whole_at_every_width(name: str, page: Page, scene: dict[str, object]) -> None:
    page.add_init_script(WATCH_SHIFTS)
    traffic, faults = Traffic(page), list[str]()
    for route, address, is_next in stops(name, page):
        go_to = traffic.follow if is_next and not THOROUGH else traffic.open
        page.set_viewport_size({"width": WIDTHS[0], "height": HEIGHT})
        go_to(address.format(**scene))
        found = look_at(traffic, is_narrow=route in NARROW)
        faults += [f"{address}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


def stops(name: str, page: Page) -> Iterator[tuple[str, str, bool]]:
    """Routes and addresses, whose visitor is signed in; whether a link may have led there."""
    for area in map(AREAS.__getitem__, TOURS[name]):
        if area.visitor is not None:
            signed_in(page, area.visitor)
        before = None
        for route, address in area.routes():
            yield route, address, before not in (None, route)
            before = route


def look_at(traffic: Traffic, *, is_narrow: bool) -> list[str]:
    page = traffic.page
    shifts = page.evaluate("window.shifts")
    header, heading = page.evaluate(EDGES)
    is_off = not is_narrow and header != heading
    faults = [f"the heading is at {heading}, not {header}"] if is_off else []
    if sum(value for value, _ in shifts) > MOST_SHIFTED:
        faults += [f"it shifts: {shifts}"]
    page.evaluate(OPEN_FOLDS)
    traffic.until_loaded()
    return [*faults, *faults_of(page), *traffic.errors]


@thorough
@pytest.mark.parametrize("name", TOURS)
def test_a_page_stands_still_while_answers_come_late(
    name: str, page: Page, scene: dict[str, object]
) -> None:
    """On a phone, where what comes late above something else moves most of the screen."""
    page.add_init_script(WATCH_SHIFTS)
    page.add_init_script(LATE_ANSWERS)
    page.set_viewport_size({"width": 390, "height": HEIGHT})
    traffic, faults = Traffic(page), list[str]()
    for _, address, _ in stops(name, page):
        traffic.open(address.format(**scene))
        shifts = page.evaluate("window.shifts")
        if sum(value for value, _ in shifts) > MOST_SHIFTED_LATE:
            faults += [f"{address}: it shifts: {shifts}"]
    assert not faults, "\n".join(faults)


@thorough
@pytest.mark.parametrize("name", TOURS)
def test_a_page_is_whole_in_the_dark_and_in_very_large_letters(
    name: str, page: Page, scene: dict[str, object]
) -> None:
    page.add_init_script("localStorage.setItem('regrade.text-size', 'xl')")
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.set_viewport_size({"width": WIDTHS[-1], "height": HEIGHT})
    traffic, faults = Traffic(page), list[str]()
    for _, address, _ in stops(name, page):
        traffic.open(address.format(**scene))
        page.evaluate(OPEN_FOLDS)
        traffic.until_loaded()
        faults += [f"{address}: {fault}" for fault in faults_of(page, WIDTHS[-1:])]
    assert not faults, "\n".join(faults)


@thorough
def test_every_page_of_an_empty_installation_is_whole(page: Page, transactional_db: None) -> None:
    """Where an address names nothing; those of what is not there say so."""
    make_administrator("root")
    signed_in(page, "root")
    traffic, faults = Traffic(page), list[str]()
    for route in sorted({route for area in AREAS.values() for route in area.pages} - {UNKNOWN}):
        traffic.open(re.sub(":(id|pair)", "1", route).replace(":", ""))
        faults += [f"{route}: {fault}" for fault in faults_of(page)]
    assert not faults, "\n".join(faults)
