"""Runs that teams hand in: what is stored, and each reason to refuse one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, transaction

from annotation.calls import handing_in
from annotation.calls.handing_in import hand_in
from annotation.calls.making import change_call
from annotation.exceptions import SubmissionRefused
from annotation.models import CallTeam, Submission
from ranking.asking import asked_by
from ranking.models import Collection, Passage, Run
from tests.annotation.calls.calling import OTHER, RUN, make_call, make_team, sent
from tests.factories import make_run
from tests.refusals import refused
from tests.regrade.files.writing import write
from tests.waiting import until_someone_waits_for_a_lock

pytestmark = pytest.mark.django_db


@pytest.fixture
def team() -> CallTeam:
    return make_team(make_call())


def test_hand_in_stores_a_run_that_only_the_organizer_sees(team: CallTeam, tmp_path: Path) -> None:
    run = sent(team, tmp_path).run
    assert run is not None
    assert (run.name, run.team, run.tag, run.depth) == ("bonn-bm25", "bonn", "bm25", 2)
    assert (run.owner, run.visibility) == (team.call.created_by, "private")


def test_hand_in_warns_of_missing_and_unknown_topics_and_of_ties(
    team: CallTeam, tmp_path: Path
) -> None:
    text = "q1 Q0 d1 1 2 bm25\nq1 Q0 d2 2 2 bm25\nq9 Q0 d1 1 1 bm25\n"
    report = sent(team, tmp_path, text).report
    numbers = {"n_topics": 1, "n_lines": 2, "depth": 2, "n_tied": 2}
    assert report["counts"] == {**numbers, "n_missing_topics": 1, "n_unknown_topics": 1}
    missing, unknown, ties = report["warnings"]
    assert ("q2" in missing, "q9" in unknown, "2 lines" in ties) == (True, True, True)


LONG = "q1 Q0 d1 1 3 a\nq2 Q0 d1 1 3 a\nq2 Q0 d2 2 2 a\nq2 Q0 d3 3 1 a\n"


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        (LONG, "too_deep", "Topic q2 has 3 passages"),
        ("q1 Q0 d8 1 3 a\nq1 Q0 d9 2 2 a\n", "unknown_passages", "d8, d9"),
        ("q1 Q0 d1 1 2 a\n", "name_taken", "bonn-a"),
        (f"q1 Q0 d1 1 2 {'x' * 200}\n", "name_refused", "too long"),
    ],
)
def test_a_refused_run_leaves_only_its_report(
    team: CallTeam, tmp_path: Path, text: str, code: str, says: str
) -> None:
    make_run("bonn-a", team.call.collection, team.call.topic_set, {"q1": ["d3"]})
    with refused(SubmissionRefused, code, says=says):
        sent(team, tmp_path, text)
    kept = Submission.objects.get()
    assert (kept.team, kept.run, kept.code, kept.file) == (team, None, code, "mine.run")
    assert says in kept.sentence
    assert (Run.objects.count(), Passage.objects.count()) == (1, 3)


def test_without_texts_new_passages_are_taken(team: CallTeam, tmp_path: Path) -> None:
    Collection.objects.update(text_version=0)
    team.refresh_from_db()
    sent(team, tmp_path, "q1 Q0 d9 1 3 a\n")
    assert Passage.objects.filter(doc_id="d9").exists()


def test_nothing_is_taken_after_the_deadline_or_in_a_closed_call(
    team: CallTeam, tmp_path: Path
) -> None:
    with refused(SubmissionRefused, "past_deadline"):
        sent(team, tmp_path, at=team.call.deadline + timedelta(seconds=1))
    assert sent(team, tmp_path, at=team.call.deadline).run
    team.call = change_call(call=team.call, changes={"closed": True})
    with refused(SubmissionRefused, "call_closed"):
        sent(team, tmp_path, OTHER)
    codes = ["call_closed", "", "past_deadline"]
    assert list(team.submissions.values_list("code", flat=True)) == codes


def test_a_run_that_comes_again_is_refused_by_the_name_of_the_teams_own(
    team: CallTeam, tmp_path: Path
) -> None:
    """Equal runs of other teams are taken, and not named."""
    with asked_by(team.call.created_by):
        sent(make_team(team.call, "graz"), tmp_path)
        first = sent(team, tmp_path)
        assert "graz" not in str(first.report)
        with refused(SubmissionRefused, "same_run", says="bonn-bm25") as caught:
            sent(team, tmp_path, RUN.replace("bm25", "copy"))
    assert "graz" not in str(caught.value)


def test_a_team_hands_in_as_many_runs_as_the_call_takes(team: CallTeam, tmp_path: Path) -> None:
    for tag in ("one", "two"):
        sent(team, tmp_path, f"q1 Q0 d1 1 {len(tag)} {tag}\nq1 Q0 d{ord(tag[0]) % 2 + 2} 2 1 {tag}")
    with refused(SubmissionRefused, "too_many_runs"):
        sent(team, tmp_path, OTHER)
    change_call(call=team.call, changes={"runs_per_team": 3})
    team = CallTeam.objects.get(pk=team.pk)
    assert sent(team, tmp_path, OTHER).run


def test_a_team_that_sends_too_many_files_is_looked_at_no_more(
    team: CallTeam, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handing_in, "MAX_TRIES", 1)
    with refused(SubmissionRefused, "too_deep"):
        sent(team, tmp_path, LONG)
    with refused(SubmissionRefused, "too_many_tries"):
        sent(team, tmp_path)
    assert Submission.objects.count() == 1


N_AT_ONCE = 5


@pytest.mark.django_db(transaction=True)
def test_of_many_runs_at_once_no_more_are_taken_than_allowed(tmp_path: Path) -> None:
    team, start = make_team(make_call()), Barrier(N_AT_ONCE)
    paths = [
        write(tmp_path, f"q1 Q0 d1 1 {n + 2} t{n}\nq1 Q0 d2 2 1 t{n}\n", f"{n}.run")
        for n in range(N_AT_ONCE)
    ]

    def one(path: Path) -> str:
        start.wait()
        try:
            hand_in(team=CallTeam.objects.get(pk=team.pk), path=path, file_name=path.name)
        except SubmissionRefused as error:
            return error.code
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(N_AT_ONCE) as threads:
        answers: list[Any] = list(threads.map(one, paths))
    assert sorted(answers) == ["", "", *["too_many_runs"] * (N_AT_ONCE - 2)]
    assert Run.objects.count() == team.submissions.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_run_that_waits_while_its_call_is_closed_is_refused(tmp_path: Path) -> None:
    team, path = make_team(make_call()), write(tmp_path, RUN, "a.run")

    def one() -> str:
        try:
            hand_in(team=CallTeam.objects.get(pk=team.pk), path=path, file_name=path.name)
        except SubmissionRefused as error:
            return error.code
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            change_call(call=team.call, changes={"closed": True})
            answer = threads.submit(one)
            until_someone_waits_for_a_lock()
        assert answer.result() == "call_closed"
