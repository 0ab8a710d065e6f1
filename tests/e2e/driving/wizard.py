"""Steps of the wizard that creates a campaign."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from ranking.models import Run


def go_on(page: Page, step: str) -> None:
    # By a key: what comes from the server meanwhile moves the link from under a pointer.
    page.get_by_role("link", name=f"Next: {step}").press("Enter")
    expect(page).to_have_url(re.compile(f"step={step}$"))


def begin(page: Page, runs: list[Run]) -> None:
    page.goto("/campaigns/new")
    page.get_by_label("The passages to judge").select_option(runs[0].collection.name)
    page.get_by_label("What was searched for").select_option(runs[0].topic_set.name)
    for run in runs:
        page.get_by_role("checkbox", name=re.compile(f"^{run.name}")).check()
    go_on(page, "pool")


def create(page: Page) -> None:
    page.get_by_role("button", name="Create the campaign").click()
    page.wait_for_url(re.compile(r"/campaigns/\d+/people$"))
