"""What an organizer does on the pages of a campaign."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect


def invite(page: Page, n: int) -> str:
    """Make a link for this many people on the People page; returns its address."""
    page.get_by_label("How many people").fill(str(n))
    page.get_by_role("button", name="Make a link").click()
    return page.get_by_text(re.compile(r"/join#")).inner_text()


def change_state(page: Page, verb: str) -> None:
    page.get_by_role("group", name="State").get_by_role("button", name=f"{verb}…").click()
    confirm(page, verb)


def confirm(page: Page, verb: str) -> None:
    page.get_by_role("dialog").get_by_role("button", name=verb, exact=True).click()
    expect(page.get_by_role("dialog")).to_be_hidden()


def turn_to(page: Page, tab: str) -> None:
    tabs = page.get_by_role("navigation", name="Campaign", exact=True)
    tabs.get_by_role("link", name=tab, exact=True).click()
