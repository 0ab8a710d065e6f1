"""A context that tests use in turn hands nothing on, and what its pages are refused is heard."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from annotation.models import Visit
from tests.e2e.driving.browsing import DESKTOP, Kept, opened
from tests.e2e.driving.desk import open_desk, spruce_desk
from tests.e2e.driving.server import HOST, Server
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)

KEEP = """async () => {
    localStorage.setItem("kept", "1");
    sessionStorage.setItem("kept", "1");
    document.cookie = "kept=1";
    await (await caches.open("kept")).put("/kept", new Response("1"));
    await new Promise((resolve) => { indexedDB.open("kept").onsuccess = resolve; });
}"""
KEPT = """async () => [
    localStorage.length, sessionStorage.length, document.cookie, await caches.keys(),
    await indexedDB.databases(), (await navigator.serviceWorker.getRegistrations()).length,
    (await fetch("/api/version")).status,
]"""
N_FETCHED = """() => performance.getEntriesByType("resource")
    .filter(({ name, transferSize }) => name.includes("/assets/") && transferSize > 0).length"""
# What pages may ask a context to do to all of its pages, for good.
FOR_GOOD = re.compile(r"\bcontext\.(add_init_script|on|expose_\w+|set_extra_http_headers)\(")


@pytest.fixture
def kept(chromium: Browser, live_server: Server) -> Iterator[Kept]:
    with closing(Kept(chromium, live_server, **DESKTOP)) as kept:
        yield kept


def test_nothing_that_a_test_left_is_found_by_the_next(kept: Kept, transactional_db: None) -> None:
    with kept.page() as page:
        page.goto("/login")
        page.evaluate(KEEP)
        page.context.new_page().goto("/login")
        page.context.route("**/*", lambda route: route.abort())
        page.context.set_offline(True)
    with kept.page() as page:
        assert page.context.pages[1:] == [page]
        page.goto("/login")
        *stored, n_workers, status = page.evaluate(KEPT)
        assert stored[:2] == [0, 0]
        assert "kept" not in stored[2]
        assert (stored[3:], n_workers, status) == ([[], []], 0, 200)


def test_scripts_are_fetched_once(kept: Kept, transactional_db: None) -> None:
    for is_first in (True, False):
        with kept.page() as page:
            page.goto("/login")
            expect(page.get_by_label("Password")).to_be_visible()
            page.wait_for_load_state("networkidle")  # fonts too: half a font is fetched again
            assert (page.evaluate(N_FETCHED) > 0) == is_first


def test_a_page_that_closes_changes_nothing_any_more(kept: Kept, transactional_db: None) -> None:
    """It would say how long it was open, and be answered while the tables are emptied."""
    campaign = spruce_desk(make_user("alice"))
    with kept.page() as page:
        open_desk(page, campaign)
    assert not Visit.objects.exists()


def test_a_request_under_way_is_waited_for(live_server: Server, transactional_db: None) -> None:
    with socket.create_connection((HOST, live_server.thread.port)) as line:
        line.sendall(b"GET /api/version HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        for _ in range(200):  # before it is read, and while its end is awaited
            assert not live_server.thread.httpd.has_answered_all()
            time.sleep(0.001)
        line.sendall(b"\r\n")
        live_server.until_answered()
        assert line.recv(12) == b"HTTP/1.1 200"


def test_no_test_changes_a_context_for_good() -> None:
    changing = [
        path.name
        for path in Path(__file__).parent.glob("test_*.py")
        if FOR_GOOD.search(path.read_text("utf-8"))
    ]
    assert changing == []


# The content policy


FOREIGN = """() => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    const style = document.createElement("style");
    style.textContent = "main { display: none }";
    document.body.append(style);
    return window.ran ?? false;
}"""


def put_into_a_page(script: str, chromium: Browser, live_server: Server) -> None:
    with opened(chromium, live_server) as page:
        page.goto("/login")
        expect(page.get_by_label("Password")).to_be_visible()
        assert not page.evaluate(script)
        expect(page.locator("main")).to_be_visible()


def test_a_script_and_a_style_that_came_into_a_page_are_refused_and_reported(
    chromium: Browser, live_server: Server, transactional_db: None
) -> None:
    with pytest.raises(AssertionError, match="Content Security Policy"):
        put_into_a_page(FOREIGN, chromium, live_server)
