"""What organizers do while people judge: pilots, quotas, other policies, imports."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from annotation.campaigns.pilot import draw_pilot
from annotation.campaigns.policy import PolicyOptions, set_policy
from annotation.campaigns.state import set_campaign_state
from annotation.exceptions import AnnotationError
from annotation.exchange.judgments import JudgmentsReport, import_judgments
from annotation.models import CampaignPair, CampaignState, Judgment
from annotation.people.memberships import (
    Work,
    pause_member,
    resume_member,
    set_quota,
    withdraw_member,
)
from regrade.files.errors import BadInput
from regrade.files.judging.judgment_row import JudgmentRow
from tests.annotation.engine_model.assessors import Assessors
from tests.annotation.engine_model.scene import (
    N_PASSAGES,
    assessors,
    policies,
    regular_pairs,
)


class Line(NamedTuple):
    """A line of a file of judgments, by somebody who judged elsewhere."""

    query_id: str
    doc_id: str
    assessor: str
    grade: int | None
    is_rejected: bool

    def row(self, number: int) -> JudgmentRow:
        return JudgmentRow(
            query_id=self.query_id,
            doc_id=self.doc_id,
            assessor=self.assessor,
            grade=self.grade,
            spans=(),
            confidence=None,
            note="",
            active_ms=None,
            created_at=None,
            extra={},
            line=number,
            is_rejected=self.is_rejected,
        )


lines = st.builds(
    Line,
    query_id=st.sampled_from(["q1", "q2"]),
    doc_id=st.sampled_from([f"d{i}" for i in range(N_PASSAGES)]),
    assessor=st.sampled_from(["crowd-1", "crowd-2", "assessor-0"]),
    grade=st.sampled_from([0, 1, 2, 3, 3, None]),
    is_rejected=st.sampled_from([False, False, True]),
)


class Organizers(Assessors):
    @precondition(lambda self: len(self.sent) > 4 * self.n_withdrawals() + 4)
    @rule(i=assessors, work=st.sampled_from(Work))
    def withdraw(self, i: int, work: Work) -> None:
        self.forget_leases(i)
        withdraw_member(membership=self.fresh(i), work=work)

    @rule(i=assessors)
    def pause(self, i: int) -> None:
        if self.fresh(i).withdrawn_at is None:
            self.forget_leases(i)
            pause_member(membership=self.fresh(i))

    @rule(i=assessors)
    def resume(self, i: int) -> None:
        resume_member(membership=self.fresh(i))

    @rule(i=assessors, quota=st.one_of(st.none(), st.integers(1, 6)))
    def change_quota(self, i: int, quota: int | None) -> None:
        member = self.fresh(i)
        if member.withdrawn_at is None:  # who has withdrawn gets none
            set_quota(membership=member, quota=quota)

    @rule(i=assessors)
    def close_for_a_moment(self, i: int) -> None:
        before = self.state()
        self.go(CampaignState.PAUSED)
        self.claim(i, 1)
        self.go(before)

    @rule(policy=policies)
    def change_policy(self, policy: PolicyOptions) -> None:
        before = self.state()
        self.go(CampaignState.PAUSED)
        set_policy(campaign=self.campaign, options=policy)
        self.most_extra = max(self.most_extra, policy.extra_judgments)
        self.go(before)

    @precondition(lambda self: self.state() == CampaignState.OPEN)
    @rule(n=st.integers(1, 2))
    def begin_pilot(self, n: int) -> None:
        self.go(CampaignState.PAUSED)
        with suppress(AnnotationError):  # no pair is free, and then there may be no pilot at all
            draw_pilot(campaign=self.campaign, n=n)
            self.go(CampaignState.PILOT)
            return
        self.go(CampaignState.OPEN)

    @precondition(lambda self: self.state() == CampaignState.PILOT)
    @rule()
    def end_pilot(self) -> None:
        self.go(CampaignState.OPEN)

    @rule(rows=st.lists(lines, min_size=1, max_size=3), as_accounts=st.booleans())
    def bring_in(self, rows: list[Line], *, as_accounts: bool) -> None:
        """Judgments made elsewhere; a file that contradicts what is stored is refused whole."""
        recorded = [line.row(number) for number, line in enumerate(rows, start=2)]
        before = {pair.pk: pair.n_beyond for pair in regular_pairs()}
        n_stored = Judgment.objects.count()
        try:
            report = self.load(recorded, as_accounts=as_accounts)
        except BadInput:
            assert Judgment.objects.count() == n_stored
            return
        assert Judgment.objects.count() == n_stored + report.n_rows - report.n_unchanged
        for pair in regular_pairs():
            self.n_imported_slots[pair.pk] += pair.n_beyond - before[pair.pk]
        if as_accounts:  # what they have answered now is in their hands no more
            self.forget_leases(0)
        again = self.load(recorded, as_accounts=as_accounts)
        assert again.n_unchanged == again.n_rows

    def load(self, recorded: Sequence[JudgmentRow], *, as_accounts: bool) -> JudgmentsReport:
        """In people's names while they cannot judge, as the service asks."""
        before = self.state()
        if as_accounts:
            self.go(CampaignState.PAUSED)
        try:
            return import_judgments(
                campaign=self.campaign,
                recorded=recorded,
                as_accounts=as_accounts,
                actor=self.organizer,
            )
        finally:
            if as_accounts:
                self.go(before)

    def go(self, state: CampaignState) -> None:
        """A pilot withdraws leases on other pairs."""
        set_campaign_state(campaign=self.campaign, state=state)
        if state == CampaignState.PILOT:
            of_pilot = set(CampaignPair.objects.filter(in_pilot=True).values_list("pk", flat=True))
            self.leases = {lease for lease in self.leases if lease[1] in of_pilot}
