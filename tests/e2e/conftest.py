"""A real browser in front of a real server.

`./dev test` brings Chromium and the built frontend; without them these tests are skipped.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.waiting import until_all_is_answered

# Playwright's own event loop makes Django see an asynchronous context in these tests.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

CHROMIUM = os.environ.get("REGRADE_CHROMIUM") or shutil.which("chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
# Waiting ends as soon as there is what is expected; a busy machine may need all of it.
PATIENCE_MS = 60_000

expect.set_options(timeout=PATIENCE_MS)

# What the page's own policy forbids it is refused in silence, but for this event.
TELL_REFUSALS = """addEventListener("securitypolicyviolation", (refused) => console.error(
    "content policy:", refused.effectiveDirective, refused.blockedURI, refused.sourceFile,
    refused.sample));"""

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
    with opened(
        chromium, live_server, viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
    ) as page:
        yield page


@pytest.fixture
def phone(chromium: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A page on a phone, touched and not clicked."""
    with opened(
        chromium,
        live_server,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
    ) as page:
        yield page


@contextmanager
def opened(chromium: Browser, live_server: LiveServer, **options: Any) -> Iterator[Page]:
    context = chromium.new_context(base_url=live_server.url, **options)
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(TELL_REFUSALS)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda told: complaints.extend(refusals(told.text)))
    try:
        yield page
    finally:
        context.close()
        if not chromium.contexts:  # others would keep their connections
            until_all_is_answered(live_server.url)
    assert complaints == []


def refusals(told: str) -> list[str]:
    """What a line of the console says of the content policy, by the browser or by the event."""
    return [told] if re.search("content.security.policy|^content policy:", told, re.I) else []


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
    """Sign in over the API, with the cookies of the page's browser; no page is opened for it."""
    api = page.context.request
    api.get("/api/session")
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    answer = api.post(
        "/api/session",
        data={"username": username, "password": f"{username}-password"},
        headers={"X-CSRFToken": cookies[settings.CSRF_COOKIE_NAME]},
    )
    assert answer.ok, answer.text()
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
