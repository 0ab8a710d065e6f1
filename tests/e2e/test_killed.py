"""Servers that are killed while somebody judges, and a release that replaces another."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from playwright.sync_api import Browser, Page, expect

from annotation.models import Judgment
from launcher.postgres import Postgres
from tests.database.scratch import database_url
from tests.e2e.conftest import signed_in
from tests.e2e.driving.browsing import opened
from tests.e2e.driving.desk import spruce_desk
from tests.e2e.driving.server import Server
from tests.factories import make_user
from tests.processes.running import Gunicorn, Visitor, crash, embedded, migrate
from tests.tiers import thorough
from tests.upgrade.installation import Old, kept, upgraded
from tests.upgrade.make_state import N_UNSENT
from tests.waiting import until_someone_waits_for_a_lock

pytestmark = pytest.mark.django_db(transaction=True)

# The web server


@contextmanager
def judgments_held_back() -> Iterator[None]:
    """Nothing is stored meanwhile: who wants to store a judgment waits in the middle of it."""
    with psycopg.connect(database_url(connection.settings_dict)) as holder:
        holder.execute("LOCK TABLE annotation_judgment IN SHARE ROW EXCLUSIVE MODE")
        yield


@pytest.fixture
def server(transactional_db: None, tmp_path: Path) -> Iterator[Gunicorn]:
    with closing(Gunicorn(tmp_path)) as server:
        server.start()
        yield server


@thorough
def test_a_server_killed_in_the_middle_of_a_save_stores_it_once_in_the_end(
    chromium: Browser, live_server: Server, server: Gunicorn
) -> None:
    campaign = spruce_desk(make_user("alice"))
    with opened(chromium, live_server) as page:
        signed_in(page, "alice").goto(f"{server.url}/judge/{campaign.pk}")
        expect(page.get_by_test_id("passage")).to_be_visible()
        state = page.get_by_test_id("save-state")
        page.keyboard.press("1")
        expect(state).to_have_attribute("data-state", "saved")
        with judgments_held_back():
            page.keyboard.press("2")
            until_someone_waits_for_a_lock()
            page.keyboard.press("3")
            server.kill()
        expect(state).not_to_have_attribute("data-state", "saved")
        assert Judgment.objects.count() == 1
        server.start()
        expect(state).to_have_attribute("data-state", "saved")
    stored = Judgment.objects.order_by("position").values_list("grade__value", flat=True)
    assert list(stored) == [1, 2, 3]


# PostgreSQL


# The test's own database is on another server.
SEED = """
import django, json
django.setup()
from django.test import Client
from tests.factories import make_campaign, make_collection, make_member, make_pool, make_user
texts = {f"d{number}": f"This is passage number {number}." for number in range(20)}
campaign = make_campaign(pool=make_pool("pool", make_collection(texts=texts)))
alice, client = make_user("alice"), Client()
make_member(campaign, alice)
client.force_login(alice)
print(json.dumps([campaign.pk, client.session.session_key]))
"""
GRADES = """
SELECT grade.value FROM annotation_judgment judgment
JOIN annotation_grade grade ON grade.id = judgment.grade_id ORDER BY judgment.position
"""


@pytest.fixture
def postgres() -> Iterator[Any]:
    with embedded(Postgres) as postgres:
        migrate(postgres.url)
        yield postgres


@pytest.fixture
def desk(chromium: Browser, live_server: Server, postgres: Any, tmp_path: Path) -> Iterator[Page]:
    env = {**os.environ, "DATABASE_URL": postgres.url}
    seeding = [sys.executable, "-c", SEED]
    seeded = subprocess.run(
        seeding, cwd=settings.BASE_DIR, env=env, check=True, capture_output=True
    )
    campaign, session = json.loads(seeded.stdout)
    with (
        closing(Gunicorn(tmp_path, DATABASE_URL=postgres.url)) as server,
        opened(chromium, live_server, viewport={"width": 1280, "height": 800}) as page,
    ):
        server.start()
        page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": server.url}]
        )
        page.goto(f"{server.url}/judge/{campaign}")
        expect(page.get_by_test_id("passage")).to_be_visible()
        yield page


@thorough
def test_who_judges_goes_on_while_postgresql_is_away(desk: Page, postgres: Any) -> None:
    state = desk.get_by_test_id("save-state")
    desk.keyboard.press("1")
    expect(state).to_have_attribute("data-state", "saved")
    crash(postgres)
    desk.keyboard.press("2")
    expect(state).not_to_have_attribute("data-state", "saved")
    desk.keyboard.press("3")
    expect(desk.get_by_test_id("passage")).to_be_visible()
    expect(desk.get_by_role("alert")).to_have_text("")  # the line for hints, and it is empty
    postgres.ensure()
    expect(state).to_have_attribute("data-state", "saved")
    with psycopg.connect(postgres.url) as connection:
        assert [value for (value,) in connection.execute(GRADES)] == [1, 2, 3]


# An earlier release, which kept judgments that it could not send


SENT = """
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
        stored = link.execute(SENT, [[one["client_key"] for one in sent]]).fetchall()
    assert stored == [(one["client_key"], one["grade"]) for one in sent]
    assert len(stored) == N_UNSENT
