from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from annotation.models import CampaignState, LabelSet
from evaluation.models import Comparison, SavedComparison
from ranking.models import Run, Visibility
from tests.evaluation.asking import post
from tests.evaluation.labelled import derive_like, make_two_runs
from tests.evaluation.library.shelf import change, names, one, signed_in
from tests.factories import make_campaign, make_member, make_pool, make_user

pytestmark = pytest.mark.django_db

ASKED = {"baseline": "r1", "runs": "r2", "labels": "gold", "measures": "RR@10,P@1"}


@pytest.fixture(autouse=True)
def ground(db: None) -> None:
    make_two_runs("gold")


@pytest.fixture
def client(rita: User) -> Client:
    return signed_in(rita)


def ask(client: Client, **asked: str) -> str:
    return str(post(client, "comparison", {**ASKED, **asked}).json()["content_hash"])


def save(client: Client, name: str = "kept", **text: str) -> Any:
    return post(client, "comparisons", {**ASKED, "name": name, **text})


def opened(client: Client, content_hash: str) -> Any:
    return client.get("/api/comparisons/one", {"hash": content_hash})


def test_a_saved_comparison_opens_at_its_hash_with_its_frozen_numbers(client: Client) -> None:
    content_hash = ask(client)
    row = save(client, note="Table 2.").json()
    assert (row["name"], row["note"], row["owner"]) == ("kept", "Table 2.", "rita")
    assert (row["content_hash"], row["visibility"]) == (content_hash, "team")
    answer = opened(client, content_hash).json()
    assert (answer["row"], answer["moved"], answer["may_change"]) == (row, [], True)
    frozen = Comparison.objects.get().result
    assert [r["run_mean"] for r in answer["rows"]] == [r["run_mean"] for r in frozen]
    again = {each["name"]: each["value"] for each in answer["asked"]}
    assert client.get("/api/comparison", again).json()["content_hash"] == content_hash


def test_only_what_was_asked_for_is_saved(client: Client) -> None:
    refused = save(client)
    assert (refused.status_code, refused.json()["code"]) == (404, "comparison_unknown")
    assert not SavedComparison.objects.exists()


@pytest.mark.parametrize("name", ["kept", "two words", ""])
def test_names_are_one_and_without_blanks(name: str, client: Client) -> None:
    ask(client), ask(client, measures="P@1"), save(client)
    refused = save(client, name, measures="P@1")
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["name"])


def test_an_account_saves_a_comparison_once_and_another_may_too(client: Client) -> None:
    content_hash = ask(client)
    save(client)
    refused = save(client, "again")
    assert (refused.status_code, refused.json()["code"]) == (400, "saved_already")
    assert "kept" in refused.json()["detail"]
    otto = signed_in(make_user("otto", "ranking.may_research"))
    assert save(otto, "again").status_code == 201
    listed = otto.get("/api/comparisons/names", {"hash": content_hash}).json()
    assert [row["name"] for row in listed] == ["again", "kept"]  # one's own first


def test_it_is_renamed_annotated_and_deleted_by_its_owner_alone(client: Client) -> None:
    ask(client), save(client)
    otto = signed_in(make_user("otto", "ranking.may_research"))
    assert change(otto, "comparisons", "kept", name="mine").status_code == 403
    changed = change(client, "comparisons", "kept", name="table-2", note="For the paper.").json()
    assert (changed["row"]["name"], changed["row"]["note"]) == ("table-2", "For the paper.")
    assert changed["former_names"][0]["name"] == "kept"
    assert otto.delete(one("comparisons", "table-2")).status_code == 403
    assert client.delete(one("comparisons", "table-2")).status_code == 204
    assert (SavedComparison.objects.count(), Comparison.objects.count()) == (0, 1)


def test_a_private_one_is_its_owners_and_none_is_public(client: Client) -> None:
    content_hash = ask(client)
    save(client, visibility="private")
    otto = signed_in(make_user("otto", "ranking.may_research"))
    assert opened(otto, content_hash).status_code == 404
    assert otto.get("/api/comparisons/names", {"hash": content_hash}).json() == []
    assert names(otto, "comparisons") == []
    assert names(client, "comparisons", search="kep") == ["kept"]
    assert change(client, "comparisons", "kept", visibility="public").status_code == 400


def test_one_without_an_owner_is_hidden_by_nobody_who_keeps_the_same(client: Client) -> None:
    ask(client)
    save(signed_in(make_user("otto", "ranking.may_research")), "left")
    User.objects.get(username="otto").delete()
    save(client)
    refused = change(client, "comparisons", "left", visibility="private")
    assert (refused.status_code, refused.json()["code"]) == (400, "saved_already")
    assert client.delete(one("comparisons", "kept")).status_code == 204
    hidden = change(client, "comparisons", "left", visibility="private").json()["row"]
    assert (hidden["owner"], hidden["visibility"]) == ("rita", "private")


def test_what_is_made_of_something_private_is_private(client: Client, rita: User) -> None:
    Run.objects.filter(name="r2").update(visibility=Visibility.PRIVATE, owner=rita)
    ask(client)
    refused = save(client, visibility="team")
    assert (refused.status_code, refused.json()["code"]) == (400, "ground_is_private")
    assert save(client).json()["visibility"] == "private"
    assert change(client, "comparisons", "kept", visibility="team").status_code == 400


def test_runs_and_labels_keep_their_names_stay_and_are_not_hidden(client: Client) -> None:
    ask(client), save(client)
    for kind, name in (("runs", "r1"), ("runs", "r2"), ("labels", "gold")):
        answer = client.get(one(kind, name)).json()
        resting = {each["kind"]: each["names"] for each in answer["rests_on_it"]}
        assert resting["saved comparisons"] == ["kept"]
        assert "kept" in answer["why_kept"]
        assert client.delete(one(kind, name)).json()["code"] == "in_use"
        assert change(client, kind, name, name="other").json()["code"] == "named_by_others"
        refused = change(client, kind, name, visibility="private")
        assert refused.json()["code"] == "seen_by_others"
    assert client.delete(one("comparisons", "kept")).status_code == 204
    assert client.delete(one("runs", "r2")).status_code == 204


@pytest.mark.parametrize("key", ["labels", "only_topics_of"])
def test_means_of_labels_that_one_judges_for_stay_hidden(key: str, client: Client) -> None:
    run = Run.objects.get(name="r1")
    campaign = make_campaign(pool=make_pool("pool", run.collection, run.topic_set))
    derive_like(LabelSet.objects.get(name="gold"), campaign, "blind")
    content_hash = ask(client, **{key: "blind"})
    save(client, **{key: "blind"})
    judge = make_user("judge", "ranking.may_research")
    make_member(campaign, judge)
    other = signed_in(judge)
    assert opened(other, content_hash).status_code == 404
    assert names(other, "comparisons") == []
    assert other.get(one("comparisons", "kept")).status_code == 404
    assert other.get("/api/comparisons/names", {"hash": content_hash}).json() == []
    campaign.state = CampaignState.CLOSED
    campaign.save()
    assert opened(other, content_hash).status_code == 200


def test_who_only_judges_sees_none(client: Client) -> None:
    content_hash = ask(client)
    save(client)
    alice = signed_in(make_user("alice"))
    assert names(alice, "comparisons") == []
    assert opened(alice, content_hash).status_code == 403


def test_a_newer_regrade_is_reported_and_the_frozen_numbers_stay(client: Client) -> None:
    ask(client), save(client)
    frozen = Comparison.objects.get()
    frozen.spec["engine"], frozen.content_hash = "regrade of old", "0" * 64
    frozen.save()
    answer = opened(client, "0" * 64).json()
    assert [moved["kind"] for moved in answer["moved"]] == ["scores"]
    assert len(answer["rows"]) == 2


def test_without_a_named_baseline_it_is_against_the_best_run_of_then(client: Client) -> None:
    asked = {key: value for key, value in ASKED.items() if key != "baseline"} | {"runs": "r1,r2"}
    post(client, "comparison", asked)
    assert post(client, "comparisons", asked | {"name": "kept"}).json()["baseline"] == "r1"
    frozen = Comparison.objects.get()
    frozen.spec |= {"baseline": "r2", "runs": ["r1"]}  # the best of then
    frozen.save()
    answer = opened(client, frozen.content_hash).json()
    assert [(moved["kind"], moved["name"]) for moved in answer["moved"]] == [("best", "r1")]
    assert answer["row"]["baseline"] == "r2"


@pytest.mark.parametrize("n", [2, 50])
def test_lists_take_the_same_queries_however_many_are_saved(
    n: int, client: Client, rita: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    content_hash = ask(client)
    save(client)
    [comparison] = Comparison.objects.all()
    asked = SavedComparison.objects.get().asked
    for number in range(n - 1):
        SavedComparison.objects.create(name=f"s{number}", comparison=comparison, asked=asked)
    with django_assert_num_queries(7):
        assert len(client.get("/api/comparisons").json()["rows"]) == n
    with django_assert_num_queries(7):
        rows = client.get("/api/comparisons/names", {"hash": content_hash}).json()
    assert len(rows) == n
