"""The web server itself, killed while it stores a judgment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import connection
from playwright.sync_api import Browser, Page, expect

from annotation.models import Campaign, Judgment
from tests.e2e.browsing import opened
from tests.e2e.conftest import signed_in
from tests.e2e.server import Server
from tests.factories import (
    make_campaign,
    make_collection,
    make_member,
    make_pool,
    make_topics,
    make_user,
)
from tests.running import Gunicorn
from tests.scratch import database_url
from tests.waiting import until_someone_waits_for_a_lock

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def judgments_held_back() -> Iterator[None]:
    """Nothing is stored meanwhile: who wants to store a judgment waits in the middle of it."""
    with psycopg.connect(database_url(connection.settings_dict)) as holder:
        holder.execute("LOCK TABLE annotation_judgment IN SHARE ROW EXCLUSIVE MODE")
        yield


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    texts = {f"d{number}": f"This is passage number {number}." for number in range(20)}
    pool = make_pool("pool", make_collection(texts=texts), make_topics(queries={"q1": "which"}))
    return make_campaign(pool=pool, judgments_per_pair=1)


@pytest.fixture
def server(campaign: Campaign, tmp_path: Path) -> Iterator[Gunicorn]:
    server = Gunicorn(tmp_path)
    with ExitStack() as last:
        last.callback(server.close)
        server.start()
        yield server


@pytest.fixture
def desk(
    chromium: Browser, live_server: Server, server: Gunicorn, campaign: Campaign
) -> Iterator[Page]:
    alice = make_user("alice")
    make_member(campaign, alice)
    with opened(chromium, live_server, viewport={"width": 1280, "height": 800}) as page:
        signed_in(page, "alice")
        page.goto(f"{server.url}/judge/{campaign.pk}")
        expect(page.get_by_test_id("passage")).to_be_visible()
        yield page


def test_a_server_killed_in_the_middle_of_a_save_stores_it_once_in_the_end(
    desk: Page, server: Gunicorn
) -> None:
    state = desk.get_by_test_id("save-state")
    desk.keyboard.press("1")
    expect(state).to_have_attribute("data-state", "saved")
    with judgments_held_back():
        desk.keyboard.press("2")
        until_someone_waits_for_a_lock()
        desk.keyboard.press("3")
        server.kill()
    expect(state).not_to_have_attribute("data-state", "saved")
    assert Judgment.objects.count() == 1
    server.start()
    expect(state).to_have_attribute("data-state", "saved")
    stored = Judgment.objects.order_by("position").values_list("grade__value", flat=True)
    assert list(stored) == [1, 2, 3]
