from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import Campaign
from annotation.pools.passages import Repeated, repeated_passages
from tests.factories import make_campaign, make_collection, make_pool

pytestmark = pytest.mark.django_db


def campaign_of(*texts: str | None) -> Campaign:
    """Two topics with all of these passages."""
    named = {f"d{i}": text for i, text in enumerate(texts)}
    return make_campaign(pool=make_pool(collection=make_collection(texts=named)))


@pytest.mark.parametrize(
    ("texts", "n"),
    [
        (("Cats sleep.", "cats\u00a0SLEEP.", "Cats\r\n\tsleep ."), 2),
        (("Cats sleep.", "Cats sleep!"), 0),
        (("Cats sleep.", "Cats sleep.", "Dogs bark.", "Dogs bark.", "Firs grow."), 2),
        (("", "", None), 0),
    ],
)
def test_texts_that_differ_in_case_and_blanks_alone_are_counted_in_each_topic(
    texts: tuple[str | None, ...], n: int
) -> None:
    assert repeated_passages(campaign_of(*texts)) == Repeated(2 * n, 2 if n else 0)


def test_the_same_text_in_two_topics_is_no_repetition() -> None:
    campaign = campaign_of("Cats sleep.", "Cats sleep.")
    campaign.slots.all().delete()
    first = campaign.pairs.order_by("pk")[0]
    campaign.pairs.filter(pair__topic=first.pair.topic_id).exclude(pk=first.pk).delete()
    assert repeated_passages(campaign) == Repeated(1, 1)


def test_pairs_of_the_pool_that_the_campaign_lacks_are_left_out() -> None:
    campaign = campaign_of("Cats sleep.", "Cats sleep.")
    campaign.slots.all().delete()
    campaign.pairs.filter(pair__passage__doc_id="d1").delete()
    assert repeated_passages(campaign) == Repeated(0, 0)


def test_no_plan_can_be_a_bad_one() -> None:
    """Each query reads one table: there is no join that stale statistics could spoil."""
    campaign = campaign_of("Cats sleep.", "Cats sleep.")
    with CaptureQueriesContext(connection) as queries:
        repeated_passages(campaign)
    sqls = [query["sql"].upper() for query in queries]
    assert [sql for sql in sqls if " JOIN " in sql or sql.count("FROM") > 1] == []
