"""One campaign from its task list to its end, and the verdict on it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.db import connection

from annotation.board.board import campaign_board
from annotation.models import Campaign, Membership
from annotation.people.memberships import pause_member
from annotation.serving.leases import release_leases
from annotation.votes.stored import stored_votes
from benchmarks.load.verification import answer
from benchmarks.whole_campaigns.answers import Scale
from benchmarks.whole_campaigns.assessor import Guest, Outcome, Scene
from benchmarks.whole_campaigns.people import Person, draw_people, draw_stand_ins
from benchmarks.whole_campaigns.report import Report, differing
from benchmarks.whole_campaigns.setting_up import (
    Terms,
    close_campaign,
    labels_by_pair,
    open_campaign,
    seat,
    set_up,
)
from benchmarks.whole_campaigns.task_lists import TaskList
from benchmarks.whole_campaigns.verification import questions
from benchmarks.whole_campaigns.workers import Workers
from regrade.agreement import agreement_report
from tests.scratch import scratch_database, scratch_storage

MOST_ROUNDS = 10  # of people who come later; a campaign that none of them ends is broken
LACKING = """
    SELECT coalesce(sum(n_open), 0)::bigint, coalesce(max(n_open), 0) FROM (
        SELECT count(*) AS n_open FROM annotation_slot slot
        WHERE slot.campaign_id = %(campaign)s AND slot.judgment_id IS NULL
          AND slot.order_key IS NOT NULL
          AND (SELECT count(*) FROM annotation_judgment j
               WHERE j.campaign_pair_id = slot.campaign_pair_id AND j.superseded_at IS NULL
                 AND j.grade_id IS NULL AND j.reason_not_judged <> 'retracted'
              ) < %(max_not_judged)s
        GROUP BY slot.campaign_pair_id) AS open_pair
"""


class Plan(NamedTuple):
    """How a task list is to be judged; without `n_assessors` as many as the quota needs."""

    tasks: TaskList
    terms: Terms
    n_assessors: int | None = None
    n_processes: int = 2
    n_desks: int = 40  # how many judge at the same time

    @property
    def n_regular(self) -> int:
        return sum(not pair.is_overlap for pair in self.tasks.pairs)

    @property
    def n_overlap(self) -> int:
        return len(self.tasks.pairs) - self.n_regular

    @property
    def n_votes(self) -> int:
        return self.n_regular * self.terms.judgments_per_pair

    @property
    def n_first(self) -> int:
        """How many assessors the campaign begins with, a pair's judgments and one more at least."""
        if self.n_assessors is not None:
            return self.n_assessors
        least = self.terms.judgments_per_pair + 1
        return max(least, math.ceil(self.n_votes / self.n_each_can))

    @property
    def n_each_can(self) -> int:
        """How many regular pairs one assessor can judge."""
        quota = self.terms.quota
        return self.n_regular if quota is None else min(self.n_regular, quota - self.n_overlap)


def carry_out(plan: Plan, say: Callable[[str], None]) -> Report:
    """Set up, judge to the end, close and verify, in a database that is dropped afterwards."""
    say(f"{plan.tasks.name}: setting up {len(plan.tasks.pairs):,} pairs ...")
    with scratch_database(), scratch_storage():
        began = time.monotonic()
        campaign = set_up(plan.tasks, plan.terms)
        is_set_up = time.monotonic()
        course = _Course(plan, campaign, say)
        outcome = course.run()
        seconds = {
            "setting up, s": is_set_up - began,
            "judging, s": time.monotonic() - is_set_up,
        }
        close_campaign(campaign)
        say(f"{plan.tasks.name}: comparing the database with what was acknowledged ...")
        return _report(plan, campaign, course, outcome, seconds)


class _Course:
    """The people of a campaign, one wave after the other."""

    def __init__(self, plan: Plan, campaign: Campaign, say: Callable[[str], None]) -> None:
        self._plan, self._campaign, self._say = plan, campaign, say
        self.n_invited = 0

    def run(self) -> Outcome:
        plan = self._plan
        n_each = min(plan.n_each_can, plan.n_votes // plan.n_first)
        people = draw_people(plan.n_first, n_each=n_each, seed=plan.terms.seed)
        guests = self._invite(people)
        open_campaign(self._campaign)
        with Workers(plan.n_processes, self._scene(), n_desks=plan.n_desks) as workers:
            outcome = self._wave(workers, "judging", guests, plan.n_votes)
            for _ in range(MOST_ROUNDS):
                n_lacking, n_missing = self._lacking()
                if not n_lacking:
                    break
                n = max(n_missing, math.ceil(n_lacking / plan.n_each_can))
                first, seed = self.n_invited + 1, plan.terms.seed
                late = self._invite(draw_stand_ins(n, first=first, seed=seed))
                outcome.add(self._wave(workers, "judging what is left", late, n_lacking))
            for pk in outcome.vanished:
                pause_member(membership=Membership.objects.get(pk=pk))
            away, outcome.away = outcome.away, []
            outcome.add(self._wave(workers, "answering when all is judged", away, len(away)))
        release_leases()
        return outcome

    def _scene(self) -> Scene:
        grades = list(self._campaign.grades.all())
        scale = Scale(
            [grade.value for grade in grades],
            frozenset(grade.value for grade in grades if grade.requires_span),
        )
        plan = self._plan
        return Scene(labels_by_pair(self._campaign, plan.tasks), scale, plan.terms.seed)

    def _invite(self, people: Sequence[Person]) -> list[Guest]:
        self.n_invited += len(people)
        return [Guest(*seated) for seated in seat(self._campaign, people)]

    def _wave(self, workers: Workers, doing: str, guests: Sequence[Guest], n: int) -> Outcome:
        self._say(f"{self._plan.tasks.name}: {len(guests)} assessors {doing} ...")
        return workers.judge(guests, n_expected=n)

    def _lacking(self) -> tuple[int, int]:
        """How many judgments are wanted still, and the most of one pair. Sweeps as beat does."""
        release_leases()
        facts = {"campaign": self._campaign.pk, "max_not_judged": self._campaign.max_not_judged}
        with connection.cursor() as cursor:
            cursor.execute(LACKING, facts)
            n_lacking, n_missing = cursor.fetchone()
        return n_lacking, n_missing


def _report(
    plan: Plan, campaign: Campaign, course: _Course, outcome: Outcome, seconds: dict[str, float]
) -> Report:
    asked = questions(plan.terms.policy.unit)
    verdict, board = answer(asked, campaign, outcome.acknowledged), campaign_board(campaign)
    [agreement] = agreement_report(
        stored_votes(campaign).packed, judgments_per_pair=campaign.judgments_per_pair
    )
    n_not_told = verdict.counts["surplus"] - outcome.n_surplus
    beside = {
        "surplus judgments acknowledged as votes": max(0, n_not_told),
        "surplus judgments given while the lease ran": outcome.n_surplus_in_time,
        "figures of the board that differ": differing(board.totals, verdict.counts),
    }
    return Report(
        name=plan.tasks.name,
        note=plan.tasks.note,
        terms=plan.terms._asdict(),
        n_invited={
            "assessors invited at first": plan.n_first,
            "invited later, for what was left": course.n_invited - plan.n_first,
        },
        seconds=seconds,
        events=dict(sorted(outcome.events.items())),
        counts=verdict.counts,
        faults=verdict.faults | beside,
        group=board.most_frequent_group,
        agreement=agreement,
    )
