"""Calls for runs as their organizers and their teams read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from django.contrib.auth.models import User
from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils import timezone

from annotation.calls.handing_in import why_closed
from annotation.models import ApiToken, CallTeam, RunCall, Submission
from ranking.clock import now
from ranking.lookup import first_of
from ranking.models import Collection, Run, TopicSet


@dataclass(frozen=True)
class Shown:
    """A submission as an account may read it.

    `run` is None if it was refused or is hidden; `sentence` is empty for accounts that may not
    change the call, since it may name runs.
    """

    submission: Submission
    run: str | None
    sentence: str

    @property
    def is_accepted(self) -> bool:
        return self.submission.run_id is not None

    @property
    def report(self) -> Mapping[str, Any]:
        report: Mapping[str, Any] = self.submission.report
        return report


@dataclass(frozen=True)
class TeamShown:
    """A team with its submissions, the newest first. `token` names its valid token."""

    team: CallTeam
    submissions: Sequence[Shown]

    @property
    def token(self) -> Annotated[str | None, "Name of its valid token, by which it is revoked."]:
        token = self.team.token
        return token.name if token is not None and _is_valid(token) else None

    @property
    def last_used_at(self) -> datetime | None:
        return None if self.team.token is None else self.team.token.last_used_at

    @property
    def n_runs(self) -> int:
        return sum(shown.is_accepted for shown in self.submissions)


@dataclass(frozen=True)
class CallShown:
    """A call for runs. `why_closed` is a sentence if it takes no runs now, else empty."""

    call: RunCall
    why_closed: str
    n_teams: int
    n_runs: int
    may_change: Annotated[bool, "Whether the account made the call, or administers."]


@dataclass(frozen=True)
class CallDetail(CallShown):
    teams: Sequence[TeamShown]


@dataclass(frozen=True)
class OwnCall:
    """A call as one of its teams reads it, with the files that this team sent, newest first."""

    call: RunCall
    team: CallTeam
    why_closed: str
    submissions: Sequence[Shown]


def may_change(call: RunCall, account: User) -> bool:
    return account.is_superuser or call.created_by_id == account.pk


def calls_seen() -> QuerySet[RunCall]:
    """Calls over collections and topic sets that the requesting account may see."""
    return RunCall.objects.filter(
        collection__in=Collection.objects.seen(), topic_set__in=TopicSet.objects.seen()
    ).select_related("collection", "topic_set", "campaign", "created_by")


def call_by_id(call_id: int) -> RunCall:
    """The call with this id.

    Raises:
        NotFound: there is none that the requesting account may see.
    """
    return first_of(calls_seen().filter(pk=call_id), "There is no such call for runs.")


def call_rows(account: User) -> list[CallShown]:
    """The calls, the newest first."""
    accepted = Q(teams__submissions__run__isnull=False)
    counted = calls_seen().annotate(
        n_teams=Count("teams", distinct=True),
        n_runs=Count("teams__submissions", filter=accepted, distinct=True),
    )
    return [
        CallShown(call, _why_closed(call), call.n_teams, call.n_runs, may_change(call, account))
        for call in counted.order_by("-created_at", "-pk")
    ]


def call_detail(call: RunCall, account: User) -> CallDetail:
    """The call with its teams by name, and all files that each sent."""
    submissions = Prefetch("submissions", Submission.objects.select_related("run"))
    found = call.teams.select_related("token").prefetch_related(submissions)
    sent = {team: list(team.submissions.all()) for team in found}
    runs = Run.objects.seen().filter(submission__team__call=call)
    visible = set(runs.values_list("pk", flat=True))
    changes = may_change(call, account)
    teams = [
        TeamShown(team, [_shown(one, visible, has_sentence=changes) for one in sent[team]])
        for team in sent
    ]
    return CallDetail(
        call,
        _why_closed(call),
        len(teams),
        sum(team.n_runs for team in teams),
        changes,
        teams,
    )


def own_call(team: CallTeam) -> OwnCall:
    """The team's call and what the team sent."""
    submissions = list(team.submissions.select_related("run"))
    visible = {one.run_id for one in submissions}
    shown = [_shown(one, visible) for one in submissions]
    return OwnCall(team.call, team, _why_closed(team.call), shown)


def submission_shown(submission: Submission) -> Shown:
    """The submission as its team reads it."""
    return _shown(submission, {submission.run_id})


def _shown(submission: Submission, visible: set[Any], *, has_sentence: bool = True) -> Shown:
    is_visible = submission.run is not None and submission.run_id in visible
    run = str(submission.run) if is_visible else None
    return Shown(submission, run, submission.sentence if has_sentence else "")


def _why_closed(call: RunCall) -> str:
    return str(why_closed(call, now()) or "")


def _is_valid(token: ApiToken) -> bool:
    return token.revoked_at is None and token.expires_at > timezone.now()
