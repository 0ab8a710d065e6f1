from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction

from ranking.exceptions import NameRefused, NameTaken, NotFound
from ranking.lookup import all_by_name, by_name, held, taking_name
from ranking.models import Collection, Topic, TopicSet
from tests.factories import make_collection, make_topics
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def test_by_name_of_a_slip_suggests_the_nearest_names() -> None:
    make_collection("cranfield"), make_collection("vaswani")
    with refused(NotFound, "not_found", field="collection") as caught:
        by_name(Collection, "cranfeld")
    assert str(caught.value).endswith("'cranfeld'; there is cranfield.")
    with refused(NotFound, "not_found", field="topics") as caught:
        by_name(TopicSet, "dl19", field="topics")
    assert "no topic set yet" in str(caught.value)


def test_all_by_name_keeps_the_order_asked_for() -> None:
    one, other = make_collection("one"), make_collection("other")
    assert all_by_name(Collection, ["other", "one"]) == [other, one]


def test_taking_name_that_someone_took_meanwhile_is_refused() -> None:
    with refused(NameTaken, "name_taken", field="name"), taking_name(TopicSet, "needs"):
        TopicSet.objects.bulk_create([TopicSet(name="needs"), TopicSet(name="needs")])


@pytest.mark.parametrize("name", ["two words", "a,b", "", "a\u00a0b", "x" * 201])
def test_taking_name_that_no_list_can_hold_is_refused(name: str) -> None:
    with refused(NameRefused, "name_refused", field="name"), taking_name(TopicSet, name):
        pytest.fail("it was taken")


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
