from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet

from annotation.exceptions import PeopleRefused
from annotation.identity.rights import Rights
from annotation.identity.user_names import MAX_USER_NAME, RECORDED, looks_of, trouble_of
from annotation.mail.sending import check_address
from ranking.exceptions import NameRefused, NameTaken

# Two names that look alike are not equal to the database: one is checked after the other.
ONE_BY_ONE = "SELECT pg_advisory_xact_lock(hashtext('account names'))"

NO_RIGHTS = Rights()
NAME_RULE = (
    f"A username has 1 to {MAX_USER_NAME} letters, digits and signs of @ . + - _, without spaces."
)
# By the code of the validator that refuses, with its numbers; others say it in their own words.
PASSWORD_RULES: Mapping[str | None, str] = {
    "password_too_similar": "Choose a password that is unlike your username.",
    "password_too_short": "Choose a password of at least {min_length} characters.",
    "password_too_common": "Many people use this password; choose one that is harder to guess.",
    "password_entirely_numeric": "Choose a password that is not digits alone.",
}


def unsaved_account(*, username: str, password: str | None) -> User:
    """An account that is yet to be stored. It needs no lock, and a hash takes too long for one.

    Raises:
        NameRefused: as `create_account`.
    """
    if not username.strip() or password == "":
        raise NameRefused(
            "An account needs a name, and a password: typed, or on standard input.",
            code="name_or_password_empty",
        )
    username = User.normalize_username(username)
    if trouble := trouble_of(username):
        raise NameRefused(f"The name {username!r} {trouble}.", code="bad_name", field="username")
    return User(username=username, password=make_password(password))


def store_account(user: User) -> None:
    """Store an account under a name of its own. Belongs into a transaction.

    That transaction has locked the campaigns that the account is to join: all lock them first.

    Raises:
        NameTaken: as `create_account`.
    """
    with connection.cursor() as cursor:
        cursor.execute(ONE_BY_ONE)
    _refuse_look_alike(user.username)
    user.save(force_insert=True)


def account_meant(written: str) -> str:
    """The name of the account that a way of writing it stands for.

    The name as written if it exists, else the only one that registration treats as equal, else the
    text as written. All names are always checked, so that timing reveals none.
    """
    username = User.normalize_username(written)
    if len(username) > MAX_USER_NAME:
        return username
    alike = [*_look_alikes(username)]
    return alike[0] if len(alike) == 1 and username not in alike else username


def _refuse_look_alike(username: str) -> None:
    if _people().filter(username=username).exists():
        raise NameTaken(f"There is an account named {username!r} already; choose another name.")
    if next(_look_alikes(username), None) is not None:
        raise NameTaken(
            f"There is an account whose name looks like {username!r} already; choose another name.",
            code="name_looks_taken",
            field="username",
        )


def _look_alikes(username: str) -> Iterator[str]:
    looks, names = looks_of(username), _people().values_list("username", flat=True)
    return (name for name in names.iterator() if looks & looks_of(name))


def _people() -> QuerySet[User]:
    return User.objects.exclude(username__startswith=RECORDED)


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


def newcomer(*, username: str, password: str, email: str = "") -> User:
    """A self-registered account, not yet stored: it has no rights.

    Raises:
        PeopleRefused: the name cannot be one, or the password is easily guessed; of which field.
        MailRefused: `email` is not empty and no e-mail address.
        NameTaken: there is such an account.
    """
    name = nameable(username)
    refuse_guessable(username=name, password=password)
    user = unsaved_account(username=name, password=password)
    user.email = check_address(email) if email.strip() else ""
    return user


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
        raise PeopleRefused(NAME_RULE, code="bad_name", field="username") from error
    return person.username


def refuse_guessable(*, username: str, password: str, field: str = "password") -> None:
    """Check a password by the rules of AUTH_PASSWORD_VALIDATORS; an error names the `field`.

    Raises:
        PeopleRefused: it is easily guessed.
    """
    try:
        validate_password(password, User(username=username))
    except ValidationError as error:
        reasons = (
            PASSWORD_RULES[one.code].format_map(one.params or {})
            if one.code in PASSWORD_RULES
            else " ".join(one.messages)
            for one in error.error_list
        )
        raise PeopleRefused(" ".join(reasons), code="guessable_password", field=field) from error


def _taken(username: str) -> NameTaken:
    return NameTaken(
        f"There is an account named {username!r} already; sign in with it first, or choose"
        " another name."
    )
