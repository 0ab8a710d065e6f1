"""A real browser in front of a real server.

`./dev test` brings Chromium and the built frontend; without them these tests are skipped.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.e2e.driving.browsing import DESKTOP, PATIENCE_MS, PHONE, Kept
from tests.e2e.driving.server import HOST, Server

# Playwright's own event loop makes Django see an asynchronous context in these tests.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

CHROMIUM = os.environ.get("REGRADE_CHROMIUM") or shutil.which("chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]

expect.set_options(timeout=PATIENCE_MS)

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
def live_server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


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


@pytest.fixture(scope="session")
def desktop(chromium: Browser, live_server: Server) -> Iterator[Kept]:
    with closing(Kept(chromium, live_server, **DESKTOP)) as kept:
        yield kept


@pytest.fixture(scope="session")
def pocket(chromium: Browser, live_server: Server) -> Iterator[Kept]:
    with closing(Kept(chromium, live_server, **PHONE)) as kept:
        yield kept


@pytest.fixture
def page(desktop: Kept) -> Iterator[Page]:
    """A desktop-sized page; anything the browser complains about fails the test."""
    with desktop.page() as page:
        yield page


@pytest.fixture
def phone(pocket: Kept) -> Iterator[Page]:
    """A page on a phone, touched and not clicked."""
    with pocket.page() as page:
        yield page


def until(page: Page, is_so: Callable[[], bool]) -> None:
    """Let the page go on until it is so; for what no `expect` can look at."""
    end = time.monotonic() + PATIENCE_MS / 1000
    while not is_so():
        assert time.monotonic() < end, "it never came to that"
        page.wait_for_timeout(50)


@pytest.fixture
def sign_in(page: Page) -> SignIn:
    return lambda username: signed_in(page, username)


def signed_in(page: Page, username: str) -> Page:
    """Begin a session without a password and without opening a page for it."""
    client = Client()
    client.force_login(User.objects.get(username=username))
    name = settings.SESSION_COOKIE_NAME
    value = client.cookies[name].value
    # Sent to every port of the host, as cookies are: to another server of the test's, too.
    page.context.add_cookies([{"name": name, "value": value, "domain": HOST, "path": "/"}])
    return page


def signed_in_by_keyboard(page: Page, username: str) -> Page:
    """Sign in as people do, by keyboard alone; leads to the front page."""
    page.goto("/login")
    page.get_by_label("Username").focus()
    page.keyboard.type(username)
    page.keyboard.press("Tab")
    page.keyboard.type(f"{username}-password")
    page.keyboard.press("Enter")
    page.wait_for_url("/")
    return page


def _missing() -> str | None:
    if CHROMIUM is None:
        return "there is no Chromium: ./dev test installs one"
    if not (Path(settings.FRONTEND_ROOT) / "index.html").is_file():
        return "the frontend is not built: ./dev setup builds it"
    return None
