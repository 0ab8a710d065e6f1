"""A script and a style that came into a page: the content policy refuses them, and tests notice.

The tour and every other test fail on what the policy refuses.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.browsing import opened
from tests.e2e.server import Server

pytestmark = pytest.mark.django_db(transaction=True)

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


def test_a_script_and_a_style_that_came_into_a_page_are_refused_and_told(
    chromium: Browser, live_server: Server, transactional_db: None
) -> None:
    with pytest.raises(AssertionError, match="Content Security Policy"):
        put_into_a_page(FOREIGN, chromium, live_server)
