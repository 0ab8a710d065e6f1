from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from annotation.exceptions import PasswordRefused
from annotation.identity.links import end_links
from annotation.identity.registering import refuse_guessable


def change_password(*, user: User, old: str, new: str) -> None:
    """Give an account another password; its other sessions and its open link end with the old one.

    Raises:
        PasswordRefused: the old one is wrong, or the new one is the same.
        PeopleRefused: the new one is easily guessed.
    """
    if not user.check_password(old):
        raise PasswordRefused(
            "That is not the password you have now.", code="wrong_password", field="old"
        )
    if old == new:
        raise PasswordRefused(
            "The new password is the old one; choose another.", code="same_password", field="new"
        )
    refuse_guessable(username=user.get_username(), password=new)
    user.set_password(new)
    with transaction.atomic():
        user.save(update_fields=["password"])
        end_links(user)
