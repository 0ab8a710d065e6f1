"""The broker killed, or frozen so that it takes connections and never answers: judging goes on."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import override_settings

from annotation.models import Campaign, Judgment
from launcher.valkey import Valkey
from tests.factories import make_campaign, make_member, make_user
from tests.processes.running import Answer, Gunicorn, Visitor, embedded
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

AWAY = {"killed": signal.SIGKILL, "frozen": signal.SIGSTOP}
HOWS = ["frozen", pytest.param("killed", marks=thorough)]


@pytest.fixture
def broker() -> Iterator[Any]:
    with embedded(Valkey) as valkey:
        yield valkey


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    # As the server hashes them, which knows nothing of the tests' quick ones.
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.PBKDF2PasswordHasher"]):
        alice = make_user("alice")
    campaign = make_campaign()
    make_member(campaign, alice)
    return campaign


@pytest.fixture
def server(campaign: Campaign, broker: Any, tmp_path: Path) -> Iterator[Gunicorn]:
    with closing(Gunicorn(tmp_path, REDIS_URL=broker.url)) as server:
        server.start()
        yield server


def judge_one(alice: Visitor, campaign: Campaign) -> list[int]:
    """Claim a pair and judge it; the answers' statuses."""
    place = f"/api/judging/{campaign.pk}"
    claimed = alice.post(f"{place}/claims", {"n": 1})
    if claimed.status != 200:
        return [claimed.status]
    answer: dict[str, object] = {"grade": 1, "reason_not_judged": None, "spans": [], "claim": 0}
    times = {"active_ms": 900, "away_ms": 0, "visit": str(uuid4()), "client_key": str(uuid4())}
    ticket = {"ticket": claimed.json()["assignments"][0]["ticket"]}
    return [200, alice.post(f"{place}/judgments", {**ticket, **answer, **times}).status]


@pytest.mark.parametrize("how", HOWS)
def test_without_the_broker_people_sign_in_and_judge(
    how: str, server: Gunicorn, broker: Any, campaign: Campaign
) -> None:
    os.kill(broker.pid, AWAY[how])
    alice = Visitor(server.url)
    assert (alice.sign_in("alice").status, judge_one(alice, campaign)) == (200, [200, 200])
    assert Judgment.objects.count() == 1


@thorough
@pytest.mark.parametrize("how", HOWS)
def test_who_signs_out_without_the_broker_is_not_signed_in_when_it_is_back(
    how: str, server: Gunicorn, broker: Any
) -> None:
    alice, thief = Visitor(server.url), Visitor(server.url)
    alice.sign_in("alice")
    for cookie in alice.cookies:
        thief.cookies.set_cookie(cookie)
    assert thief.get("/api/session").json()["username"] == "alice"
    os.kill(broker.pid, AWAY[how])
    assert alice.delete("/api/session").status == 204
    os.kill(broker.pid, signal.SIGCONT)
    broker.ensure()
    assert thief.get("/api/session").json()["username"] is None


def asked_until_not_ready(visitor: Visitor) -> Answer:
    """A process remembers for some seconds that all was there."""
    end = time.monotonic() + 60
    while (found := visitor.get("/ready")).json()["status"] == "ready" and time.monotonic() < end:
        time.sleep(0.2)
    return found


@thorough
@pytest.mark.parametrize("how", HOWS)
def test_ready_says_that_the_broker_is_away_and_what_that_means(
    how: str, server: Gunicorn, broker: Any
) -> None:
    visitor = Visitor(server.url)
    assert visitor.get("/ready").json() == {"status": "ready", "away": {}}
    os.kill(broker.pid, AWAY[how])
    found = asked_until_not_ready(visitor)
    assert (found.status, found.json()["status"]) == (200, "limited")
    assert "jobs wait" in found.json()["away"]["broker"]
    assert visitor.get("/health").status == 200
