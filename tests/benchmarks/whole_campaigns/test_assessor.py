from __future__ import annotations

from datetime import timedelta

from annotation.judging.recording import Recorded, VoteStatus
from annotation.models import Judgment
from benchmarks.whole_campaigns.assessor import Guest, Outcome
from benchmarks.whole_campaigns.people import Person

STORED = Judgment(pk=7)


def noted(status: VoteStatus, left_s: float) -> Outcome:
    outcome = Outcome()
    recorded = Recorded(STORED, status, grade=2, spans=(), feedback=None)
    outcome.note(recorded, "anne", timedelta(seconds=left_s))
    return outcome


def test_what_was_acknowledged_is_kept() -> None:
    [kept] = noted(VoteStatus.VOTE, left_s=3).acknowledged
    assert kept == (str(STORED.client_key), 7, "anne", 2)


def test_an_answer_is_late_when_its_lease_is_over() -> None:
    in_time, late = (noted(VoteStatus.VOTE, left_s).events for left_s in (1, -1))
    assert in_time == {"acknowledged as vote": 1}
    assert late == {"acknowledged as vote": 1, "of these late, as vote": 1}


def test_surplus_is_a_fault_where_the_lease_ran() -> None:
    late, in_time = (noted(VoteStatus.SURPLUS, left_s) for left_s in (-1, 3))
    assert (late.n_surplus, late.n_surplus_in_time) == (1, 0)
    assert (in_time.n_surplus, in_time.n_surplus_in_time) == (1, 1)


def test_outcomes_add_up() -> None:
    outcome, other = noted(VoteStatus.SURPLUS, left_s=3), noted(VoteStatus.SURPLUS, left_s=3)
    other.away.append(Guest(Person("ben", 0, 0), 1))
    other.vanished.append(2)
    outcome.add(other)
    assert (len(outcome.acknowledged), outcome.n_surplus, outcome.n_surplus_in_time) == (2, 2, 2)
    assert (outcome.events["acknowledged as surplus"], outcome.away, outcome.vanished) == (
        2,
        other.away,
        [2],
    )
