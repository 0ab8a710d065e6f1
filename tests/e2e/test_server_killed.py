"""The web server itself, killed while it stores a judgment."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import Campaign, Judgment
from tests.e2e.conftest import opened
from tests.factories import (
    make_campaign,
    make_collection,
    make_member,
    make_pool,
    make_topics,
    make_user,
)
from tests.waiting import until_someone_waits_for_a_lock

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE_S = 60
SERVE = (
    "gunicorn config.wsgi:application --worker-class gthread --threads 4"
    " --no-control-socket --reuse-port"
)


class Gunicorn:
    """Serves the test's database as `./dev up` serves its own; the port stays the same."""

    def __init__(self, folder: Path) -> None:
        self._kept = socket.socket()  # listens never, and keeps the port from anybody else
        self._kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self._kept.bind(("127.0.0.1", 0))
        self.port = int(self._kept.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = folder / "gunicorn.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        argv = [sys.executable, "-m", *SERVE.split(), "--bind", f"127.0.0.1:{self.port}"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                argv,
                cwd=settings.BASE_DIR,
                env={**os.environ, "DATABASE_URL": database_url()},
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._wait_until_it_answers()

    def close(self) -> None:
        self.kill()
        self._kept.close()

    def kill(self) -> None:
        """Master and worker at once, whatever they are doing."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def _wait_until_it_answers(self) -> None:
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            link = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
            with closing(link), suppress(OSError, HTTPException):
                link.request("GET", "/health")
                link.getresponse().read()
                return
            time.sleep(0.05)
        raise AssertionError(self._log.read_text())


def database_url() -> str:
    own = connection.settings_dict
    user, password = quote(own["USER"] or "", safe=""), quote(own["PASSWORD"] or "", safe="")
    host = quote(own["HOST"] or "", safe="")
    return f"postgresql://{user}:{password}@{host}:{own['PORT'] or ''}/{own['NAME']}"


@contextmanager
def judgments_held_back() -> Iterator[None]:
    """Nothing is stored meanwhile: who wants to store a judgment waits in the middle of it."""
    with psycopg.connect(database_url()) as holder:
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
    chromium: Browser, live_server: LiveServer, server: Gunicorn, campaign: Campaign
) -> Iterator[Page]:
    alice = make_user("alice")
    make_member(campaign, alice)
    client = Client()
    client.force_login(alice)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    with opened(chromium, live_server, viewport={"width": 1280, "height": 800}) as page:
        page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": server.url}]
        )
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
