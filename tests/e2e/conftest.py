"""A real browser in front of a real server.

`./dev test` brings Chromium and the built frontend; without them these tests are skipped.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, Playwright, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.waiting import until_the_server_rests

# Playwright's own event loop makes Django see an asynchronous context in these tests.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

CHROMIUM = os.environ.get("REGRADE_CHROMIUM") or shutil.which("chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
TIMEOUT_MS = 20_000

SignIn = Callable[[str], Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    missing = _missing()
    for item in items:
        if Path(__file__).parent not in item.path.parents:
            continue
        item.add_marker(pytest.mark.e2e)
        if missing:
            item.add_marker(pytest.mark.skip(reason=missing))


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    libraries = os.environ.get("REGRADE_CHROMIUM_LIBRARIES")
    browser = playwright.chromium.launch(
        executable_path=CHROMIUM,
        args=FLAGS if libraries is None else [*FLAGS, "--headless=shell"],
        env={**os.environ, "LD_LIBRARY_PATH": libraries} if libraries else None,
    )
    yield browser
    browser.close()


@pytest.fixture
def page(chromium: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A desktop-sized page; anything the browser complains about fails the test."""
    context = chromium.new_context(
        base_url=live_server.url, viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
    )
    context.set_default_timeout(TIMEOUT_MS)
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    context.close()
    until_the_server_rests()
    assert complaints == []


@pytest.fixture
def sign_in(page: Page) -> SignIn:
    """Sign in by keyboard alone, as the cast of the tests does."""

    def signed_in(username: str) -> Page:
        page.goto("/login")
        page.get_by_label("Username").focus()
        page.keyboard.type(username)
        page.keyboard.press("Tab")
        page.keyboard.type(f"{username}-password")
        page.keyboard.press("Enter")
        page.wait_for_url("/")
        return page

    return signed_in


def _missing() -> str | None:
    if CHROMIUM is None:
        return "there is no Chromium: ./dev test installs one"
    if not (Path(settings.FRONTEND_ROOT) / "index.html").is_file():
        return "the frontend is not built: ./dev setup builds it"
    return None
