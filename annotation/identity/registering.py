from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from annotation.exceptions import PeopleRefused
from annotation.identity.accounts import unsaved_account
from ranking.exceptions import NameTaken


@contextmanager
def taking_username(username: str) -> Iterator[None]:
    """Transaction for creating an account with this name; of two concurrent ones, one gets it.

    Raises:
        NameTaken: there is such an account, or there was meanwhile.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if "auth_user_username" in str(error):
            raise _taken(username) from error
        raise


def newcomer(*, username: str, password: str) -> User:
    """A self-registered account, not yet stored: it has no rights.

    Raises:
        PeopleRefused: the name cannot be one, or the password is easily guessed.
        NameTaken: there is such an account.
    """
    name = nameable(username)
    refuse_guessable(username=name, password=password)
    return unsaved_account(username=name, password=password)


def nameable(username: str) -> str:
    """The name as it would be stored, which no account has.

    Raises:
        PeopleRefused: it cannot be a name.
        NameTaken: there is such an account.
    """
    person = User(username=User.normalize_username(username.strip()))
    if User.objects.filter(username=person.username).exists():
        raise _taken(person.username)
    try:
        person.clean_fields(exclude=["password"])
    except ValidationError as error:
        raise PeopleRefused(" ".join(error.messages), code="bad_name") from error
    return person.username


def refuse_guessable(*, username: str, password: str) -> None:
    """Check a password by the rules of AUTH_PASSWORD_VALIDATORS.

    Raises:
        PeopleRefused: it is easily guessed.
    """
    try:
        validate_password(password, User(username=username))
    except ValidationError as error:
        raise PeopleRefused(" ".join(error.messages), code="guessable_password") from error


def _taken(username: str) -> NameTaken:
    return NameTaken(
        f"There is an account named {username!r} already; sign in with it first, or choose"
        " another name."
    )
