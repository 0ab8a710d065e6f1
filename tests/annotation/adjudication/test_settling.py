"""An adjudicator decides on the pair in hand, undoes it, asks for votes; others are refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from annotation.adjudication.settling import settle, show_votes, undo
from annotation.adjudication.turns import skip, take_turn
from annotation.exceptions import DecisionRefused
from annotation.models import Adjudication, AdjudicationTurn, Campaign, DecisionReason, Membership
from annotation.pairs.deciding import decide, version_of
from annotation.pairs.rows import pair_rows
from annotation.people.anonymizing import anonymize_campaign
from annotation.people.memberships import Work, withdraw_member
from tests.annotation.adjudication.settling_campaign import (
    ALL,
    CHOSEN,
    TIED,
    Settled,
    make_settled,
)
from tests.annotation.answering import judge
from tests.factories import make_member, make_user
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def settled(db: None) -> Settled:
    return make_settled()


def settle_next(settled: Settled, grade: int = 3, **options: Any) -> Adjudication:
    turn = take_turn(campaign=settled.campaign, adjudicator=settled.carol, rules=ALL)
    assert turn is not None
    return settle(
        campaign=settled.campaign,
        adjudicator=settled.carol,
        pair_id=turn.pk,
        grade=grade,
        **options,
    )


def test_a_decision_keeps_its_rule_its_note_and_who_made_it(settled: Settled) -> None:
    made = settle_next(settled, 4, note="It says so.")
    assert (made.grade.value, made.reason, made.note) == (4, "tied", "It says so.")
    assert (made.by, made.saw_votes) == ("P-carla", False)
    assert not AdjudicationTurn.objects.exists()


def test_ones_own_decisions_are_among_what_is_held(settled: Settled, client: Client) -> None:
    settle_next(settled, 4, note="It says so.")
    client.force_login(settled.carol)
    [held] = client.get(f"/api/judging/{settled.campaign.pk}/held").json()["decisions"]
    assert (held["grade"], held["note"], held["saw_votes"]) == (4, "It says so.", False)


def test_decisions_of_who_withdraws_are_dropped_with_their_work_and_can_be_made_again(
    settled: Settled,
) -> None:
    made = settle_next(settled)
    assert made.member is not None
    decide(pair=settled.pairs[CHOSEN], adjudicator=settled.dora, grade=1)
    done = withdraw_member(membership=made.member, work=Work.DROP)
    assert (done.n_retracted, done.n_decisions) == (0, 1)
    assert settled.campaign.events.get().details["n_decisions"] == 1
    [kept] = Adjudication.objects.live()
    assert kept.adjudicator == settled.dora
    turn = take_turn(campaign=settled.campaign, adjudicator=settled.dora, rules=ALL)
    assert settled.place(turn) == TIED


def test_that_votes_were_seen_is_kept_even_if_the_pair_was_skipped(settled: Settled) -> None:
    pair = settled.pairs[CHOSEN]
    chosen: dict[str, Any] = {"campaign": settled.campaign, "adjudicator": settled.carol}
    rules = [DecisionReason.CHOSEN]
    take_turn(**chosen, rules=rules)
    show_votes(**chosen, pair_id=pair.pk)
    skip(**chosen, pair_id=pair.pk)
    take_turn(**chosen, rules=rules)
    assert settle(**chosen, pair_id=pair.pk, grade=3).saw_votes is True


def test_undo_takes_back_the_last_decision_of_the_queue_and_puts_its_pair_in_hand(
    settled: Settled,
) -> None:
    first, second = settle_next(settled), settle_next(settled)
    decide(pair=settled.pairs[CHOSEN], adjudicator=settled.carol, grade=1)  # on the pair's page
    turns = [undo(campaign=settled.campaign, adjudicator=settled.carol) for _ in range(2)]
    assert [turn.pk for turn in turns] == [second.campaign_pair_id, first.campaign_pair_id]
    assert [made.campaign_pair for made in Adjudication.objects.live()] == [settled.pairs[CHOSEN]]
    with refused(DecisionRefused, "no_decision"):
        undo(campaign=settled.campaign, adjudicator=settled.carol)


def test_nobody_undoes_what_another_decided(settled: Settled) -> None:
    settle_next(settled)
    with refused(DecisionRefused, "no_decision"):
        undo(campaign=settled.campaign, adjudicator=settled.dora)


def test_only_the_pair_in_hand_is_decided_on(settled: Settled) -> None:
    take_turn(campaign=settled.campaign, adjudicator=settled.carol, rules=ALL)
    for who, place in ((settled.carol, CHOSEN), (settled.dora, TIED)):
        with refused(DecisionRefused, "not_in_hand"):
            settle(
                campaign=settled.campaign,
                adjudicator=who,
                pair_id=settled.pairs[place].pk,
                grade=3,
            )


def test_a_pair_that_changed_or_was_decided_on_meanwhile_is_refused(settled: Settled) -> None:
    tied = settled.pairs[TIED]
    take_turn(campaign=settled.campaign, adjudicator=settled.carol, rules=ALL)
    show_votes(campaign=settled.campaign, adjudicator=settled.carol, pair_id=tied.pk)
    seen = version_of(tied)
    Campaign.objects.update(state="open")
    judge(make_member(settled.campaign, make_user("chris")), tied, 5)
    with refused(DecisionRefused, "pair_changed"):
        settle_next(settled, seen=seen)
    decide(pair=tied, adjudicator=make_user("olaf"), grade=2)
    with refused(DecisionRefused, "decided_meanwhile"):
        settle(campaign=settled.campaign, adjudicator=settled.carol, pair_id=tied.pk, grade=3)
    assert Adjudication.objects.live().get().grade.value == 2


def test_who_saw_no_answers_has_none_to_look_at_again(settled: Settled) -> None:
    tied = settled.pairs[TIED]
    take_turn(campaign=settled.campaign, adjudicator=settled.carol, rules=ALL)
    seen = version_of(tied)
    Campaign.objects.update(state="open")
    judge(make_member(settled.campaign, make_user("chris")), tied, 5)
    assert settle_next(settled, seen=seen).saw_votes is False


def test_of_an_organizer_nobody_knows_whether_they_saw_the_votes(settled: Settled) -> None:
    orla = make_user("orla", "annotation.may_organize")
    take_turn(campaign=settled.campaign, adjudicator=orla, rules=ALL)
    made = settle(
        campaign=settled.campaign, adjudicator=orla, pair_id=settled.pairs[TIED].pk, grade=3
    )
    assert made.saw_votes is None


def test_where_people_are_anonymous_a_decision_keeps_the_pseudonym_alone(settled: Settled) -> None:
    made = settle_next(settled)
    anonymize_campaign(campaign=settled.campaign, confirmation="campaign")
    [row] = pair_rows([made.campaign_pair_id])
    assert row.decision is not None
    assert row.decision.by == "P-carla"
    assert Adjudication.objects.get().adjudicator is None


# At the API


@pytest.fixture
def carla(settled: Settled) -> Client:
    client = Client()
    client.force_login(settled.carol)
    return client


def send(client: Client, settled: Settled, what: str, **body: Any) -> Any:
    address = f"/api/campaigns/{settled.campaign.pk}/adjudication/{what}"
    body = {"rules": ["tied"], **body}
    return client.post(address, body, content_type="application/json")


def ask(client: Client, settled: Settled, what: str, **body: Any) -> Any:
    return send(client, settled, what, **body).json()


def test_a_pair_is_served_blind_and_its_votes_show_without_names(
    carla: Client, settled: Settled
) -> None:
    served = ask(carla, settled, "next")
    pair = served["pair"]
    assert set(pair) == {
        *("id", "query", "description", "narrative"),
        *("title", "text", "version", "votes"),
    }
    assert (pair["votes"], served["left"]["n_left"]) == (None, 2)
    shown = ask(carla, settled, "votes", pair=pair["id"])["pair"]["votes"]
    assert [vote["grade"] for vote in shown] == [3, 4]
    assert set(shown[0]) == {"grade", "reason_not_judged", "confidence", "note", "spans"}


def test_a_decision_is_answered_with_the_next_pair_and_undone(
    carla: Client, settled: Settled
) -> None:
    pair = ask(carla, settled, "next")["pair"]
    decided = {"pair": pair["id"], "grade": 4, "seen": pair["version"]}
    after = ask(carla, settled, "decision", **decided)
    assert after["pair"]["id"] != pair["id"]
    assert (after["left"]["n_left"], after["left"]["may_undo"]) == (1, True)
    assert ask(carla, settled, "undo")["pair"]["id"] == pair["id"]


def test_who_saw_votes_before_another_judged_decides_nothing(
    carla: Client, settled: Settled
) -> None:
    pair = ask(carla, settled, "next")["pair"]
    ask(carla, settled, "votes", pair=pair["id"])
    Campaign.objects.update(state="open")
    judge(make_member(settled.campaign, make_user("chris")), settled.pairs[TIED], 5)
    body = {"pair": pair["id"], "grade": 4, "seen": pair["version"]}
    answer = send(carla, settled, "decision", **body)
    assert (answer.status_code, answer.json()["code"]) == (400, "pair_changed")
    assert not Adjudication.objects.exists()


@pytest.mark.parametrize(
    ("what", "body", "code"),
    [
        ("next", {"rules": []}, "no_rule"),
        ("decision", {"pair": 1, "grade": 3}, "not_in_hand"),
        ("undo", {}, "no_decision"),
    ],
)
def test_bad_input_is_refused(
    carla: Client, settled: Settled, what: str, body: dict[str, Any], code: str
) -> None:
    assert ask(carla, settled, what, **body)["code"] == code


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"suspended_at": "2026-01-01T00:00Z"}, "paused your part"),
        ({"withdrawn_at": "2026-01-01T00:00Z"}, "have withdrawn"),
        ({"role": "assessor"}, "adjudicators"),
    ],
)
def test_who_is_out_or_no_adjudicator_is_informed(
    carla: Client, settled: Settled, fields: dict[str, Any], words: str
) -> None:
    Membership.objects.filter(user=settled.carol).update(**fields)
    assert words in ask(carla, settled, "next")["detail"]
