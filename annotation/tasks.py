from __future__ import annotations

from celery import shared_task

from annotation.active.choosing import take_steps as take_steps_of_topic
from annotation.active.due import offer_waiting_steps as offer_waiting
from annotation.board.complete import announce_complete as announce_complete_campaigns
from annotation.people.invitations import forget_addresses
from annotation.people.limits import forget_old
from annotation.serving.leases import release_leases as release_expired_leases


@shared_task
def release_leases() -> None:
    release_expired_leases()


@shared_task
def forget_tallies() -> None:
    forget_old()
    forget_addresses()


@shared_task
def announce_complete() -> None:
    announce_complete_campaigns()


@shared_task
def take_steps(active_topic_id: int) -> None:
    take_steps_of_topic(active_topic_id=active_topic_id)


@shared_task
def offer_waiting_steps() -> None:
    offer_waiting()
