"""Seats and slots."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from annotation.models import Reason
from tests.annotation.model_cases.scene import Breaks, add_seat, change, insert, other_pair, seat


def taken() -> dict[str, datetime]:
    return {"taken_at": timezone.now(), "expires_at": timezone.now()}


SEATS: Breaks = {
    "topic_seat_number_unique_in_topic": [lambda s: add_seat(s, number=1)],
    "topic_seat_one_per_holder": [
        lambda s: [add_seat(s, number=number, holder=s.bob, **taken()) for number in (2, 3)],
    ],
    "topic_seat_number_from_one": [lambda s: add_seat(s, number=0)],
    "topic_seat_holder_and_times_together": [
        lambda s: change(seat(s), holder=s.bob),
        lambda s: change(seat(s), expires_at=timezone.now()),
        lambda s: change(seat(s), holder=s.bob, expires_at=timezone.now()),
        lambda s: change(seat(s), taken_at=timezone.now()),
    ],
    "topic_seat_finished_by_holder": [lambda s: change(seat(s), finished_at=timezone.now())],
}
SLOTS: Breaks = {
    "slot_number_unique_in_pair": [lambda s: change(s.free, number=s.filled.number)],
    "slot_one_per_holder_and_occasion": [
        lambda s: change(s.free, holder=s.alice, leased_until=timezone.now()),
    ],
    "slot_number_from_one": [lambda s: change(s.free, number=0)],
    "slot_shared_or_personal": [
        lambda s: change(s.free, number=None),
        lambda s: change(s.free, order_key=None),
        lambda s: change(s.free, number=None, order_key=None),
        lambda s: change(s.free, occasion=1),
    ],
    "slot_only_shared_is_spare": [
        lambda s: change(
            s.free,
            number=None,
            order_key=None,
            holder=s.bob,
            leased_until=timezone.now(),
            is_spare=True,
        ),
    ],
    "slot_position_with_holder": [lambda s: change(s.free, position=1)],
    "slot_free_leased_or_filled": [
        lambda s: change(s.free, holder=s.bob),
        lambda s: change(s.free, leased_until=timezone.now()),
        lambda s: change(s.filled, leased_until=timezone.now()),
    ],
    "slot_matches_its_pair": [
        lambda s: change(s.free, campaign=s.other),
        lambda s: change(s.free, topic=other_pair(s).pair.topic),
        lambda s: change(s.free, campaign_pair=other_pair(s)),
    ],
    "slot_filled_by_its_holders_grade": [
        lambda s: change(s.free, holder=s.alice, judgment=insert(s)),
        lambda s: change(s.filled, holder=None),
        lambda s: change(s.free, holder=s.bob, judgment=insert(s, occasion=1)),
        lambda s: change(s.free, holder=s.bob, judgment=insert(s, reason_not_judged=Reason.OTHER)),
        lambda s: change(other_pair(s).slots.all()[0], holder=s.bob, judgment=insert(s)),
    ],
}
