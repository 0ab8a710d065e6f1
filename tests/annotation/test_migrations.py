"""What migrations make of rows that an older state of the database let through."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.utils.timezone import now

from annotation.labels.deriving import derive_labels
from annotation.models import ActiveStep, ActiveTopic, Judgment, LabelSet, Pool
from annotation.pools.designs import design_from_json
from annotation.pools.drawing import Sample
from ranking.models import Renaming, Run
from regrade.aggregation import AggregationPolicy
from tests.annotation.active.learning import active_pool
from tests.annotation.answering import judge
from tests.annotation.drawn import drawn_campaign
from tests.annotation.voting import whole
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


@pytest.mark.django_db
def test_runs_of_designs_are_named_as_they_are_called_now() -> None:
    drawn = drawn_campaign()
    drawn.judge([4, 1, 2])
    policy = whole(AggregationPolicy(aggregate="median"))
    derive_labels(name="new", campaign=drawn.campaign, policy=policy)
    run = Run.objects.get(name="first")
    for former, name in (("first", "between"), ("between", "last")):
        Renaming.objects.create(kind="ranking.run", key=run.pk, former_name=former, name=name)
    Run.objects.filter(pk=run.pk).update(name="last")
    migration = import_module("annotation.migrations.0056_rename_runs_in_designs")
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(migration.WITHOUT_GUARD)
        migration.rename_runs(apps, None)
        cursor.execute(migration.WITH_GUARD)
    pool, labels = Pool.objects.get(), LabelSet.objects.get()
    assert labels.design == pool.recipe["design"] | {"n": 3}
    design = design_from_json(labels.design, pool.runs.all())
    assert (design.runs[0], [*design.question.runs]) == (run, [0, 1])


@pytest.mark.django_db
def test_topics_of_pools_that_learn_are_named_by_query_id() -> None:
    pool = active_pool(sample=Sample(seed=7, n=1))
    named = pool.recipe["topics"]
    pool.recipe["topics"] = [pool.topic_set.topics.get(query_id=named[0]).pk]
    pool.save()

    import_module("annotation.migrations.0062_name_topics_of_designs").name_topics(apps, None)

    pool.refresh_from_db()
    assert pool.recipe["topics"] == named


@pytest.mark.django_db
def test_steps_keep_the_ranks_of_their_own_draws_alone() -> None:
    campaign = make_campaign("spruces", make_pool())
    of = campaign.pool.topic_set.topics.all()[0]
    topic = ActiveTopic.objects.create(campaign=campaign, topic=of, n_candidates=9)
    # Before: n, n passages, the ranks of all drawn so far, then their ranks in earlier steps.
    before = {1: [2, 5, 7, 1, 12], 2: [1, 3, 2, 6, 8, 9], 3: [0, 2, 3, 1]}
    arrays = ("judged", "is_relevant", "waiting", "chosen", "left_out")
    step = {"wanted": 4, "seed": 1, "chosen_at": now(), **dict.fromkeys(arrays, ())}
    for number, draws in before.items():
        ActiveStep.objects.create(topic=topic, number=number, draws=draws, **step)

    import_module("annotation.migrations.0063_keep_draws_by_batch").keep_own_ranks(apps, None)

    after = {step.number: step.draws.tolist() for step in topic.steps.all()}
    assert after == {1: [12, 5, 7, 1, 12], 2: [9, 3, 8], 3: [9]}
