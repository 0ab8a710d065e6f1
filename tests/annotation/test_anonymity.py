"""No way leads from an anonymized campaign back to the people who judged in it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from annotation.models import Campaign, CampaignPair, CampaignState, Membership
from annotation.people.anonymizing import anonymize_campaign
from annotation.people.invitations import accept_as_newcomer
from annotation.people.memberships import Work, withdraw_member
from tests.annotation.answering import claim_one, judge
from tests.annotation.inviting import PASSWORD, invite
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db

NEWCOMER, RECORDED, WITHDRAWN = "zebedee", "xanthippe", "wolfram"
NAMES = (NEWCOMER, RECORDED, WITHDRAWN)
APPS = ("annotation", "ranking", "evaluation")


@pytest.fixture
def campaign(carol: User, tmp_path: Path) -> Campaign:
    """One person came by a link, one was imported, one withdrew; then it was anonymized."""
    campaign = make_campaign(judgments_per_pair=2)
    token = invite(campaign, max_uses=2, actor=carol).token
    for name in (NEWCOMER, WITHDRAWN):
        member = accept_as_newcomer(token=token, username=name, password=PASSWORD)
        pair = claim_one(member)
        for grade in (2, 4):
            judge(member, pair, grade)
    withdraw_member(membership=member, work=Work.DROP, actor=member.user)
    file = tmp_path / "judgments.tsv"
    file.write_text(f"query_id\tdoc_id\tassessor\tgrade\tmood\nq1\td1\t{RECORDED}\t3\tgood\n")
    call_command("import_judgments", str(file), campaign="campaign", stdout=io.StringIO())
    Campaign.objects.update(state=CampaignState.CLOSED)
    anonymize_campaign(campaign=campaign, confirmation="campaign", actor=carol)
    return campaign


def stored_values() -> Iterator[tuple[str, str]]:
    """Every value of every row of our tables."""
    for app in APPS:
        for model in apps.get_app_config(app).get_models():
            for row in model._default_manager.values():
                for column, value in row.items():
                    yield f"{model.__name__}.{column}", str(value)


def references_to_accounts() -> Iterator[tuple[str, int]]:
    """Every account that a row of our tables names."""
    for relation in User._meta.related_objects:
        rows = relation.related_model._default_manager.exclude(**{relation.field.name: None})
        for pk in rows.values_list(relation.field.attname, flat=True):
            yield f"{relation.related_model.__name__}.{relation.field.name}", pk


def test_no_table_holds_a_name(campaign: Campaign) -> None:
    found = {where for where, value in stored_values() if any(name in value for name in NAMES)}
    assert found == set()


def test_no_table_names_an_account_but_the_organizers(campaign: Campaign, carol: User) -> None:
    assert {where for where, pk in references_to_accounts() if pk != carol.pk} == set()
    assert dict(references_to_accounts())["Invitation.created_by"] == carol.pk


def test_accounts_and_members_share_no_moment(campaign: Campaign) -> None:
    """An account is made in the moment in which its owner joins."""
    moments = set(User.objects.values_list("date_joined", flat=True))
    assert moments & set(Membership.objects.values_list("created_at", flat=True)) == set()
    assert User.objects.get(username=NEWCOMER).date_joined.day == 1


def test_no_answer_of_the_api_holds_a_name(campaign: Campaign, carol: User, client: Client) -> None:
    client.force_login(carol)
    paths = ["board", "members", "invitations"]
    paths += [f"pairs/{pair.pk}/judgments" for pair in CampaignPair.objects.all()]
    addresses = ["/api/campaigns", *(f"/api/campaigns/{campaign.pk}/{path}" for path in paths)]
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200
        assert [name for name in NAMES if name in answer.content.decode()] == []


@pytest.mark.parametrize(
    "command",
    [
        ["list_members", "campaign", "--format", "json"],
        ["agreement", "--campaign", "campaign", "--by", "assessor", "--format", "json"],
    ],
)
def test_no_command_prints_a_name(command: list[str], campaign: Campaign) -> None:
    out = io.StringIO()
    call_command(*command, stdout=out)
    pseudonyms = campaign.memberships.values_list("pseudonym", flat=True)
    assert any(pseudonym in out.getvalue() for pseudonym in pseudonyms)
    assert [name for name in NAMES if name in out.getvalue()] == []


def test_the_fullest_export_holds_no_name(campaign: Campaign, tmp_path: Path) -> None:
    file = tmp_path / "export.tsv"
    call_command("export_judgments", "campaign", str(file), "--everything", stdout=io.StringIO())
    exported = file.read_text()
    assert exported.count("\n") > 3
    assert [name for name in NAMES if name in exported] == []


def test_who_was_a_member_finds_no_trace(campaign: Campaign, client: Client) -> None:
    client.force_login(User.objects.get(username=NEWCOMER))
    assert client.get("/api/campaigns").json() == []
    assert client.get(f"/api/judging/{campaign.pk}/held").status_code == 404


def test_the_imported_account_is_gone(campaign: Campaign) -> None:
    assert not User.objects.filter(username__contains=RECORDED).exists()
