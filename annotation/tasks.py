from __future__ import annotations

from celery import shared_task

from annotation.people.limits import forget_old
from annotation.serving.leases import release_leases as release_expired_leases


@shared_task
def release_leases() -> None:
    release_expired_leases()


@shared_task
def forget_tallies() -> None:
    forget_old()
