"""PostgreSQL, killed while somebody judges."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from launcher.postgres import Postgres
from tests.e2e.browsing import opened
from tests.e2e.server import Server
from tests.running import Gunicorn, crash, embedded, migrate
from tests.tiers import thorough

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
