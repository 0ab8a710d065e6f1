"""Variants at their addresses."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from config import celery_app
from ranking.api import variants
from ranking.models import Collection, TopicSet
from ranking.tasks import make_variant
from ranking.variants.parts import fail_making
from tests.factories import make_collection, make_topics

pytestmark = pytest.mark.django_db
LOWER = {"kind": "lower_case"}


@pytest.fixture
def researcher(client: Client, rita: User) -> Client:
    make_collection(texts={"d1": "Oaks grow.", "d2": None})
    make_topics(queries={"q1": "OLD oaks"})
    client.force_login(rita)
    return client


def post(client: Client, end: str = "", **asked: Any) -> Any:
    body = {"what": "topics", "of": "needs", "recipe": LOWER, **asked}
    return client.post(f"/api/variants{end}", body, content_type="application/json")


def test_a_preview_shows_texts_before_and_after_and_stores_nothing(researcher: Client) -> None:
    answer = post(researcher, "/preview").json()
    assert answer == {"samples": [{"id": "q1", "before": "OLD oaks", "after": "old oaks"}]}
    answer = post(researcher, "/preview", what="collection", of="trees").json()
    assert answer["samples"] == [{"id": "d1", "before": "Oaks grow.", "after": "oaks grow."}]
    assert (Collection.objects.count(), TopicSet.objects.count()) == (1, 1)


def test_a_variant_is_made_and_names_its_parent(researcher: Client) -> None:
    made = post(researcher, name="lower", seed=5)
    assert (made.status_code, made.json()) == (
        201,
        {"name": "lower", "n_texts": 1, "n_changed": 1, "n_emptied": 0},
    )
    listed = {one["name"]: one for one in researcher.get("/api/menus/topic-sets").json()}
    assert (listed["lower"]["parent"], listed["lower"]["seed"]) == ("needs", 5)
    assert listed["needs"]["parent"] is None
    assert post(researcher, what="collection", of="trees", name="lower-trees").status_code == 201
    listed = {one["name"]: one for one in researcher.get("/api/menus/collections").json()}
    assert listed["lower-trees"]["recipe"]["kind"] == "lower_case"


def test_the_recipes_that_are_ready_can_be_followed(researcher: Client) -> None:
    ready = {one["name"]: one["recipe"] for one in researcher.get("/api/recipes").json()}
    assert ready["debiased-passages-rotate"] == {"kind": "rotate"}
    assert "typos-queries-back_translate" not in ready
    recipe = ready["typos-queries-swap_characters-one"]
    assert post(researcher, "/preview", recipe=recipe).status_code == 200


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"of": "nobody"}, 404, "not_found"),
        ({"recipe": {"kind": "shuffle"}}, 400, "unknown_kind"),
        ({"recipe": 3}, 400, "no_recipe"),
        ({"recipe": {"kind": "lemmatize", "amount": 1, "wordnet": "/x"}}, 400, "needs_server"),
        ({"recipe": {"kind": "custom", "name": "shout"}}, 400, "needs_server"),
        ({"name": "needs"}, 400, "name_taken"),
    ],
)
def test_what_cannot_be_made_is_refused(
    researcher: Client, asked: dict[str, Any], status: int, code: str
) -> None:
    refused = post(researcher, **{"name": "new", **asked})
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert TopicSet.objects.count() == 1


def ask_for_large(client: Client) -> Any:
    return post(client, what="collection", of="trees", name="new")


def progress(client: Client, name: str = "new") -> Any:
    return client.get("/api/variants/progress", {"name": name})


@pytest.fixture
def nothing_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "MOST_AT_ONCE", 1)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What the broker was handed."""
    messages: list[tuple[str, int]] = []

    def send_task(name: str, args: list[int], **_: Any) -> None:
        messages.extend((name, each) for each in args)

    monkeypatch.setattr(celery_app, "send_task", send_task)
    return messages


def test_a_worker_makes_what_takes_longer_than_a_request_may(
    researcher: Client,
    nothing_at_once: None,
    sent: list[tuple[str, int]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        begun = ask_for_large(researcher)
    counts = {"n_passages": 2, "n_done": 0, "n_changed": 0, "n_emptied": 0}
    state = {"name": "new", **counts, "is_made": False, "error": ""}
    assert (begun.status_code, begun.json(), progress(researcher).json()) == (202, state, state)
    listed = {one["name"]: one for one in researcher.get("/api/menus/collections").json()}
    assert (listed["new"]["making"], listed["trees"]["making"]) == (state, None)
    [(task, collection_id)] = sent
    assert task == make_variant.name
    make_variant(collection_id)
    made = {**state, "n_done": 2, "n_changed": 1, "is_made": True}
    assert progress(researcher).json() == made
    assert (again := ask_for_large(researcher)).status_code == 201
    assert again.json() == {"name": "new", "n_texts": 1, "n_changed": 1, "n_emptied": 0}


def test_what_is_being_made_is_refused_at_its_field(
    researcher: Client, nothing_at_once: None, sent: list[tuple[str, int]]
) -> None:
    ask_for_large(researcher)
    refused = post(researcher, what="collection", of="new", name="of-new")
    answer = refused.json()
    assert (refused.status_code, answer["code"]) == (400, "being_made")
    assert list(answer["fields"]) == ["of"]


def test_asking_again_for_what_failed_starts_it_again(
    researcher: Client, nothing_at_once: None, sent: list[tuple[str, int]]
) -> None:
    ask_for_large(researcher)
    fail_making(collection_id=Collection.objects.get(name="new").pk, error="There is no WordNet.")
    assert progress(researcher).json()["error"] == "There is no WordNet."
    assert ask_for_large(researcher).json()["error"] == ""


def test_progress_of_what_is_no_variant_is_not_found(researcher: Client) -> None:
    assert (progress(researcher, "trees").status_code, progress(researcher).status_code) == (
        404,
        404,
    )
