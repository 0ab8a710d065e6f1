from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import uuid4

from django.utils import timezone

from annotation.judging.recording import (
    Answer,
    Recorded,
    VoteStatus,
    record_judgment,
)
from annotation.models import Membership, Reason
from annotation.people.withdrawal import Work, withdraw_member
from annotation.serving import tickets
from annotation.serving.assignments import assignments
from annotation.serving.claim import Claim, Nothing, claim_pairs
from benchmarks.load.tally import Acknowledged
from benchmarks.whole_campaigns.answers import Scale, say
from benchmarks.whole_campaigns.people import Leaving, Person

CLAIM = 5  # as many as one claim serves
OVER = {Nothing.FINISHED, Nothing.QUOTA}
LOOK_AGAIN_S = 0.25
AFTER_THE_LEASE = timedelta(seconds=0.1)
SURELY_IN_TIME = timedelta(seconds=0.3)  # the database may have another clock


class Asked(NamedTuple):
    """A pair in an assessor's hand, as the page would keep it."""

    campaign_pair_id: int
    ticket: str
    text: str
    leased_until: datetime


class Guest(NamedTuple):
    """An assessor who comes to judge; with a hand they come back to what they had."""

    person: Person
    membership_id: int
    hand: tuple[Asked, ...] = ()


class Scene(NamedTuple):
    """What every assessor of a campaign judges by."""

    labels: Mapping[int, int]  # by campaign pair
    scale: Scale
    seed: int


@dataclass
class Outcome:
    """What assessors did. `away` come back when all is judged, `vanished` never do."""

    acknowledged: list[Acknowledged] = field(default_factory=list)
    n_surplus: int = 0
    n_surplus_in_time: int = 0  # though their leases were running
    events: Counter[str] = field(default_factory=Counter)
    away: list[Guest] = field(default_factory=list)
    vanished: list[int] = field(default_factory=list)

    def note(self, recorded: Recorded, name: str, left: timedelta) -> None:
        """An answer that was acknowledged while so much of its lease was left."""
        stored, status = recorded.judgment, recorded.status
        self.acknowledged.append(
            Acknowledged(str(stored.client_key), stored.pk, name, recorded.grade)
        )
        self.events[f"acknowledged as {status}"] += 1
        if left < timedelta(0):
            self.events[f"of these late, as {status}"] += 1
        if status == VoteStatus.SURPLUS:
            self.n_surplus += 1
            self.n_surplus_in_time += left > SURELY_IN_TIME

    def add(self, other: Outcome) -> None:
        self.acknowledged += other.acknowledged
        self.n_surplus += other.n_surplus
        self.n_surplus_in_time += other.n_surplus_in_time
        self.events += other.events
        self.away += other.away
        self.vanished += other.vanished


class Assessor:
    """One person at the judging page: claims, answers the first pair in hand, claims again."""

    def __init__(
        self, guest: Guest, scene: Scene, outcome: Outcome, tell: Callable[[], object]
    ) -> None:
        self._person, self._scene, self._outcome, self._tell = guest.person, scene, outcome, tell
        self._hand = list(guest.hand)
        self._member = Membership.objects.get(pk=guest.membership_id)
        self._is_back = bool(guest.hand)
        self._n_answered = 0

    def step(self) -> float | None:
        """Do the next thing; the seconds until there is more to do, None when there is none."""
        if self._is_back:
            return self._answer_what_was_left()
        if self._hand and self._n_answered == self._person.leaves_after and self._person.leaving:
            return self._leave(self._person.leaving)
        if self._hand:
            self._answer(self._hand[0])
        return self._claim()

    def _claim(self) -> float | None:
        claim = claim_pairs(membership=self._member, n=CLAIM)
        self._hand = _hand(claim)
        if claim.nothing is None:
            return 0.0
        self._outcome.events[f"told {claim.nothing}"] += 1
        if claim.nothing in OVER:
            return None
        if claim.nothing != Nothing.HELD_BY_OTHERS:
            raise RuntimeError(f"{self._person.name} is told {claim.nothing}")
        return LOOK_AGAIN_S

    def _answer(self, asked: Asked) -> None:
        person, scene = self._person, self._scene
        rng = random.Random(f"{scene.seed} {person.name} {asked.campaign_pair_id}")
        said = say(person, scene.labels[asked.campaign_pair_id], asked.text, scene.scale, rng)
        recorded = record_judgment(
            membership=self._member,
            # Without the time it was issued: these assessors say how long people would take.
            ticket=tickets.read(asked.ticket, membership_id=self._member.pk)._replace(
                issued_s=None
            ),
            answer=Answer(
                grade=said.grade,
                reason_not_judged=Reason.UNREADABLE if said.grade is None else None,
                spans=said.spans,
                active_ms=said.active_ms,
            ),
            client_key=uuid4(),
        )
        self._outcome.note(recorded, person.name, asked.leased_until - timezone.now())
        self._n_answered += 1
        self._tell()

    def _answer_what_was_left(self) -> float:
        for asked in self._hand:
            self._answer(asked)
        self._is_back, self._hand = False, []
        return 0.0

    def _leave(self, how: Leaving) -> float | None:
        self._outcome.events[f"assessors who {how}"] += 1
        stays = self._person._replace(leaving=None)
        if how == Leaving.LATE:
            self._person, self._is_back = stays, True
            over = max(asked.leased_until for asked in self._hand) + AFTER_THE_LEASE
            return max(0.0, (over - timezone.now()).total_seconds())
        if how == Leaving.AT_THE_END:
            self._outcome.away.append(Guest(stays, self._member.pk, tuple(self._hand)))
        elif how == Leaving.VANISH:
            self._outcome.vanished.append(self._member.pk)
        else:
            withdraw_member(membership=self._member, work=Work.KEEP)
        return None


def _hand(claim: Claim) -> list[Asked]:
    shown = assignments(claim)
    return [
        Asked(leased.campaign_pair_id, one.ticket, one.passage.text, leased.leased_until)
        for leased, one in zip(claim.leased, shown, strict=True)
    ]
