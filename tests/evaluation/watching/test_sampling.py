"""The question of a draw answered while people judge, on labels that are known."""

from __future__ import annotations

import numpy as np
import pytest
from django.test import Client
from scipy.special import stdtrit

from annotation.campaigns.drawing_more import draw_more
from annotation.models import Campaign, LabelSet
from annotation.pairs.deciding import decide
from annotation.pools.asked_design import Asked, ByDesign, Draw
from annotation.pools.by_design import build_pool_by_design
from evaluation.scores.evaluating import evaluate_runs
from evaluation.watching.sampling import SamplingProgress, sampling_progress
from ranking.models import Collection, Run, TopicSet
from regrade.measures import parse_measures
from tests.annotation.voting import cast_votes, pair_of
from tests.evaluation.asking import got
from tests.factories import (
    make_campaign,
    make_collection,
    make_labels,
    make_pool,
    make_run,
    make_topics,
    make_user,
)

pytestmark = pytest.mark.django_db

DOC_IDS = [f"d{i:02}" for i in range(12)]
QUERY_IDS = [f"q{i}" for i in range(10)]
RNG = np.random.default_rng(3)
GRADES = {query_id: {one: int(RNG.integers(4)) for one in DOC_IDS} for query_id in QUERY_IDS}
ORDERS = {"good": -1, "poor": 1, "other": 0}  # by grade, or by name
N_DRAWABLE = 80
NAMES = ["good", "poor", "other"]
PAIR = Asked("pair", ["poor", "good"])


def ranked(run: str, query_id: str) -> list[str]:
    key = {one: (ORDERS[run] * grade, one) for one, grade in GRADES[query_id].items()}
    return sorted(DOC_IDS, key=key.__getitem__)[:4]


@pytest.fixture
def ground(db: None) -> tuple[Collection, TopicSet]:
    texts = {one: one for one in DOC_IDS}
    return make_collection(texts=texts), make_topics(queries={one: one for one in QUERY_IDS})


@pytest.fixture
def runs(ground: tuple[Collection, TopicSet]) -> list[Run]:
    return [make_run(run, *ground, {q: ranked(run, q) for q in QUERY_IDS}) for run in ORDERS]


def drawn(
    runs: list[Run],
    n: int,
    asked: Asked = PAIR,
    measure: str = "DCG@4",
    depth: int = 4,
    n_votes: int = 1,
    ideal_of: LabelSet | None = None,
) -> Campaign:
    by = ByDesign(parse_measures(measure), asked, seed=5, ideal_of=ideal_of)
    pool = build_pool_by_design(name="drawn", runs=runs, depth=depth, draw=Draw(n, by)).pool
    return make_campaign(pool=pool, judgments_per_pair=n_votes, grades=range(4))


def judge(campaign: Campaign, first: int, last: int, name: str = "alice") -> SamplingProgress:
    """Grade the pairs drawn at these places as they are, and look."""
    rows = campaign.pool.pairs.filter(draw_place__range=(first, last))
    pairs = rows.values_list("topic__query_id", "passage__doc_id")
    cast_votes(campaign, {(q, d): {name: GRADES[q][d]} for q, d in pairs})
    return sampling_progress(campaign)


def test_once_all_that_can_be_drawn_is_judged_values_are_those_of_full_labels(
    runs: list[Run], ground: tuple[Collection, TopicSet]
) -> None:
    """nDCG without given ideals is drawn for as DCG, and shown as DCG."""
    full = make_labels("full", *ground, GRADES)
    scores = evaluate_runs(runs=runs, label_sets=[full], measures=parse_measures("DCG@2")).scores
    means = {one.run.name: one.values["DCG@2"].mean() for one in scores}
    campaign = drawn(runs, 10, Asked("against", NAMES), "nDCG@2", depth=2)
    n_drawable = sampling_progress(campaign).n_drawable
    draw_more(campaign=campaign, n=n_drawable - 10)
    found = judge(campaign, 1, n_drawable)
    assert (found.measure, found.drawn_for, found.n_in_order) == ("DCG@2", "nDCG@2", n_drawable)
    assert [(one.baseline, one.run) for one in found.answers] == [
        ("good", "poor"),
        ("good", "other"),
    ]
    for one in found.answers:
        apart = pytest.approx(means[one.run] - means["good"], abs=1e-12)
        assert [one.value, *one.these_topics] == [apart] * 3
        assert one.at_end.these_topics == 0


def test_pairs_judged_out_of_order_wait(runs: list[Run]) -> None:
    campaign = drawn(runs, 20)
    judge(campaign, 1, 3)
    early = judge(campaign, 9, 12)
    assert (early.n_in_order, early.n_waiting, early.answers) == (3, 4, [])
    found = judge(campaign, 4, 8)
    assert (found.n_drawn, found.n_in_order, found.n_waiting) == (20, 12, 0)
    assert [(one.baseline, one.run) for one in found.answers] == [("poor", "good")]


def test_a_large_difference_is_shown_and_what_was_shown_stays(runs: list[Run]) -> None:
    """The hint rests on what was judged by then alone, whatever is judged or drawn after it."""
    campaign = drawn(runs, 20)
    [some] = judge(campaign, 1, 20).answers
    assert some.stopped_at is not None
    assert 4 < some.stopped_at < 20
    draw_more(campaign=campaign, n=N_DRAWABLE - 20)
    [more] = judge(campaign, 21, 60).answers
    assert more.stopped_at == some.stopped_at


def test_so_many_pairs_as_said_would_separate_two_runs_and_one_fewer_would_not(
    runs: list[Run],
) -> None:
    """What is expected of drawn pairs goes on from the interval now."""
    ground = runs[0].collection, runs[0].topic_set
    last = make_run("last", *ground, dict.fromkeys(QUERY_IDS, DOC_IDS[:-5:-1]))
    campaign = drawn([*runs, last], 20, Asked("pair", ["other", "last"]))
    [now] = judge(campaign, 1, 20).answers
    low, high = now.these_topics
    assert now.at_end.these_topics == pytest.approx((high - low) / 2)
    assert now.n_to_separate is not None
    for n, is_enough in ((now.n_to_separate - 1, False), (now.n_to_separate, True)):
        draw_more(campaign=campaign, n=n - campaign.pairs.count())
        [then] = sampling_progress(campaign).answers
        assert (then.at_end.these_topics < abs(then.value)) is is_enough


def test_of_means_nothing_is_ruled_out(runs: list[Run]) -> None:
    found = judge(drawn(runs, 12, Asked("means", NAMES)), 1, 8)
    assert [(one.baseline, one.run) for one in found.answers] == [(None, name) for name in NAMES]
    assert {(one.n_to_separate, one.stopped_at) for one in found.answers} == {(None, None)}
    assert all(one.value > 0 for one in found.answers)
    assert not found.has_stop_rule


def test_ap_has_no_stop_rule(runs: list[Run], ground: tuple[Collection, TopicSet]) -> None:
    ideal = make_labels("ideal", *ground, GRADES)
    found = judge(drawn(runs, 12, measure="AP", ideal_of=ideal), 1, 8)
    assert (found.measure, found.has_stop_rule) == ("AP", False)
    assert [one.stopped_at for one in found.answers] == [None]


def test_two_runs_are_shown_to_lie_within_a_margin(runs: list[Run]) -> None:
    """A wide margin is reached, a narrow one is not; looked at without one, nothing is said."""
    campaign = drawn(runs, 60)
    judge(campaign, 1, 60)
    wide, narrow, none = (
        sampling_progress(campaign, within).answers[0].equal_at for within in (9.0, 0.1, None)
    )
    assert wide is not None
    assert 1 <= wide < 60
    assert (narrow, none) == (None, None)


def test_what_the_panel_says_adds_the_scatter_of_votes(runs: list[Run]) -> None:
    """With all pairs judged, and two votes on each, it is all that is left open."""
    campaign = drawn(runs, 10, measure="DCG@2", depth=2, n_votes=2)
    n = sampling_progress(campaign).n_drawable
    draw_more(campaign=campaign, n=n - 10)
    query_id, doc_id = "q0", ranked("good", "q0")[0]
    of_pair = pair_of(campaign, query_id, doc_id).pair.draw_place
    assert of_pair is not None
    assert judge(campaign, 1, n).answers[0].this_panel is None
    cast_votes(campaign, {(query_id, doc_id): {"bob": 0}})
    for first, last in ((1, of_pair - 1), (of_pair + 1, n)):
        found = judge(campaign, first, last, "bob").answers[0]
    grade, panel = GRADES[query_id][doc_id], found.this_panel
    assert panel is not None
    assert panel.n_pairs == n
    half = stdtrit(n - 2, 0.975) * (grade / 2) / len(QUERY_IDS)  # it has the first rank in one run
    assert panel.these_topics == pytest.approx((panel.value - half, panel.value + half))
    split = pair_of(campaign, query_id, doc_id)
    decide(pair=split, adjudicator=make_user("anton"), grade=grade)
    assert sampling_progress(campaign).answers[0].this_panel == panel


@pytest.mark.parametrize("is_set_aside", [True, False])
def test_a_pair_that_nobody_can_judge_ends_the_sample_until_it_is_decided(
    runs: list[Run], *, is_set_aside: bool
) -> None:
    campaign = drawn(runs, 20)
    campaign.max_not_judged = 1
    campaign.save()
    lost = campaign.pairs.get(pair__draw_place=6)
    key = lost.pair.topic.query_id, lost.pair.passage.doc_id
    if is_set_aside:
        cast_votes(campaign, {key: {"alice": None}})
    judge(campaign, 1, 5)
    found = judge(campaign, 7, 20)
    assert (found.n_in_order, found.n_waiting) == (5, 14)
    assert found.ends_at is not None
    assert (found.ends_at.pair, found.ends_at.place, found.ends_at.doc_id) == (lost.pk, 6, key[1])
    assert (found.ends_at.is_set_aside, len(found.ends_at.reasons)) == (is_set_aside, is_set_aside)
    decide(pair=lost, adjudicator=make_user("anton"), grade=GRADES[key[0]][key[1]])
    found = sampling_progress(campaign)
    assert (found.n_in_order, found.n_waiting, found.ends_at) == (20, 0, None)
    assert found.answers[0].stopped_at is not None


def test_organizers_read_it_where_the_pool_is_by_design(organizer: Client, runs: list[Run]) -> None:
    """Of three runs, each with each, the difference of the last two is not among the answers."""
    campaign = drawn(runs, 12, Asked("all", NAMES), "DCG@4,P@2")
    pool = campaign.pool
    judge(campaign, 1, 10)
    found = got(organizer, f"campaigns/{campaign.pk}/sampling", {})
    answer, _ = found.pop("answers")
    assert found == {
        **{"measure": "DCG@4", "drawn_for": "DCG@4", "alpha": 0.05, "n_needed": 4},
        **{"other_measures": ["P@2"], "has_stop_rule": True},
        **{"n_drawn": 12, "n_drawable": found["n_drawable"], "n_in_order": 10, "n_waiting": 0},
        **{"is_simulated": False, "n_left_out": 1},
        "ends_at": {**found["ends_at"], "place": 11, "is_set_aside": False, "reasons": []},
    }
    bad = organizer.get(f"/api/campaigns/{campaign.pk}/sampling", {"within": "0"})
    assert (bad.status_code, list(bad.json()["fields"])) == (400, ["within"])
    low, high = answer["these_topics"]
    assert low < answer["value"] < high
    assert set(answer["at_end"]) == {"these_topics", "topics_like_these"}
    listed = make_campaign("listed", make_pool("listed", pool.collection, pool.topic_set))
    refused = organizer.get(f"/api/campaigns/{listed.pk}/sampling")
    assert (refused.status_code, refused.json()["code"]) == (404, "not_by_design")
