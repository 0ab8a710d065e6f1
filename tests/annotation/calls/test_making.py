"""Calls for runs, made and changed, and the tokens of their teams."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from annotation.calls import making
from annotation.calls.handing_in import why_closed
from annotation.calls.making import MAX_CALL_NAME, MAX_TEAM_NAME, change_call, give_token
from annotation.exceptions import CallRefused, TokenRefused
from annotation.models import CampaignState, RunCall
from annotation.tokens.issuing import MAX_TOKENS, issue_token, valid_tokens
from ranking.clock import now
from ranking.exceptions import NameTaken
from tests.annotation.calls.calling import make_call
from tests.factories import make_campaign, make_pool, make_topics
from tests.refusals import refused

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def call() -> RunCall:
    return make_call()


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("name", "x" * (MAX_CALL_NAME + 1), "bad_name"),
        ("deadline", -DAY, "deadline_over"),
        ("deadline", 367 * DAY, "out_of_range"),
        ("max_depth", 0, "out_of_range"),
        ("runs_per_team", 1001, "out_of_range"),
    ],
)
def test_create_call_refuses_what_is_out_of_range(field: str, value: Any, code: str) -> None:
    value = now() + value if field == "deadline" else value
    with refused(CallRefused, code, field=field):
        make_call(**{field: value})


def test_create_call_is_for_a_campaign_of_the_same_ground_that_is_not_over(call: RunCall) -> None:
    collection, topic_set = call.collection, call.topic_set
    campaign = make_campaign("pooled", make_pool("pool", collection, topic_set))
    ground = {"topic_set": topic_set, "collection": collection, "campaign": campaign}
    assert make_call("second", **ground).campaign == campaign
    with refused(CallRefused, "other_ground", field="campaign"):
        make_call("third", **{**ground, "topic_set": make_topics("other")})
    campaign.state = CampaignState.CLOSED
    with refused(CallRefused, "campaign_over", field="campaign"):
        make_call("third", **ground)
    with refused(NameTaken, "name_taken", field="name"):
        make_call("second")


def test_change_call_closes_and_opens_again_before_the_deadline(call: RunCall) -> None:
    changed = change_call(call=call, changes={"closed": True, "max_depth": 7})
    assert (changed.closed_at is not None, changed.max_depth) == (True, 7)
    assert change_call(call=call, changes={"closed": True}).closed_at == changed.closed_at
    later = call.deadline + DAY
    with refused(CallRefused, "deadline_over", field="deadline"):
        change_call(call=call, changes={"closed": False}, at=later)
    changes = {"closed": False, "deadline": later + DAY}
    assert why_closed(change_call(call=call, changes=changes, at=later), later) is None


def test_another_token_of_a_team_ends_the_first(call: RunCall) -> None:
    first = give_token(call=call, team="bonn")
    with refused(CallRefused, "name_taken", field="name"):
        give_token(call=call, team="bonn")
    second = give_token(call=call, team="bonn", replaces=True)
    assert first.team == second.team
    assert (first.text != second.text, call.teams.count()) == (True, 1)
    [token] = valid_tokens(call.created_by)
    assert (token.pk, token.name, token.scopes) == (
        second.team.token_id,
        "trees26: bonn",
        ["submit"],
    )


@pytest.mark.parametrize("name", ["", "a b", "a,b", "x" * (MAX_TEAM_NAME + 1)])
def test_a_team_has_a_short_name_without_comma_or_blank(call: RunCall, name: str) -> None:
    with refused(CallRefused, "bad_name", field="name"):
        give_token(call=call, team=name)


def test_tokens_of_teams_leave_room_for_those_of_the_organizer(
    call: RunCall, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(MAX_TOKENS):
        give_token(call=call, team=f"team{n}")
    issue_token(account=call.created_by, name="trees26: bonn")
    with refused(TokenRefused, "name_taken", field="name"):
        give_token(call=call, team="bonn")
    monkeypatch.setattr(making, "MAX_TEAMS", MAX_TOKENS)
    with refused(CallRefused, "too_many"):
        give_token(call=call, team="graz")
