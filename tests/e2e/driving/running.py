"""What an organizer does on the pages of a campaign."""

from __future__ import annotations

import re

from playwright.sync_api import Page


def invite(page: Page, n: int) -> str:
    """Make a link for this many people on the People page; returns its address."""
    page.get_by_label("How many people").fill(str(n))
    page.get_by_role("button", name="Make a link").click()
    return page.get_by_text(re.compile(r"/join#")).inner_text()


def turn_to(page: Page, tab: str) -> None:
    tabs = page.get_by_role("navigation", name="Campaign", exact=True)
    tabs.get_by_role("link", name=tab, exact=True).click()
