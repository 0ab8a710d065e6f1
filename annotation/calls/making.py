"""Calls for runs: made and changed, and their teams with the token of each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from annotation.exceptions import CallRefused
from annotation.models import CallTeam, Campaign, RunCall
from annotation.tokens.issuing import MAX_DAYS, issue_submit_token, revoke_token
from ranking.clock import now
from ranking.lookup import taking_name
from ranking.models import Collection, TopicSet

# Both stand in the name of a team's token, and a team's name begins those of its runs.
MAX_CALL_NAME, MAX_TEAM_NAME = 50, 40
MAX_TEAMS = 200
MAX_RUNS = 1000
MAX_DEPTH = 1_000_000
DEFAULT_DEPTH, DEFAULT_RUNS = 1000, 3

CallName = Annotated[str, {"max_length": MAX_CALL_NAME, "trim_whitespace": False}]
TeamName = Annotated[str, {"max_length": MAX_TEAM_NAME, "trim_whitespace": False}]
Depth = Annotated[
    int, {"min_value": 1, "max_value": MAX_DEPTH}, "Passages that a topic may have at most."
]
RunsPerTeam = Annotated[int, {"min_value": 1, "max_value": MAX_RUNS}]


class CallRules(NamedTuple):
    """The rules of a call that its organizer may change."""

    deadline: datetime
    max_depth: Depth
    runs_per_team: RunsPerTeam
    closed: bool


class NewTeamToken(NamedTuple):
    """The token of a team; its text cannot be shown again."""

    team: CallTeam
    text: str


def create_call(
    *,
    name: CallName,
    topic_set: TopicSet,
    collection: Collection,
    deadline: datetime,
    created_by: User,
    campaign: Campaign | None = None,
    max_depth: Depth = DEFAULT_DEPTH,
    runs_per_team: RunsPerTeam = DEFAULT_RUNS,
    at: datetime | None = None,
) -> RunCall:
    """Make a call for runs, which is open until its deadline.

    Raises:
        NameTaken, NameRefused: the name is taken or not allowed.
        CallRefused: the name is too long, the deadline is over or too far away, a number is out of
            range, or the campaign is over or has another collection or topic set.
    """
    _check_length(name, MAX_CALL_NAME)
    _check_deadline(deadline, at or now())
    _check_numbers({"max_depth": max_depth, "runs_per_team": runs_per_team})
    if campaign is not None:
        _check_campaign(campaign, topic_set, collection)
    with taking_name(RunCall, name):
        return RunCall.objects.create(
            name=name,
            topic_set=topic_set,
            collection=collection,
            campaign=campaign,
            deadline=deadline,
            max_depth=max_depth,
            runs_per_team=runs_per_team,
            created_by=created_by,
        )


@transaction.atomic
def change_call(
    *, call: RunCall, changes: Mapping[str, Any], at: datetime | None = None
) -> RunCall:
    """Change some of the `CallRules`; runs that were taken stay.

    Raises:
        CallRefused: as `create_call` says, or a call whose deadline is over would be opened again.
    """
    at = at or now()
    call = RunCall.objects.select_for_update(no_key=True, of=("self",)).get(pk=call.pk)
    list(call.teams.select_for_update(no_key=True).order_by("pk"))  # waits for runs being stored
    if "deadline" in changes:
        _check_deadline(changes["deadline"], at)
    _check_numbers(changes)
    closed = changes.get("closed")
    for name in changes.keys() & {"deadline", "max_depth", "runs_per_team"}:
        setattr(call, name, changes[name])
    if closed is False and call.deadline < at:
        raise CallRefused(
            f"The deadline of {call} is over; set a later one to open it again.",
            code="deadline_over",
            field="deadline",
        )
    if closed is not None:
        call.closed_at = (call.closed_at or at) if closed else None
    call.save(update_fields=["deadline", "max_depth", "runs_per_team", "closed_at"])
    return call


@transaction.atomic
def give_token(
    *, call: RunCall, team: TeamName, replaces: bool = False, actor: User | None = None
) -> NewTeamToken:
    """Name a team and make its token.

    Args:
        call: whose runs it hands in.
        team: its name.
        replaces: end the token of a team that is there.
        actor: who does it, for the log.

    Raises:
        CallRefused: the name is too long, not allowed, or that of a team that is there; or the call
            has too many teams.
        TokenRefused: another token of the organizer has the name that this one would have.
    """
    _check_team_name(team)
    call = RunCall.objects.select_for_update(no_key=True, of=("self",)).get(pk=call.pk)
    found = call.teams.select_related("token").filter(name=team).first()
    if found is None:
        _refuse_many_teams(call)
        found = CallTeam(call=call, name=team)
    elif not replaces:
        raise CallRefused(
            f"{team} is a team of {call} already; replace its token if it was lost.",
            code="name_taken",
            field="name",
        )
    elif found.token is not None:
        revoke_token(token=found.token, actor=actor)
    # Names have no blank, so no two teams share this one.
    made = issue_submit_token(account=call.created_by, name=f"{call}: {team}", actor=actor)
    found.token = made.token
    found.save()
    return NewTeamToken(found, made.text)


def _check_length(name: str, most: int) -> None:
    if len(name) > most:
        raise CallRefused(
            f"{name!r} is too long: take at most {most} characters.", code="bad_name", field="name"
        )


def _check_team_name(team: str) -> None:
    _check_length(team, MAX_TEAM_NAME)
    if not re.fullmatch(r"[^,\s]+", team):
        raise CallRefused(
            f"{team!r} cannot name a team: take 1 to {MAX_TEAM_NAME} characters, no comma, no"
            " blank.",
            code="bad_name",
            field="name",
        )


def _check_deadline(deadline: datetime, at: datetime) -> None:
    if deadline <= at:
        raise CallRefused(
            "The deadline is over already; choose a later one.",
            code="deadline_over",
            field="deadline",
        )
    if deadline > at + timedelta(days=MAX_DAYS):
        raise CallRefused(
            f"The deadline is more than {MAX_DAYS} days away; choose an earlier one.",
            code="out_of_range",
            field="deadline",
        )


def _check_numbers(given: Mapping[str, Any]) -> None:
    for name, what, most in (
        ("max_depth", "depth", MAX_DEPTH),
        ("runs_per_team", "number of runs a team", MAX_RUNS),
    ):
        if name in given and not 1 <= given[name] <= most:
            raise CallRefused(
                f"The {what} is 1 to {most:,}, not {given[name]:,}.",
                code="out_of_range",
                field=name,
            )


def _check_campaign(campaign: Campaign, topic_set: TopicSet, collection: Collection) -> None:
    if campaign.is_over:
        raise CallRefused(
            f"Campaign {campaign} is over, so no runs are added to its pool.",
            code="campaign_over",
            field="campaign",
        )
    pool = campaign.pool
    if (pool.topic_set_id, pool.collection_id) != (topic_set.pk, collection.pk):
        raise CallRefused(
            f"Campaign {campaign} is over {pool.collection} and {pool.topic_set}, not over"
            f" {collection} and {topic_set}.",
            code="other_ground",
            field="campaign",
        )


def _refuse_many_teams(call: RunCall) -> None:
    if call.teams.count() >= MAX_TEAMS:
        raise CallRefused(f"{call} has {MAX_TEAMS} teams, which is the most.", code="too_many")
