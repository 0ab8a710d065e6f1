"""Columns are copied out of the database as they are stored."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.db.models import BigIntegerField, Value
from django.db.models.functions import Cast

from ranking.models import Topic
from ranking.storage.copying import copied_columns, copied_together
from tests.factories import make_topics, make_user

pytestmark = pytest.mark.django_db


def test_columns_are_those_of_the_rows() -> None:
    rows = Topic.objects.filter(topic_set=make_topics()).order_by("-ordinal")
    keys, ordinals, seven = copied_columns(
        rows.values_list(
            "pk", Cast("ordinal", BigIntegerField()), Cast(Value(7), BigIntegerField())
        )
    )
    assert keys.tolist() == list(rows.values_list("pk", flat=True))
    assert ordinals.tolist() == list(rows.values_list("ordinal", flat=True))
    assert set(seven.tolist()) == {7}
    for none in (User.objects.none(), User.objects.filter(pk__lt=0)):
        assert [column.size for column in copied_columns(none.values_list("pk"))] == [0]


def test_a_moment_comes_as_microseconds_since_2000() -> None:
    carol = make_user("carol")
    began = datetime(2000, 1, 1, tzinfo=UTC) + timedelta(days=1, microseconds=3)
    User.objects.filter(pk=carol.pk).update(date_joined=began)
    [moments] = copied_columns(User.objects.filter(pk=carol.pk).values_list("date_joined"))
    assert moments.tolist() == [24 * 3600 * 1_000_000 + 3]


@pytest.mark.parametrize("field", ["last_login", "username", "is_active"])
def test_a_null_or_another_type_is_refused(field: str) -> None:
    make_user("carol")
    with pytest.raises(ValueError, match="eight bytes"):
        copied_columns(User.objects.values_list("pk", field))


def test_queries_are_copied_together_in_their_order() -> None:
    topics = Topic.objects.filter(topic_set=make_topics())
    nothing = User.objects.none().values_list("pk")
    backwards = topics.order_by("-pk").values_list("topic_set", "pk")
    [first], [empty], [sets, last] = copied_together(
        topics.order_by("pk").values_list("pk"), nothing, backwards
    )
    assert first.tolist() == last.tolist()[::-1] == sorted(pk for _, pk in backwards)
    assert (empty.size, set(sets.tolist())) == (0, {pk for pk, _ in backwards})
