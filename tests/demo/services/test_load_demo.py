from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import transaction
from django.db.models import Count
from django.test import override_settings
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from annotation.active.watching import active_pool
from annotation.campaigns.listing import progress_of
from annotation.models import Campaign, CampaignState, Judgment, LabelSet, Membership, PooledPair
from annotation.pools.sampling import draw
from demo import names
from demo.names import PASSWORD
from demo.services.create_demo_campaign import SEED
from demo.services.enter_documents import enter_collection, enter_topics
from demo.services.load_demo import WHOLE_DEMO, DemoReport, DemoSize, Part, load_demo
from demo.services.start_learning_campaign import TOPICS_SEED
from demo.topics import TOPICS
from evaluation.models import Study
from ranking.api.runs import describe
from ranking.jobs.tracking import untracked
from ranking.models import JobStatus, Ranking, Run
from ranking.runs.pair_views import paired_topics

SMALL = DemoSize(
    n_topics=3,
    n_closed_topics=2,
    n_open_topics=1,
    n_learning_topics=2,
    n_judged_in_steps=6,
    bm25_depth=20,
    bert_depth=4,
    pair_depth=5,
    pool_depth=4,
    study_depth=2,
    n_training_steps=2,
    trained_depth=4,
)


@pytest.fixture(scope="module")
def loaded(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[DemoReport]:
    """A small demo for all tests of this module, loaded in three goes and removed at the end."""
    storage = tmp_path_factory.mktemp("storage")
    with django_db_blocker.unblock(), transaction.atomic():
        with override_settings(STORAGE_ROOT=storage):
            enter_collection(track=untracked)
            enter_topics(n_topics=SMALL.n_topics)
            first = load_demo(size=SMALL, part=Part.FIRST)
            rest = load_demo(size=SMALL, part=Part.REST)
        yield rest._replace(made=[*first.made, *rest.made])
        transaction.set_rollback(True)


def row_counts() -> dict[str, int]:
    return {model.__name__: model._default_manager.count() for model in apps.get_models()}


def test_load_demo_goes_on_where_it_stood(loaded: DemoReport) -> None:
    begun = [sentence.split(":")[0] for sentence in loaded.made]
    assert loaded.made[0].endswith(f"made, password {PASSWORD}.")
    assert begun == [
        "Accounts assessor, organizer, researcher",
        "Labels demo-known-item",
        "Run demo-bm25",
        "Run demo-rm3",
        "Campaign demo-open",
        "Run demo-duo-simulated",
        "Campaign demo-learning",
        "Run demo-bert",
        "Campaign demo-closed",
        "Labels demo-liberal, demo-strict, demo-graded",
        "Training demo-tk",
        "Run demo-trained",
        "Study demo-typos",
    ]


def test_load_demo_again_adds_nothing(loaded: DemoReport) -> None:
    before = row_counts()
    again = load_demo(size=SMALL)
    assert again == loaded._replace(made=[])
    assert row_counts() == before


def test_load_demo_ranks_every_topic(loaded: DemoReport) -> None:
    runs = Run.objects.annotate(n_topics=Count("rankings")).values_list("name", "n_topics", "depth")
    own = [run for run in runs if not run[0].startswith(names.STUDY)]
    assert sorted(own) == [
        ("demo-bert", 3, 4),
        ("demo-bm25", 3, 20),
        ("demo-duo-simulated", 3, 20),
        ("demo-rm3", 3, 20),
        ("demo-trained", 3, 4),
    ]


def test_load_demo_says_that_its_pair_scores_are_simulated(loaded: DemoReport) -> None:
    run = Run.objects.get(name=names.PAIRS_RUN)
    found = paired_topics(run=run)
    assert found.is_simulated
    assert [topic.n_passages for topic in found.topics] == [5] * 3
    assert sum(topic.n_flips for topic in found.topics) > 0
    assert describe(run) == (
        "simulated pair scores, of no model, by sym-sum, re-ranks the top 5 of demo-bm25"
    )


def test_load_demo_studies_typos(loaded: DemoReport) -> None:
    study = Study.objects.get(name=names.STUDY)
    fields = study.runs.values_list("run__status", flat=True)
    assert (study.status, list(fields)) == ("done", ["complete"] * 12)


def test_load_demo_reorders_what_bert_was_given(loaded: DemoReport) -> None:
    by_run = {
        name: {
            ranking.topic_id: ranking.ordinals[: SMALL.bert_depth].tolist()
            for ranking in Ranking.objects.filter(run__name=name)
        }
        for name in (names.BM25_RUN, names.BERT_RUN)
    }
    bm25, bert = by_run[names.BM25_RUN], by_run[names.BERT_RUN]
    assert {topic: sorted(found) for topic, found in bm25.items()} == {
        topic: sorted(found) for topic, found in bert.items()
    }
    assert bm25 != bert


def test_load_demo_has_the_closed_campaign_judged_by_simulated_assessors(
    loaded: DemoReport,
) -> None:
    campaign = Campaign.objects.get(name=names.CLOSED_CAMPAIGN)
    judgments = Judgment.objects.filter(campaign_pair__campaign=campaign)
    assert campaign.state == CampaignState.CLOSED
    assert set(judgments.values_list("assessor__kind", flat=True)) == {"simulated"}
    assert not judgments.filter(created_at__gt=timezone.now()).exists()
    accounts = User.objects.filter(username__startswith="recorded:simulated-")
    assert accounts.exists()
    assert [account for account in accounts if account.has_usable_password()] == []
    progress = progress_of(campaign)
    assert (progress.n_votes, progress.n_left, progress.n_set_aside) == (progress.n_wanted, 0, 0)
    assert {pair.judgments.votes().count() for pair in campaign.pairs.all()} == {3}


def test_load_demo_leaves_the_open_campaign_to_people(loaded: DemoReport) -> None:
    campaign = Campaign.objects.get(pk=loaded.open_campaign_id)
    members = Membership.objects.filter(campaign=campaign).values_list("user__username", "kind")
    assert campaign.takes_judgments
    assert list(members) == [("assessor", "human")]
    assert not Judgment.objects.filter(campaign_pair__campaign=campaign).exists()


def test_load_demo_ends_a_topic_by_its_rule_and_goes_on_with_another(loaded: DemoReport) -> None:
    campaign = Campaign.objects.get(name=names.LEARNING_CAMPAIGN)
    first, second = active_pool(campaign).topics
    assert (first.ended_because, first.n_waiting) == ("rule", 0)
    assert (second.ended_because, second.is_due) == ("", False)
    assert second.n_judged > 0 < second.n_waiting
    judgments = Judgment.objects.filter(campaign_pair__campaign=campaign)
    assert set(judgments.values_list("assessor__kind", flat=True)) == {"simulated"}
    people = campaign.memberships.filter(kind="human")
    assert list(people.values_list("user__username", flat=True)) == ["assessor"]


def test_load_demo_draws_other_topics_for_steps() -> None:
    query_ids = [topic.query_id for topic in TOPICS]
    closed = draw(query_ids, WHOLE_DEMO.n_closed_topics, seed=SEED)
    others = [query_id for query_id in query_ids if query_id not in closed]
    drawn = set(draw(query_ids, WHOLE_DEMO.n_learning_topics, seed=TOPICS_SEED))
    assert not drawn & {*closed, *others[: WHOLE_DEMO.n_open_topics]}


def test_load_demo_shows_people_what_each_grade_means(loaded: DemoReport) -> None:
    campaign = Campaign.objects.get(pk=loaded.open_campaign_id)
    assert campaign.guidelines.get().body.startswith("# Does this passage answer")
    assert [grade for grade in campaign.grades.all() if not grade.description] == []


def test_load_demo_pools_other_topics_for_people(loaded: DemoReport) -> None:
    pairs = PooledPair.objects.exclude(pool__name=names.LEARNING_POOL)
    pools = pairs.values("pool__name").annotate(n_topics=Count("topic", distinct=True))
    assert {row["pool__name"]: row["n_topics"] for row in pools} == {
        "demo-closed": 2,
        "demo-open": 1,
    }
    shared = pairs.values("topic").annotate(n_pools=Count("pool", distinct=True))
    assert not shared.filter(n_pools=2).exists()


def test_load_demo_derives_labels_of_simulated_votes_and_says_so(loaded: DemoReport) -> None:
    derived = LabelSet.objects.filter(campaign=loaded.closed_campaign_id)
    by_kind = {label_set.name: set(label_set.report["n_votes_by_kind"]) for label_set in derived}
    assert by_kind == {
        name: {"simulated"} for name in ("demo-liberal", "demo-strict", "demo-graded")
    }


def test_load_demo_knows_one_passage_a_topic(loaded: DemoReport) -> None:
    known = LabelSet.objects.get(name="demo-known-item")
    labels = [row.relevances.tolist() for row in known.topic_labels.all()]
    assert labels == [[1]] * SMALL.n_topics


def test_load_demo_opens_accounts_with_their_rights(loaded: DemoReport) -> None:
    rights = {
        user.username: (
            user.has_perm("annotation.may_organize"),
            user.has_perm("ranking.may_research"),
        )
        for user in User.objects.filter(username__in=("assessor", "organizer", "researcher"))
        if user.has_usable_password()
    }
    assert rights == {
        "assessor": (False, False),
        "organizer": (True, False),
        "researcher": (False, True),
    }


def test_load_demo_as_a_command_shows_the_accounts_and_that_grades_are_simulated(
    loaded: DemoReport,
) -> None:
    out = StringIO()
    call_command("load_demo", address="http://127.0.0.1:8000", stdout=out)
    said = out.getvalue()
    assert said.startswith("The demo is loaded already; nothing was added.")
    assert f" http://127.0.0.1:8000/judge/{loaded.open_campaign_id}" in said
    assert "simulated" in said
    assert "demo-bert" in said
    assert f" http://127.0.0.1:8000/campaigns/{loaded.closed_campaign_id}/what-if\n" in said


def test_load_demo_as_a_command_offers_only_what_is_there(loaded: DemoReport) -> None:
    """As after a stop in the second part, before the study is done."""
    out = StringIO()
    with transaction.atomic():
        study = Study.objects.filter(name=names.STUDY)
        study.update(status=JobStatus.RUNNING, finished_at=None)
        call_command("load_demo", part="first", stdout=out)
        transaction.set_rollback(True)
    said = out.getvalue()
    assert said.startswith("The first part of the demo is loaded already.")
    assert "Computed meanwhile" in said
    assert f"/campaigns/{loaded.closed_campaign_id}" in said
    assert [name for name in (names.STRICT_LABELS, names.STUDY) if name in said] == []


def test_load_demo_as_a_command_says_nothing_behind_where_all_is_there(loaded: DemoReport) -> None:
    out = StringIO()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("os.nice", int)
        call_command("load_demo", part="rest", stdout=out)
    assert out.getvalue() == ""
