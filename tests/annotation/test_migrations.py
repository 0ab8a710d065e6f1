"""What migrations make of rows that an older state of the database let through."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.db import connection

from annotation.models import Judgment
from tests.annotation.answering import judge
from tests.factories import make_campaign, make_member, make_pool, make_user


@pytest.mark.django_db
def test_a_confidence_off_its_scale_is_kept_among_the_unknown_columns() -> None:
    campaign = make_campaign("spruces", make_pool())
    member = make_member(campaign, make_user("alice"))
    with connection.cursor() as cursor:
        cursor.execute(
            "ALTER TABLE annotation_judgment DROP CONSTRAINT judgment_confidence_on_its_scale"
        )
        pairs = iter(campaign.pairs.all())
        found = [judge(member, next(pairs), 2, confidence=confidence) for confidence in (99, 5)]
        # Checks of foreign keys still wait; they are done before a migration begins.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE annotation_judgment DISABLE TRIGGER judgment_insert_only")
        Judgment.objects.filter(pk=found[0].pk).update(extra={"confidence": "high"})
        migration = import_module("annotation.migrations.0025_keep_confidence_on_its_scale")
        cursor.execute(migration.KEEP_OTHERS_AS_EXTRA)
    kept = {row.pk: (row.confidence, row.extra) for row in Judgment.objects.all()}
    assert kept == {
        found[0].pk: (None, {"confidence": "high", "confidence_recorded": "99"}),
        found[1].pk: (5, {}),
    }
