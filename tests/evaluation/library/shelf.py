"""A small library, and asking it over the API."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.test import Client

from annotation.models import LabelSet
from ranking.models import Collection, Owned, Run, TopicSet
from tests.factories import make_collection, make_labels, make_run, make_topics

KINDS = ("runs", "labels", "collections", "topic-sets")


class Shelf(NamedTuple):
    """One of each kind; the run and the labels are over the collection and the topic set."""

    collection: Collection
    topic_set: TopicSet
    run: Run
    labels: LabelSet

    def of(self, kind: str) -> Owned:
        return {
            "runs": self.run,
            "labels": self.labels,
            "collections": self.collection,
            "topic-sets": self.topic_set,
        }[kind]


def make_shelf() -> Shelf:
    collection, topic_set = make_collection(), make_topics()
    run = make_run("bm25", collection, topic_set, {"q1": ["d1", "d2"]})
    labels = make_labels("gold", collection, topic_set, {"q1": {"d1": 1}})
    return Shelf(collection, topic_set, run, labels)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def one(kind: str, name: str) -> str:
    return f"/api/library/one?kind={kind}&name={name}"


def change(client: Client, kind: str, called: str, /, **changes: Any) -> Any:
    return client.patch(one(kind, called), changes, content_type="application/json")


def names(client: Client, kind: str, **query: Any) -> list[str]:
    answer = client.get(f"/api/{kind}", query)
    assert answer.status_code == 200, answer.content
    return [row["name"] for row in answer.json()["rows"]]
