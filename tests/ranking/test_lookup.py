from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction

from ranking.exceptions import NameTaken, NotFound
from ranking.lookup import all_by_name, by_name, held, taking_name
from ranking.models import Collection, Topic, TopicSet
from tests.factories import make_collection, make_topics

pytestmark = pytest.mark.django_db


def test_by_name_of_a_slip_suggests_the_nearest_names() -> None:
    make_collection("cranfield"), make_collection("vaswani")
    with pytest.raises(NotFound, match=r"no collection named 'cranfeld'; there is cranfield\.$"):
        by_name(Collection, "cranfeld")


def test_by_name_where_there_is_nothing_says_so() -> None:
    with pytest.raises(NotFound, match="there is no topic set yet"):
        by_name(TopicSet, "dl19")


def test_all_by_name_keeps_the_order_asked_for() -> None:
    one, other = make_collection("one"), make_collection("other")
    assert all_by_name(Collection, ["other", "one"]) == [other, one]


def test_taking_name_that_someone_took_meanwhile_is_refused() -> None:
    with pytest.raises(NameTaken, match="'needs' already"), taking_name(TopicSet, "needs"):
        TopicSet.objects.bulk_create([TopicSet(name="needs"), TopicSet(name="needs")])


def test_taking_name_lets_other_refusals_of_the_database_through() -> None:
    topic_set = make_topics()
    with pytest.raises(IntegrityError), taking_name(TopicSet, "more"):
        Topic.objects.create(topic_set=topic_set, ordinal=0, query_id="q9", query="why")


@pytest.mark.django_db(transaction=True)
def test_what_is_held_cannot_be_hidden_by_another_until_the_transaction_ends() -> None:
    make_collection()

    def lock_at_once() -> bool:
        try:
            with transaction.atomic():
                return Collection.objects.select_for_update(no_key=True, nowait=True).exists()
        except OperationalError:
            return False
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as other:
        with transaction.atomic():
            held(Collection.objects.get())
            assert not other.submit(lock_at_once).result()
        assert other.submit(lock_at_once).result()
