from __future__ import annotations

import pytest

from annotation.active.building import build_active_pool
from annotation.active.design import ActiveDesign
from annotation.active.replaying import replay
from annotation.campaigns.creating import create_campaign
from annotation.exceptions import PoolRefused
from annotation.guidelines.scales import parse_scale
from annotation.models import ActiveStep, ActiveTopic, EndReason
from ranking.models import Passage, Run, Topic
from tests.annotation.active.learning import active_campaign, chosen, take_due
from tests.annotation.assessing import Served, crew, work_off
from tests.factories import make_collection, make_run, make_topics
from tests.refusals import refused

pytestmark = pytest.mark.django_db

BEES = [f"Bees gather nectar {word} and honey." for word in ("early", "late", "often", "rarely")]
SHIPS = [f"Ships carry cargo {word} across oceans." for word in ("early", "late", "often", "here")]
SOILS = [f"Soil feeds plants {word} with minerals." for word in ("early", "late", "often", "here")]
TEXTS = {f"d{i:02}": text for i, text in enumerate([*SHIPS, *BEES, *SOILS])}
ABOUT_BEES = {"d04", "d05", "d06", "d07"}


def one_run(query: str = "honey of bees", texts: dict[str, str | None] | None = None) -> list[Run]:
    collection = make_collection(texts=texts or {**TEXTS})
    topic_set = make_topics(queries={"q1": query})
    return [make_run("run", collection, topic_set, {"q1": [*TEXTS]})]


def grade(served: Served) -> int:
    return 5 if served.pair.pair.passage.doc_id in ABOUT_BEES else 1


def test_a_learner_finds_what_the_topic_is_about_first() -> None:
    campaign = active_campaign("cal", runs=one_run(), depth=12)
    [alice] = crew(campaign, 1)

    while work_off(alice, most=1, grade=grade):
        take_due()

    order = chosen(campaign, "q1")
    assert set(order[:4]) == ABOUT_BEES
    assert sorted(order) == sorted(TEXTS)


@pytest.mark.parametrize("learner", ["pairwise", "logistic", "svm"])
def test_a_replay_chooses_the_same_by_the_same_models(learner: str) -> None:
    campaign = active_campaign("cal", runs=one_run(), depth=12, learner=learner)
    [alice] = crew(campaign, 1)
    for _ in range(5):
        work_off(alice, most=1, grade=grade)
        take_due()

    again = replay(campaign)

    assert (again.n_steps, again.differences) == (ActiveStep.objects.count(), [])
    assert all(ActiveStep.objects.values_list("model_hash", flat=True))


def test_a_replay_says_where_texts_have_changed() -> None:
    campaign = active_campaign("cal", runs=one_run(), depth=12)
    [alice] = crew(campaign, 1)
    work_off(alice, grade=grade)
    take_due()
    Passage.objects.filter(doc_id="d04").update(text="Something else.")
    run = Run.objects.get()
    type(run.collection).objects.update(text_version=run.collection.text_version + 1)

    again = replay(campaign)

    assert {one.query_id for one in again.differences} == {"q1"}
    assert all("model_hash" in one.fields for one in again.differences)


def test_a_replay_names_the_step_and_what_of_it_differs() -> None:
    campaign = active_campaign("scal", runs=one_run(), depth=12)
    [alice] = crew(campaign, 1)
    for _ in range(2):
        work_off(alice, most=1, grade=grade)
        take_due()
    first, second = ActiveStep.objects.order_by("number")[:2]
    ActiveStep.objects.filter(pk=first.pk).update(left_out=[11])
    ActiveStep.objects.filter(pk=second.pk).update(sums=second.sums * 1.01)

    again = replay(campaign)

    assert [(one.number, one.fields) for one in again.differences] == [
        (1, ["left_out"]),
        (2, ["sums"]),
    ]


def test_only_a_pool_that_learns_is_replayed() -> None:
    campaign = active_campaign("cal", runs=one_run(), depth=12)
    campaign.pool.strategy = "depth"

    with refused(PoolRefused, "not_active"):
        replay(campaign)


def test_all_of_a_small_batch_is_judged_by_sampled_batches() -> None:
    campaign = active_campaign("scal", runs=one_run(), depth=12, first_batch=4)

    step = ActiveStep.objects.get()

    assert (step.chosen.size, step.left_out.size) == (4, 0)
    assert len(chosen(campaign, "q1")) == 4


def test_a_title_alone_is_not_chosen() -> None:
    [run] = one_run(texts={**TEXTS, "d04": ""})
    run.collection.passages.filter(doc_id="d04").update(title="Honey of bees")
    design = ActiveDesign("cal", seed=7, first_batch=12, ahead=0)
    pool = build_active_pool(
        name="all", design=design, collection=run.collection, topic_set=run.topic_set
    )
    campaign = create_campaign(
        name="all", pool=pool, grades=parse_scale("1-5"), judgments_per_pair=1
    )

    take_due()

    assert sorted(chosen(campaign, "q1")) == sorted(TEXTS.keys() - {"d04"})


def test_a_topic_without_a_known_word_ends_with_the_reason() -> None:
    active_campaign("cal", runs=one_run(query="xylophone"), depth=12)

    topic = ActiveTopic.objects.get()

    assert topic.ended_because == EndReason.FAILED
    assert "xylophone" in topic.error


def test_a_collection_without_texts_ends_all_topics_with_the_reason() -> None:
    active_campaign("cal", runs=one_run(texts=dict.fromkeys(TEXTS)), depth=12)

    topic = ActiveTopic.objects.get()

    assert topic.ended_because == EndReason.FAILED
    assert Topic.objects.count() == 1


@pytest.mark.parametrize(("strategy", "n_seeds"), [("cal", 3), ("mtf", 1)])
def test_a_model_draws_others_at_each_step_and_a_bandit_goes_on(
    strategy: str, n_seeds: int
) -> None:
    campaign = active_campaign(strategy, runs=one_run(), depth=12)
    [alice] = crew(campaign, 1)
    for _ in range(2):
        work_off(alice, grade=grade)
        take_due()

    seeds = ActiveStep.objects.values_list("seed", flat=True)

    assert (len(seeds), len(set(seeds))) == (3, n_seeds)
