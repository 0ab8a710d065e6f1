from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from annotation.exceptions import CampaignNotOpen
from annotation.exchange.judgments import JudgmentsReport
from annotation.judging.recording import VoteStatus
from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignPair,
    CampaignState,
    Judgment,
    Membership,
    PooledPair,
    Reason,
    Slot,
)
from regrade.files.errors import BadInput
from tests.annotation.answering import claim, expire_leases, judge, vote_status
from tests.annotation.importing import (
    HEADER,
    Import,
    campaign_for_imports,
    importer,
    member,
    pair,
    votes,
)
from tests.factories import make_member, make_user
from tests.refusals import refused

pytestmark = pytest.mark.django_db

TWO_SPELLINGS = ("jos\u00e9", "jose\u0301")


@pytest.fixture
def campaign(db: None) -> Campaign:
    return campaign_for_imports()


@pytest.fixture
def load(campaign: Campaign, tmp_path: Path) -> Import:
    return importer(campaign, tmp_path)


def n_rows() -> dict[str, int]:
    """Of every table that we or the accounts have."""
    models: list[type[Model]] = [*apps.get_app_config("annotation").get_models(), User]
    return {model.__name__: model._default_manager.count() for model in models}


def test_every_grade_is_a_vote_that_holds_a_slot_of_its_pair(load: Import) -> None:
    load("q1 d1 a01 3", "q1 d1 a02 5", "q2 d3 a01 1")
    assert votes() == [("a01", 1), ("a01", 3), ("a02", 5)]
    slots = pair().slots.values_list("holder", "judgment__grade__value")
    assert sorted(slots) == [(member("a01").pk, 3), (member("a02").pk, 5)]
    assert not pair().slots.filter(leased_until__isnull=False).exists()


def test_the_report_counts_what_was_added(load: Import) -> None:
    make_user("a01")  # somebody else
    report = load("q1 d1 a01 3", "q1 d1 a02 5", "q1 d1 a03 4", "q1 d2 a03 no_input")
    assert report == JudgmentsReport(
        n_rows=4,
        n_votes=3,
        n_not_judged=1,
        n_rejected=0,
        n_repeats=0,
        n_earlier_versions=0,
        n_unchanged=0,
        n_assessors=3,
        n_new_accounts=3,
        n_added_pairs=0,
        n_added_slots=1,
        n_asked_again=0,
    )


def test_a_row_without_a_grade_is_stored_and_takes_no_slot(load: Import) -> None:
    load("q1 d1 a01 no_input")
    judgment = Judgment.objects.get()
    assert (judgment.grade, judgment.reason_not_judged) == (None, Reason.NO_INPUT)
    assert not Slot.objects.exclude(judgment=None, holder=None).exists()


def test_votes_beyond_those_wanted_get_slots_of_their_own(load: Import) -> None:
    assert load("q1 d1 a01 3").n_added_slots == 0
    assert pair().slots.filter(judgment=None, holder=None).count() == 1
    report = load(*(f"q1 d1 a0{i} {i}" for i in range(2, 6)))
    assert [slot.number for slot in pair().slots.exclude(judgment=None)] == [1, 2, 3, 4, 5]
    assert (report.n_added_slots, len(votes())) == (3, 5)


def test_votes_beside_those_of_the_browser_get_slots(campaign: Campaign, load: Import) -> None:
    judge(make_member(campaign, make_user("alice")), pair(), 2)
    assert load("q1 d1 a01 3", "q1 d1 a02 5").n_added_slots == 1
    assert votes() == [("a01", 3), ("a02", 5), ("alice", 2)]


def test_importing_again_adds_nothing(load: Import) -> None:
    rows = ("q1 d1 a01 3", "q1 d1 a02 4", "q1 d1 a03 5", "q1 d2 a01 no_input")
    load(*rows)
    before = n_rows()
    report = load(*rows)
    assert n_rows() == before
    assert (report.n_rows, report.n_unchanged, report.n_assessors) == (4, 4, 3)
    assert sum(report) == 4 + 4 + 3


@pytest.mark.parametrize("grade", [5, None])
def test_importing_again_leaves_a_change_in_the_browser_alone(
    grade: int | None, load: Import
) -> None:
    load("q1 d1 a01 3")
    change = judge(member("a01"), pair(), grade)
    assert load("q1 d1 a01 3").n_unchanged == 1
    assert list(Judgment.objects.live()) == [change]


def test_importing_a_file_that_grew_adds_the_new_rows(load: Import) -> None:
    load("q1 d1 a01 3", "q1 d2 a02 4")
    report = load("", "q1 d2 a02 4", "q1 d1 a02 5", "q1 d1 a01 3", name="again.tsv")
    assert (report.n_unchanged, report.n_votes, len(votes())) == (2, 1, 3)


def test_an_assessor_becomes_an_account_that_cannot_sign_in_under_a_pseudonym(load: Import) -> None:
    assert load("q1 d1 a01 3").n_new_accounts == 1
    account = User.objects.get()
    assert (account.username, account.has_usable_password()) == ("recorded:a01", False)
    assert "a01" not in Membership.objects.get().pseudonym


def test_two_spellings_of_a_name_are_one_account(load: Import) -> None:
    composed, decomposed = TWO_SPELLINGS
    load(f"q1 d1 {composed} 3")
    report = load(f"q1 d2 {decomposed} 4")
    assert (report.n_new_accounts, User.objects.count()) == (0, 1)
    assert load(f"q1 d2 {decomposed} 4").n_unchanged == 1


def test_kind_is_kept_with_new_assessors_only(campaign: Campaign, load: Import) -> None:
    alice = make_member(campaign, make_user("alice"))
    load("q1 d1 alice 3", "q1 d1 a01 4", kind=AssessorKind.SIMULATED, as_accounts=True)
    alice.refresh_from_db()
    assert (alice.kind, member("a01").kind) == (
        AssessorKind.HUMAN,
        AssessorKind.SIMULATED,
    )


def test_optional_columns_are_stored(load: Import) -> None:
    load(
        "q1 d1 a01 3 [[8,12],[0,7]] 2 sure 1500 2020-05-01T12:00:00+02:00",
        header=f"{HEADER} spans confidence note active_ms created_at",
    )
    judgment = Judgment.objects.get()
    assert judgment.spans == [[0, 7], [8, 12]]
    assert (judgment.confidence, judgment.note, judgment.active_ms) == (2, "sure", 1500)
    assert judgment.created_at == datetime(2020, 5, 1, 10, tzinfo=UTC)


def test_unknown_columns_are_kept(load: Import) -> None:
    load("q1 d1 a01 3 relevant 7", header=f"{HEADER} msmarco_label batch")
    assert Judgment.objects.get().extra == {"msmarco_label": "relevant", "batch": "7"}


@pytest.mark.parametrize("state", [CampaignState.DRAFT, CampaignState.CLOSED])
def test_every_state_before_archived_takes_judgments(
    state: CampaignState, campaign: Campaign, load: Import
) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(state=state)
    assert load("q1 d1 a01 3").n_votes == 1


def test_an_archived_campaign_takes_none(campaign: Campaign, load: Import) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(state=CampaignState.ARCHIVED)
    with pytest.raises(CampaignNotOpen):
        load("q1 d1 a01 3")


@pytest.mark.parametrize("kind", ["gold", "qualification"])
def test_a_grade_on_a_pair_that_does_not_vote_takes_no_slot(kind: str, load: Import) -> None:
    CampaignPair.objects.filter(pk=pair().pk).update(kind=kind, wanted=None)
    assert load("q1 d1 a01 3", "q1 d1 a02 3", "q1 d1 a03 3").n_added_slots == 0
    assert (votes(), Judgment.objects.count()) == ([], 3)


def test_a_lease_in_hand_is_left_to_its_holder(campaign: Campaign, load: Import) -> None:
    bob = make_member(campaign, make_user("bob"))
    held = claim(bob).slots[0]
    topic, passage = held.topic.query_id, held.campaign_pair.pair.passage.doc_id
    report = load(f"{topic} {passage} a01 3", f"{topic} {passage} a02 5")
    held.refresh_from_db()
    assert (held.holder, held.judgment, report.n_added_slots) == (bob, None, 1)
    assert vote_status(judge(bob, held.campaign_pair, 4)) == VoteStatus.VOTE


def test_an_assessors_own_lease_is_used(campaign: Campaign, load: Import) -> None:
    bob = make_member(campaign, make_user("bob"))
    held = claim(bob).slots[0]
    topic, passage = held.topic.query_id, held.campaign_pair.pair.passage.doc_id
    report = load(f"{topic} {passage} a01 3", f"{topic} {passage} bob 5", as_accounts=True)
    held.refresh_from_db()
    assert held.judgment == Judgment.objects.get(assessor=bob)
    assert (held.leased_until, report.n_added_slots) == (None, 0)


def test_an_assessors_own_lease_is_freed_by_a_row_without_a_grade(
    campaign: Campaign, load: Import
) -> None:
    held = claim(make_member(campaign, make_user("bob"))).slots[0]
    load(
        f"{held.topic.query_id} {held.campaign_pair.pair.passage.doc_id} bob no_input",
        as_accounts=True,
    )
    held.refresh_from_db()
    assert (held.holder, held.leased_until) == (None, None)


def test_a_lease_whose_time_is_up_is_used(campaign: Campaign, load: Import) -> None:
    held = claim(make_member(campaign, make_user("bob"))).slots[0]
    expire_leases()
    topic, passage = held.topic.query_id, held.campaign_pair.pair.passage.doc_id
    assert load(f"{topic} {passage} a01 3", f"{topic} {passage} a02 5").n_added_slots == 0


def test_extend_pool_adds_the_pair_to_pool_and_campaign_once(
    campaign: Campaign, load: Import
) -> None:
    report = load("q1 extra a01 3", "q1 extra a02 4", extend_pool=True)
    added = pair("q1", "extra")
    assert (report.n_added_pairs, added.wanted, added.slots.count()) == (1, 2, 2)
    assert added.pair.pool == campaign.pool
    assert votes() == [("a01", 3), ("a02", 4)]


def test_extend_pool_takes_a_pair_that_the_pool_has_already(
    campaign: Campaign, load: Import
) -> None:
    """Another campaign over the pool brought it."""
    topic = campaign.pool.topic_set.topics.get(query_id="q1")
    passage = campaign.pool.collection.passages.get(doc_id="extra")
    grown = PooledPair.objects.create(pool=campaign.pool, topic=topic, passage=passage)
    load("q1 extra a01 3", extend_pool=True)
    assert pair("q1", "extra").pair == grown


def test_extend_pool_sets_out_the_first_seat_of_a_new_topic(
    campaign: Campaign, load: Import
) -> None:
    campaign.slots.filter(topic__query_id="q2").delete()
    campaign.seats.filter(topic__query_id="q2").delete()
    campaign.pairs.filter(pair__topic__query_id="q2").delete()
    load("q2 d1 a01 3", extend_pool=True)
    assert campaign.seats.filter(topic__query_id="q2").count() == 1


def test_extend_pool_keeps_out_passages_without_text_by_default(load: Import) -> None:
    with refused(BadInput, "no_text", line=2):
        load("q1 stub a01 3", extend_pool=True)
    assert load("q1 stub a01 3", extend_pool=True, keep_textless=True).n_added_pairs == 1


@pytest.mark.parametrize(
    ("row", "code", "named"),
    [
        ("q1 d1 a02 6", "grade_off_scale", "grade 6 is not on the scale 1, 2, 3, 4, 5"),
        ("q9 d1 a02 3", "unknown_topic", "'q9' in needs"),
        ("q1 d9 a02 3", "unknown_passage", "'d9' in trees"),
        ("q1 extra a02 3", "outside_pool", "outside pool; --extend-pool adds such pairs"),
        (f"q1 d1 {'a' * 142} 3", "name_too_long", "141"),
    ],
)
def test_a_row_that_does_not_fit_is_named_and_nothing_changes(
    row: str, code: str, named: str, load: Import
) -> None:
    before = n_rows()
    with refused(BadInput, code, line=3) as caught:
        load("q1 d1 a01 3", row)
    assert named in caught.value.reason
    assert n_rows() == before


def test_a_second_answer_by_another_spelling_of_the_name_is_refused(load: Import) -> None:
    with refused(BadInput, "judged_already", line=3):
        load(*(f"q2 d1 {name} 3" for name in TWO_SPELLINGS))
    assert not Judgment.objects.exists()


def test_spans_outside_the_text_are_refused(load: Import) -> None:
    with refused(BadInput, "bad_spans", line=2):
        load("q1 d1 a01 3 [[17,18],[18,20]]", header=f"{HEADER} spans")
    assert not Judgment.objects.exists()


def test_another_answer_than_the_stored_one_is_refused(load: Import) -> None:
    load("q1 d1 a01 3")
    before = n_rows()
    with refused(BadInput, "judged_already", line=3):
        load("q1 d2 a01 3", "q1 d1 a01 4")
    assert n_rows() == before


def test_an_answer_given_in_the_browser_is_not_overruled(campaign: Campaign, load: Import) -> None:
    judge(make_member(campaign, make_user("alice")), pair(), 2)
    with refused(BadInput, "judged_already", line=2):
        load("q1 d1 alice 4", as_accounts=True)


def test_an_import_locks_its_campaign_and_its_slots_alone(load: Import) -> None:
    """A lock on passages or topics, by way of a join, would stop other imports."""
    with CaptureQueriesContext(connection) as queries:
        load("q1 d1 a01 3", "q1 d1 a02 5")
    locking = [q["sql"] for q in queries if re.search("FOR (NO KEY )?UPDATE", q["sql"])]
    tables = re.findall(r'(?:FROM|JOIN) "(\w+)"', " ".join(locking))
    assert set(tables) == {"annotation_campaign", "annotation_slot"}


def test_spans_in_a_passage_without_text_are_refused(load: Import) -> None:
    options = {"extend_pool": True, "keep_textless": True, "header": f"{HEADER} spans"}
    with refused(BadInput, "bad_spans", line=2):
        load("q1 stub a01 3 [[0,1]]", **options)
