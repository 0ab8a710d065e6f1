"""Contexts of the browser: kept ones, which tests use in turn, and a test's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

from tests.e2e.driving.server import Server

# Waiting ends as soon as there is what is expected; a busy machine may need all of it.
PATIENCE_MS = 60_000
DESKTOP = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# What the page's own policy forbids it is refused in silence, but for this event.
REPORT_REFUSALS = """addEventListener("securitypolicyviolation", (refused) => console.error(
    "content policy:", refused.effectiveDirective, refused.blockedURI, refused.sourceFile,
    refused.sample));"""
# All that an origin can leave behind; the HTTP cache and compiled scripts are none of it.
STORED = "cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage"


class Watched:
    """A context of the browser, and what its pages complained of."""

    def __init__(self, browser: Browser, server: Server, **options: Any) -> None:
        self.server = server
        self.context = browser.new_context(base_url=server.url, **options)
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(REPORT_REFUSALS)
        self.complaints = list[str]()
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.context.on("console", lambda line: self.complaints.extend(refusals(line.text)))

    def end(self, *pages: Page) -> None:
        """Close these pages, and return when the server has answered them.

        A page that closes says how long it was open. Offline, it reaches nobody: what a test left
        in the database does not change any more.
        """
        self.context.set_offline(True)
        self.context.unroute_all(behavior="ignoreErrors")
        for page in pages:
            page.unroute_all(behavior="ignoreErrors")
            page.close()
        self.server.until_answered()


class Kept(Watched):
    """A context shared by consecutive tests, so that fetched and compiled files stay cached.

    Nothing takes a script or a listener away from it again: tests add theirs to a page.
    """

    def __init__(self, browser: Browser, server: Server, **options: Any) -> None:
        super().__init__(browser, server, **options)
        self._last = self.context.new_page()
        self._storage = self.context.new_cdp_session(self._last)

    def close(self) -> None:
        self.context.close()

    @contextmanager
    def page(self) -> Iterator[Page]:
        self.complaints.clear()
        try:
            yield self.context.new_page()
        finally:
            self.clear()
        assert self.complaints == [], self.complaints

    def clear(self) -> None:
        """Close all pages, and leave nothing of what they stored."""
        self.end(*(page for page in self.context.pages if page != self._last))
        self.context.set_offline(False)
        self.context.clear_cookies()
        self.context.clear_permissions()
        asked = {"origin": self.server.url, "storageTypes": STORED}
        self._storage.send("Storage.clearDataForOrigin", asked)


@contextmanager
def opened(browser: Browser, server: Server, **options: Any) -> Iterator[Page]:
    """A page in a context of its own: for somebody else at the same time, or an odd screen."""
    own = Watched(browser, server, **options)
    try:
        yield own.context.new_page()
    finally:
        own.end(*own.context.pages)
        own.context.close()
    assert own.complaints == [], own.complaints


def refusals(line: str) -> list[str]:
    """What a line of the console says of the content policy, by the browser or by the event."""
    return [line] if re.search("content.security.policy|^content policy:", line, re.I) else []
