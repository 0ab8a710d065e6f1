"""A saved comparison that anybody reads by its link, if its owner says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from annotation.models import Campaign, CampaignState, LabelSet
from evaluation.models import Comparison, SavedComparison
from ranking.models import Run, Visibility
from tests.evaluation.asking import post
from tests.evaluation.labelled import derive_like, make_two_runs
from tests.evaluation.library.shelf import change, names, signed_in
from tests.factories import make_campaign, make_pool, make_user

pytestmark = pytest.mark.django_db

ASKED = {"baseline": "r1", "runs": "r2", "labels": "gold", "measures": "RR@10,P@1"}
PRIVATE = Visibility.PRIVATE


@pytest.fixture
def client(rita: User) -> Client:
    """The owner of a saved comparison, `kept`."""
    make_two_runs("gold")
    client = signed_in(rita)
    save(client, "kept")
    return client


def save(client: Client, name: str, **asked: str) -> None:
    post(client, "comparison", {**ASKED, **asked})
    fields = {**ASKED, **asked, "name": name, "note": "Table 2."}
    assert post(client, "comparisons", fields).status_code == 201


def turn_on(client: Client, name: str = "kept") -> str:
    """The token of its link."""
    row = change(client, "comparisons", name, has_link=True).json()["row"]
    return str(row["link"]).removeprefix("/shared#")


def read(token: str) -> Any:
    return post(Client(enforce_csrf_checks=True), "shared-comparisons", {"token": token})


def campaign_of(label_set: str) -> Campaign:
    """A campaign under way, with a label set that was derived from it."""
    run = Run.objects.get(name="r1")
    campaign = make_campaign(pool=make_pool("pool", run.collection, run.topic_set))
    derive_like(LabelSet.objects.get(name="gold"), campaign, label_set)
    return campaign


def test_who_has_the_link_reads_frozen_numbers_and_nothing_else(client: Client) -> None:
    answer = read(turn_on(client))
    shared = answer.json()
    rows = shared.pop("rows")
    assert shared.pop("frozen_at").startswith("20")
    assert shared == {
        **{"name": "kept", "note": "Table 2.", "test": "t", "correction": "none"},
        **{"family": "column", "baseline_labels": None},
    }
    assert [row["run_mean"] for row in rows] == [
        r["run_mean"] for r in Comparison.objects.get().result
    ]
    about = {"labels", "measure", "baseline", "run", "stars", "n_topics", "simulated"}
    numbers = {"baseline_mean", "run_mean", "difference", "low", "high", "p_value", "p_adjusted"}
    of_sample = {"sample", "these_topics_low", "these_topics_high"}
    assert set(rows[0]) == about | numbers | of_sample | {"lower_is_better", "min_relevance"}
    assert "rita" not in answer.content.decode()


@pytest.mark.parametrize("token", ["", "never-one"])
def test_no_proxy_or_search_engine_stores_it(token: str, client: Client) -> None:
    answer = read(token or turn_on(client))
    assert answer["Cache-Control"] == "private, no-store"
    assert (answer["Referrer-Policy"], answer["X-Robots-Tag"]) == (
        "no-referrer",
        "noindex, nofollow",
    )


def test_a_link_that_is_turned_off_stays_dead(client: Client) -> None:
    token = turn_on(client)
    assert turn_on(client) == token  # it is on already
    assert change(client, "comparisons", "kept", has_link=False).json()["row"]["link"] is None
    dead, never = read(token), read("never-one")
    assert (dead.status_code, dead.json()) == (never.status_code, never.json())
    assert dead.status_code == 404
    again = turn_on(client)
    assert (read(again).status_code, read(token).status_code) == (200, 404)


@pytest.mark.parametrize(
    ("odd", "status"), [("a/b", 404), ("a" * 5_000, 404), ("\0", 400), ("", 400)]
)
def test_what_is_no_token_is_refused(odd: str, status: int, client: Client) -> None:
    assert read(odd).status_code == status


def test_no_log_has_the_token_while_it_must_not_be_read(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    token = turn_on(client)
    Run.objects.filter(name="r2").update(archived_at=timezone.now())
    assert read(token).status_code == 404
    assert "Not Found: /api/shared-comparisons" in caplog.text
    assert token not in caplog.text


def test_its_owner_alone_turns_it_on_and_sees_it(client: Client) -> None:
    otto = signed_in(make_user("otto", "ranking.may_research"))
    root = signed_in(User.objects.create_superuser("root"))
    assert change(otto, "comparisons", "kept", has_link=True).status_code == 403
    refused = change(root, "comparisons", "kept", has_link=True)
    assert (refused.status_code, refused.json()["code"]) == (400, "not_the_owner")
    turn_on(client)
    rows = otto.get("/api/comparisons").json()["rows"]
    assert [row["link"] for row in rows] == [None]
    assert change(root, "comparisons", "kept", has_link=False).status_code == 200


@pytest.mark.parametrize(
    ("happens", "code"),
    [
        (lambda: Run.objects.filter(name="r2").update(visibility=PRIVATE), "ground_is_private"),
        (lambda: LabelSet.objects.update(visibility=PRIVATE), "ground_is_private"),
        (lambda: Run.objects.filter(name="r2").update(archived_at=timezone.now()), "is_archived"),
        (lambda: SavedComparison.objects.update(archived_at=timezone.now()), "is_archived"),
        (lambda: Run.objects.filter(name="r2").update(name="r3"), "ground_is_gone"),
    ],
)
def test_it_is_open_only_while_all_that_it_names_may_be_seen(
    happens: Callable[[], object], code: str, client: Client
) -> None:
    token = turn_on(client)
    happens()
    assert read(token).json() == read("never-one").json()
    change(client, "comparisons", "kept", has_link=False)
    refused = change(client, "comparisons", "kept", has_link=True)
    assert (refused.status_code, refused.json()["code"]) == (400, code)
    assert list(refused.json()["fields"]) == ["has_link"]


def test_one_that_only_its_owner_lists_is_open_all_the_same(client: Client) -> None:
    change(client, "comparisons", "kept", visibility="private")
    assert read(turn_on(client)).status_code == 200


@pytest.mark.parametrize("key", ["labels", "only_topics_of"])
def test_labels_that_are_judged_now_stay_hidden_from_their_assessors(
    key: str, client: Client
) -> None:
    campaign = campaign_of("blind")
    save(client, "early", **{"measures": "P@1", key: "blind"})
    refused = change(client, "comparisons", "early", has_link=True)
    assert (refused.status_code, refused.json()["code"]) == (400, "judged_now")
    campaign.state = CampaignState.CLOSED
    campaign.save()
    token = turn_on(client, "early")
    assert read(token).status_code == 200
    campaign.state = CampaignState.OPEN
    campaign.save()
    assert read(token).status_code == 404


def test_whose_own_private_run_it_compares_gets_no_link(client: Client, rita: User) -> None:
    Run.objects.filter(name="r2").update(visibility=PRIVATE, owner=rita)
    save(client, "mine", measures="P@1")
    assert names(client, "comparisons", search="mine") == ["mine"]
    refused = change(client, "comparisons", "mine", has_link=True)
    assert refused.json()["code"] == "ground_is_private"
