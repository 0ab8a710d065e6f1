"""In a module of its own, since its rows are committed: those of others are shared."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from annotation.exceptions import PeopleRefused
from annotation.identity.links import make_link, set_password_by_link
from tests.factories import make_user
from tests.waiting import closing, until_someone_waits_for_a_lock

FIRST, SECOND = "larches-in-autumn", "spruce-and-fir-cones"


@pytest.mark.django_db(transaction=True)
def test_of_two_who_use_a_link_at_once_one_sets_the_password() -> None:
    link = make_link(account=make_user("lena"))
    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            set_password_by_link(token=link.token, password=FIRST)
            second = threads.submit(
                closing(lambda: set_password_by_link(token=link.token, password=SECOND))
            )
            until_someone_waits_for_a_lock()
        with pytest.raises(PeopleRefused):
            second.result()
    assert User.objects.get(username="lena").check_password(FIRST)
