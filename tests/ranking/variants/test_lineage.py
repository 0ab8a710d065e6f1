"""A run names what its collection and its topics are variants of."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from ranking.variants.lineage import lineages
from tests.factories import make_collection, make_run, make_topics, make_variant

pytestmark = pytest.mark.django_db


def test_the_nearest_ancestor_comes_first(
    rita: User, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    collection, topics = make_collection(), make_topics()
    twice = make_variant("twice", make_variant("once", topics))
    run = make_run("noisy", collection, twice, {"q1": ["d1"]})
    with django_assert_num_queries(2):
        known = lineages()
    assert [one.name for one in known.collections_of(run)] == ["trees"]
    assert [one.name for one in known.topic_sets_of(run)] == ["twice", "once", "needs"]
    client.force_login(rita)
    [listed] = client.get("/api/menus/runs").json()
    assert listed["lineage"]["topic_sets"] == ["twice", "once", "needs"]
