"""Who judged elsewhere is nobody here, whatever they are called."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest
from django.contrib.auth.models import User

from annotation.exceptions import PeopleRefused
from annotation.exchange.judgments import import_judgments
from annotation.identity.accounts import newcomer
from annotation.models import Campaign, EventKind, Judgment
from annotation.people.memberships import set_quota
from annotation.people.own_record import own_record
from regrade.files.judging import read_judgments
from tests.annotation.answering import claim, judge
from tests.annotation.importing import (
    HEADER,
    Import,
    campaign_for_imports,
    importer,
    member,
    pair,
    paused,
    votes,
)
from tests.factories import make_campaign, make_member, make_user
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    return campaign_for_imports()


@pytest.fixture
def load(campaign: Campaign, tmp_path: Path) -> Import:
    return importer(campaign, tmp_path)


def test_an_assessor_is_nobody_of_the_same_name(campaign: Campaign, load: Import) -> None:
    alice = make_member(campaign, make_user("alice"))
    judge(alice, pair(), 2)
    report = load("q1 d1 alice 3")
    assert (report.n_new_accounts, member("alice") == alice) == (1, False)
    assert votes() == [("alice", 2), ("alice", 3)]


def test_nobody_can_sign_up_as_a_recorded_assessor(load: Import) -> None:
    load("q1 d1 a01 3")
    with pytest.raises(PeopleRefused):
        newcomer(username="recorded:a02", password="long-enough-to-be-one")


def test_as_accounts_an_assessor_is_the_account_of_the_same_name(
    campaign: Campaign, load: Import
) -> None:
    alice = make_member(campaign, make_user("alice"))
    assert load("q1 d1 alice 3", "q1 d1 a01 3", as_accounts=True).n_new_accounts == 1
    assert {j.assessor for j in Judgment.objects.all()} == {alice, member("a01")}


def test_rows_that_were_imported_stay_with_whom_they_came(campaign: Campaign, load: Import) -> None:
    make_member(campaign, make_user("alice"))
    load("q1 d1 alice 3")
    assert load("q1 d1 alice 3", as_accounts=True).n_unchanged == 1


def test_a_lease_of_somebody_of_the_same_name_is_left_to_them(
    campaign: Campaign, load: Import
) -> None:
    alice = make_member(campaign, make_user("alice"))
    held = claim(alice).slots[0]
    load(f"{held.topic.query_id} {held.campaign_pair.pair.passage.doc_id} alice 3")
    held.refresh_from_db()
    assert (held.holder, held.judgment) == (alice, None)


def test_rejected_work_never_takes_a_slot_that_is_freed(campaign: Campaign, load: Import) -> None:
    alice = make_member(campaign, make_user("alice"))
    held = claim(alice).slots[0]
    topic, passage = held.topic.query_id, held.campaign_pair.pair.passage.doc_id
    load(f"{topic} {passage} a01 3 rejected", header=f"{HEADER} cause")
    judge(alice, held.campaign_pair, None)
    assert not held.campaign_pair.slots.exclude(judgment=None).exists()


def test_rejected_work_takes_nothing_off_a_quota(campaign: Campaign, load: Import) -> None:
    alice = make_member(campaign, make_user("alice"))
    set_quota(membership=alice, quota=1)
    load("q1 d1 alice 3 rejected", header=f"{HEADER} cause", as_accounts=True)
    assert len(claim(alice).slots) == 1


# Nobody becomes two


@pytest.mark.parametrize("cause", ["", "rejected"])
def test_a_row_in_somebodys_name_is_stored_once(
    cause: str, campaign: Campaign, load: Import
) -> None:
    make_member(campaign, make_user("w1"))
    row = f"q1 d1 w1 3 {cause}"
    load(row, header=f"{HEADER} cause", as_accounts=True)
    report = load(row, header=f"{HEADER} cause")
    assert (report.n_unchanged, report.n_new_accounts, report.n_assessors) == (1, 0, 1)


def test_a_name_leads_to_nobodys_account_without_the_option(
    campaign: Campaign, load: Import
) -> None:
    """Even where an earlier import had it: people who may import would learn who is who."""
    w1 = make_member(campaign, make_user("w1"))
    load("q1 d1 w1 3", as_accounts=True)
    load("q1 d2 w1 4")
    assert [judgment.assessor for judgment in Judgment.objects.order_by("pk")] == [w1, member("w1")]


def test_who_was_nobody_here_stays_so(campaign: Campaign, load: Import) -> None:
    make_member(campaign, make_user("alice"))
    load("q1 d1 alice 3")
    load("q1 d2 alice 4", as_accounts=True)
    assert {judgment.assessor for judgment in Judgment.objects.all()} == {member("alice")}


def test_whom_another_campaign_took_for_an_account_is_nobody_here(
    campaign: Campaign, load: Import, tmp_path: Path
) -> None:
    other = make_campaign("other", pool=campaign.pool)
    make_user("alice")
    importer(other, tmp_path)("q1 d1 alice 3", as_accounts=True)
    assert load("q1 d1 alice 3").n_new_accounts == 1
    assert campaign.memberships.get() == member("alice")


# In people's names


@pytest.mark.parametrize("state", ["pilot", "open"])
def test_nothing_is_stored_in_peoples_names_while_they_judge(
    state: str, campaign: Campaign
) -> None:
    make_member(campaign, make_user("alice"))
    Campaign.objects.filter(pk=campaign.pk).update(state=state)
    with refused(PeopleRefused, "people_judge"):
        in_names(campaign, "alice", actor=make_user("carol"))
    assert not Judgment.objects.exists()


@pytest.mark.parametrize(("actor", "code"), [(None, "actor_missing"), ("alice", "own_judgment")])
def test_somebody_else_is_to_bring_what_people_said(
    actor: str | None, code: str, campaign: Campaign
) -> None:
    accounts = {"alice": make_user("alice"), None: None}
    with paused(campaign), refused(PeopleRefused, code):
        in_names(campaign, "alice", actor=accounts[actor])
    assert not campaign.memberships.exists()


def test_the_log_names_who_brought_it_and_by_pseudonym_for_whom(
    campaign: Campaign, load: Import
) -> None:
    alice, carol = make_member(campaign, make_user("alice")), make_user("carol")
    alice.pseudonym = "K7RWM"
    alice.save(update_fields=["pseudonym"])
    load("q1 d1 alice 3", "q1 d1 a01 3", as_accounts=True, actor=carol)
    event = campaign.events.get(kind=EventKind.IMPORTED)
    assert (event.actor, event.details["in_name_of"]) == (carol, ["K7RWM"])
    assert "alice" not in json.dumps(event.details)
    assert list(own_record(alice).events) == [event]


def in_names(campaign: Campaign, *names: str, actor: User | None) -> None:
    rows = [f"q1\td1\t{name}\t3\n" for name in names]
    with NamedTemporaryFile("w", suffix=".tsv") as file:
        file.write("".join([HEADER.replace(" ", "\t") + "\n", *rows]))
        file.flush()
        recorded = list(read_judgments(Path(file.name)))
    import_judgments(campaign=campaign, recorded=recorded, as_accounts=True, actor=actor)
