"""Calls over the API: their organizer by a session, a team by its token."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.calls.making import give_token
from annotation.models import CallTeam, RunCall
from annotation.tokens.issuing import revoke_token
from ranking.clock import now
from tests.annotation.calls.calling import RUN, make_call
from tests.factories import make_run, make_user

pytestmark = pytest.mark.django_db
RUNS = "/api/calls/runs"


@pytest.fixture
def call() -> RunCall:
    return make_call()


@pytest.fixture
def organizer(call: RunCall) -> Client:
    return signed_in("carol")


def signed_in(name: str) -> Client:
    client = Client()
    client.login(username=name, password=f"{name}-password")
    return client


def team_client(call: RunCall, name: str = "bonn") -> Client:
    text = give_token(call=call, team=name).text
    return Client(headers={"Authorization": f"Bearer {text}"})


def send(client: Client, text: str = RUN, name: str = "mine.run") -> tuple[int, Any]:
    answer = client.post(RUNS, {"file": SimpleUploadedFile(name, text.encode())})
    return answer.status_code, answer.json()


def test_an_organizer_makes_a_call_changes_it_and_names_a_team(organizer: Client) -> None:
    deadline = (now() + timedelta(days=3)).isoformat()
    asked = {"topic_set": "needs", "collection": "trees", "deadline": deadline}
    made = organizer.post("/api/calls", {"name": "new", **asked}, "application/json")
    shown = made.json()
    assert (made.status_code, shown["max_depth"], shown["runs_per_team"]) == (201, 1000, 3)
    assert (shown["campaign"], shown["why_closed"], shown["may_change"]) == (None, "", True)
    address = f"/api/calls/{shown['id']}"
    closed = organizer.patch(address, {"closed": True}, "application/json").json()
    assert closed["why_closed"] != ""
    token = organizer.post(f"{address}/teams", {"name": "bonn"}, "application/json")
    assert (token.status_code, token.json()["name"]) == (201, "bonn")
    [team] = organizer.get(address).json()["teams"]
    assert (team["name"], team["token"], team["n_runs"]) == ("bonn", "new: bonn", 0)
    assert [one["name"] for one in organizer.get("/api/calls").json()] == ["new", "trees26"]
    revoked = organizer.delete("/api/session/tokens?name=new: bonn")
    assert revoked.status_code == 204
    assert organizer.get(address).json()["teams"][0]["token"] is None


def test_a_team_hands_in_and_both_sides_read_the_report(call: RunCall, organizer: Client) -> None:
    team = team_client(call)
    bad = RUN + "q2 Q0 d1 x y bm25\nq2 Q0 d3 2 1 bm25\n"
    status, refusal = send(team, bad)
    assert (status, refusal["code"], refusal["n_bad_lines"]) == (400, "bad_file", 2)
    status, taken = send(team)
    assert (status, taken["run"], taken["report"]["counts"]["n_lines"]) == (201, "bonn-bm25", 3)
    own = team.get(RUNS).json()
    assert own["submissions"][0] == taken
    first = own["submissions"][1]
    assert (first["is_accepted"], first["code"]) == (False, refusal["reason_code"])
    assert first["report"]["bad_lines"] == refusal["bad_lines"]
    assert first["sentence"] == refusal["detail"]
    shown = organizer.get(f"/api/calls/{call.pk}").json()
    assert shown["teams"][0]["submissions"] == own["submissions"]
    assert shown["n_runs"] == 1


def test_a_file_that_is_no_archive_is_on_record(call: RunCall) -> None:
    team = team_client(call)
    assert send(team, "no gzip", "mine.run.gz")[0] == 400
    assert team.get(RUNS).json()["submissions"][0]["file"] == "mine.run.gz"


def test_a_team_learns_nothing_of_other_teams_and_their_runs(call: RunCall) -> None:
    other, team = team_client(call, "graz"), team_client(call)
    send(other)
    make_run("hidden", call.collection, call.topic_set, {"q1": ["d1", "d2"], "q2": ["d3"]})
    status, taken = send(team)
    answers = str([status, taken, team.get(RUNS).json()])
    assert ("graz" in answers, "hidden" in answers, status) == (False, False, 201)


def test_a_revoked_token_and_an_account_without_the_right_hand_nothing_in(call: RunCall) -> None:
    team = team_client(call)
    call.created_by.user_permissions.clear()
    assert send(team)[0] == 403
    token = CallTeam.objects.get().token
    assert token is not None
    revoke_token(token=token)
    assert send(team)[0] == 401


def test_only_its_organizer_changes_a_call_and_sees_the_names_of_private_runs(
    call: RunCall,
) -> None:
    team = team_client(call)
    send(team), send(team)
    make_user("olga", "annotation.may_organize")
    other = signed_in("olga")
    address = f"/api/calls/{call.pk}"
    shown = other.get(address).json()
    refusal, submission = shown["teams"][0]["submissions"]
    assert (refusal["code"], refusal["sentence"]) == ("name_taken", "")
    assert (shown["may_change"], submission["is_accepted"], submission["run"]) == (
        False,
        True,
        None,
    )
    for answer in (
        other.patch(address, {"closed": True}, "application/json"),
        other.post(f"{address}/teams", {"name": "bonn"}, "application/json"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")
    call.collection.visibility, call.collection.owner = "private", call.created_by
    call.collection.save()
    assert other.get(address).status_code == 404
    assert other.get("/api/calls").json() == []
