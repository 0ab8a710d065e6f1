"""Which pair comes next: by rule, by turn, after those that were skipped."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.db import connection

from annotation.adjudication.rules import (
    check_rules,
    count_by_rule,
    count_held,
    disagreements,
    left_for,
    queue_lengths,
)
from annotation.adjudication.settling import settle
from annotation.adjudication.turns import end_turn, skip, take_turn
from annotation.exceptions import DecisionRefused
from annotation.models import Adjudication, AdjudicationTurn, Campaign, DecisionReason, PairKind
from annotation.pairs.deciding import choose, choose_no_more, decide
from annotation.people.memberships import Work, pause_member, withdraw_member
from tests.annotation.adjudication.settling_campaign import (
    AGREED,
    ALL,
    APART,
    CHOSEN,
    NOT_JUDGED,
    TIED,
    UNSURE,
    Settled,
    adjudicator,
    make_settled,
)
from tests.annotation.voting import grade_as_expert
from tests.factories import make_campaign, make_collection, make_pool, make_topics, make_user
from tests.refusals import refused

LONG_AGO = "2020-01-01T00:00Z"


@pytest.fixture
def settled(db: None) -> Settled:
    return make_settled()


def take(settled: Settled, who: User, *rules: DecisionReason) -> int | None:
    turn = take_turn(campaign=settled.campaign, adjudicator=who, rules=rules or ALL)
    return settled.place(turn)


def expire() -> None:
    AdjudicationTurn.objects.update(until=LONG_AGO)


@pytest.mark.parametrize("leave", [pause_member, partial(withdraw_member, work=Work.KEEP)])
def test_who_is_paused_or_withdrawn_has_no_pair_in_hand_any_more(
    settled: Settled, leave: Callable[..., object]
) -> None:
    first = take(settled, settled.carol)
    assert take(settled, settled.dora) != first
    end_turn(campaign=settled.campaign, adjudicator=settled.dora)
    leave(membership=settled.campaign.memberships.get(user=settled.carol))
    assert take(settled, settled.dora) == first


@pytest.mark.parametrize(
    ("rule", "places"),
    [
        (DecisionReason.TIED, [TIED, APART]),
        (DecisionReason.APART, [APART]),
        (DecisionReason.NOT_JUDGED, [NOT_JUDGED]),
        (DecisionReason.UNSURE, [UNSURE]),
        (DecisionReason.CHOSEN, [CHOSEN]),
    ],
)
def test_a_rule_names_its_pairs(settled: Settled, rule: DecisionReason, places: list[int]) -> None:
    left = left_for(settled.carol, settled.campaign, [rule])
    assert [settled.pairs.index(pair) for pair in left] == places
    counts = dict(count_by_rule(settled.carol, settled.campaign))
    assert counts[rule] == len(places)


def test_several_rules_together_leave_out_what_all_agreed_on(settled: Settled) -> None:
    left = left_for(settled.carol, settled.campaign, ALL)
    assert [settled.pairs.index(pair) for pair in left] == [
        TIED,
        APART,
        NOT_JUDGED,
        UNSURE,
        CHOSEN,
    ]


def test_a_pair_that_all_agreed_on_comes_once_it_is_chosen_and_no_more_after(
    settled: Settled,
) -> None:
    choose(pair=settled.pairs[AGREED], chosen_by=settled.dora)
    assert left_for(settled.carol, settled.campaign, [DecisionReason.CHOSEN]).count() == 2
    choose_no_more(pair=settled.pairs[AGREED], actor=settled.dora)
    assert left_for(settled.carol, settled.campaign, [DecisionReason.CHOSEN]).count() == 1


def test_what_one_judged_or_somebody_decided_on_does_not_come(settled: Settled) -> None:
    ann = settled.ann.user
    assert ann is not None
    assert take(settled, ann) == CHOSEN
    decide(pair=settled.pairs[TIED], adjudicator=settled.dora, grade=3)
    assert take(settled, settled.carol) == APART


@pytest.mark.parametrize("kind", [PairKind.GOLD, PairKind.QUALIFICATION])
def test_what_an_expert_graded_does_not_come_and_is_not_counted(
    settled: Settled, kind: PairKind
) -> None:
    """Neither by what assessors said of it nor chosen by hand."""
    choose(pair=settled.pairs[APART], chosen_by=settled.dora)
    for place in (TIED, APART, CHOSEN):
        grade_as_expert(settled.pairs[place], 2, kind)
    left = left_for(settled.carol, settled.campaign, ALL)
    assert [settled.pairs.index(pair) for pair in left] == [NOT_JUDGED, UNSURE]
    assert count_by_rule(settled.carol, settled.campaign) == [
        ("tied", 0),
        ("apart", 0),
        ("not_judged", 1),
        ("unsure", 1),
        ("chosen", 0),
    ]
    assert disagreements([settled.campaign]) == {}
    assert queue_lengths(settled.carol, [settled.campaign]) == {}
    settled.pairs[CHOSEN].refresh_from_db()
    with refused(DecisionRefused, "graded_by_expert"):
        choose(pair=settled.pairs[CHOSEN], chosen_by=settled.dora)


def test_a_decision_on_a_gold_pair_from_before_can_still_be_read(settled: Settled) -> None:
    tied = settled.pairs[TIED]
    decide(pair=tied, adjudicator=settled.dora, grade=3)
    grade_as_expert(tied, 2)
    assert tied.adjudications.live().get().grade.value == 3


@pytest.mark.parametrize("rules", [[], ["off_gold"]])
def test_without_a_rule_there_is_no_queue(rules: list[str]) -> None:
    with refused(DecisionRefused, "no_rule", field="rules"):
        check_rules([DecisionReason(rule) for rule in rules])


def test_nothing_is_served_before_the_campaign_opens(settled: Settled) -> None:
    settled.campaign.state = "draft"
    with refused(DecisionRefused, "campaign_not_open"):
        take(settled, settled.carol)


def test_a_pair_in_hand_stays_there_and_goes_to_nobody_else(settled: Settled) -> None:
    assert (take(settled, settled.carol), take(settled, settled.dora)) == (TIED, APART)
    assert (take(settled, settled.carol), take(settled, settled.dora)) == (TIED, APART)
    assert count_held(settled.carol, settled.campaign, ALL) == 1


def test_a_pair_that_other_rules_do_not_name_is_let_go(settled: Settled) -> None:
    assert take(settled, settled.carol) == TIED
    assert take(settled, settled.carol, DecisionReason.UNSURE) == UNSURE
    assert take(settled, settled.dora) == TIED


def test_a_turn_whose_time_is_up_is_taken_over_but_not_before(settled: Settled) -> None:
    assert take(settled, settled.carol) == TIED
    expire()
    assert take(settled, settled.carol) == TIED  # and its time begins anew
    assert take(settled, settled.dora, DecisionReason.TIED) == APART
    expire()
    end_turn(campaign=settled.campaign, adjudicator=settled.dora)
    assert take(settled, settled.dora) == TIED
    assert take(settled, settled.carol) == APART


def test_what_is_skipped_comes_back_after_all_others(settled: Settled) -> None:
    served = []
    for _ in range(6):
        served.append(take(settled, settled.carol))
        turn = AdjudicationTurn.objects.get()
        skip(campaign=settled.campaign, adjudicator=settled.carol, pair_id=turn.pk)
    assert served == [TIED, APART, NOT_JUDGED, UNSURE, CHOSEN, TIED]
    assert take(settled, settled.dora) == TIED  # whom it does not concern


def test_nobody_skips_what_another_has_in_hand(settled: Settled) -> None:
    take(settled, settled.carol)
    pair = settled.pairs[TIED].pk
    skip(campaign=settled.campaign, adjudicator=settled.dora, pair_id=pair)
    assert take(settled, settled.carol) == TIED


# At once

N_THREADS, N_TOPICS, N_PASSAGES = 8, 3, 5
PATIENCE_S = 60


@pytest.fixture
def crowd(transactional_db: None) -> tuple[Campaign, list[User]]:
    """Many adjudicators, and many pairs that were chosen by hand."""
    texts = {f"d{i}": f"Passage {i}." for i in range(N_PASSAGES)}
    queries = {f"q{i}": f"question {i}" for i in range(N_TOPICS)}
    pool = make_pool(
        collection=make_collection(texts=texts), topic_set=make_topics(queries=queries)
    )
    campaign, olga = make_campaign(pool=pool), make_user("olga")
    for pair in campaign.pairs.all():
        choose(pair=pair, chosen_by=olga)
    return campaign, [adjudicator(campaign, f"dora{i}") for i in range(N_THREADS)]


def settle_all(campaign: Campaign, who: User) -> list[int]:
    """Take and settle until nothing is left; the pairs that were served."""
    served, deadline = [], time.monotonic() + PATIENCE_S
    try:
        while time.monotonic() < deadline:
            turn = take_turn(campaign=campaign, adjudicator=who, rules=ALL)
            if turn is None:
                break
            served.append(turn.pk)
            settle(campaign=campaign, adjudicator=who, pair_id=turn.pk, grade=3)
    finally:
        connection.close()
    return served


def test_two_adjudicators_never_get_the_same_pair(crowd: tuple[Campaign, list[User]]) -> None:
    campaign, adjudicators = crowd
    with ThreadPoolExecutor(N_THREADS) as threads:
        served = list(threads.map(lambda who: settle_all(campaign, who), adjudicators))
    together = sorted(pk for pks in served for pk in pks)
    assert together == sorted(campaign.pairs.values_list("pk", flat=True))
    assert Adjudication.objects.count() == len(together)


def test_two_tabs_of_one_adjudicator_have_the_same_pair(crowd: tuple[Campaign, list[User]]) -> None:
    campaign, [who, *_] = crowd

    def tab(_: int) -> int | None:
        try:
            turn = take_turn(campaign=campaign, adjudicator=who, rules=ALL)
            return turn.campaign_pair_id if turn else None
        finally:
            connection.close()

    with ThreadPoolExecutor(N_THREADS) as threads:
        assert len(set(threads.map(tab, range(N_THREADS)))) == 1


def test_pairs_of_the_qualification_round_never_come(settled: Settled) -> None:
    apart = settled.pairs[APART]
    apart.slots.all().delete()
    settled.campaign.pairs.filter(pk=apart.pk).update(kind=PairKind.QUALIFICATION, wanted=None)
    left = left_for(settled.carol, settled.campaign, [*DecisionReason])
    assert apart not in left
    assert settled.pairs[TIED] in left
