"""Judgments that an earlier release kept in the browser, sent by this one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.browsing import opened
from tests.e2e.server import Server
from tests.running import Visitor
from tests.tiers import thorough
from tests.upgrade.installation import Old, kept, upgraded
from tests.upgrade.make_state import N_UNSENT

GRADES = """
SELECT judgment.client_key::text, grade.value FROM annotation_judgment judgment
JOIN annotation_grade grade ON grade.id = judgment.grade_id
WHERE judgment.client_key = ANY(%s::uuid[]) ORDER BY judgment.position
"""
LAY = """async (rows) => {
    const opening = indexedDB.open("regrade", 1);
    opening.onupgradeneeded = () => {
        const letters = opening.result.createObjectStore("letters", { keyPath: "key" });
        letters.createIndex("number", "number");
        letters.createIndex("desk", ["username", "campaignId"]);
    };
    await new Promise((resolve) => { opening.onsuccess = resolve; });
    const writing = opening.result.transaction("letters", "readwrite");
    rows.forEach((row) => writing.objectStore("letters").add(row));
    await new Promise((resolve) => { writing.oncomplete = resolve; });
    opening.result.close();
}"""


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Old]:
    with upgraded(tmp_path) as old:
        yield old


@thorough
def test_judgments_that_were_not_sent_yet_arrive(
    old: Old, chromium: Browser, live_server: Server
) -> None:
    letters = sorted(json.loads(kept("letters.json")), key=lambda row: row["number"])
    [username], [campaign] = ({row[key] for row in letters} for key in ("username", "campaignId"))
    visitor = Visitor(old.server.url)
    visitor.sign_in(username)
    cookies = [
        {"name": cookie.name, "value": cookie.value, "url": old.server.url}
        for cookie in visitor.cookies
    ]
    with opened(chromium, live_server) as page:
        page.context.add_cookies(cookies)  # type: ignore[arg-type]
        page.goto(f"{old.server.url}/health")
        page.evaluate(LAY, letters)
        page.goto(f"{old.server.url}/judge/{campaign}")
        expect(page.get_by_test_id("save-state")).to_have_attribute("data-state", "saved")
    sent = [row["letter"]["submission"] for row in letters]
    with psycopg.connect(old.url) as link:
        stored = link.execute(GRADES, [[one["client_key"] for one in sent]]).fetchall()
    assert stored == [(one["client_key"], one["grade"]) for one in sent]
    assert len(stored) == N_UNSENT
