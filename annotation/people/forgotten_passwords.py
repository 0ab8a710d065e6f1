"""New passwords for people who forgot theirs, by a link in an e-mail."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from annotation.exceptions import PeopleRefused
from annotation.identity.accounts import account_meant
from annotation.identity.links import link_path, make_link, withdraw_link
from annotation.mail import letters
from annotation.mail.sending import check_sends_mail, later, log_troubles, send
from annotation.people.limits import Limit, take

HOURS = 24
# How often one account gets such a link, no matter who requests it.
OF_ACCOUNT = Limit("forgotten", 3, 3600.0, 900.0, 900.0)


def request_new_password(written: str) -> None:
    """Send a link to the accounts of this name or e-mail address, some moments later.

    Callers learn nothing about accounts: they are looked up after the request is answered.

    Raises:
        MailRefused: there is no mail server.
    """
    check_sends_mail("ask an administrator for a link to set another password")
    later(lambda: send_links(written))


def send_links(written: str) -> int:
    """Send a link to each active account of this name or e-mail address; returns how many.

    An account without an e-mail address gets none, and one that was sent several lately gets no
    more for a while. A link whose e-mail was not sent is withdrawn.
    """
    return sum(_send_link(account) for account in _accounts(written))


def _send_link(account: User) -> bool:
    if take(OF_ACCOUNT, str(account.pk)):
        return False
    try:
        link = make_link(account=account, hours=HOURS, is_mailed=True)
    except PeopleRefused:
        return False
    name, path = account.get_username(), link_path(link.token)
    letter = letters.password_link(to=account.email, username=name, path=path, hours=HOURS)
    [trouble] = send([letter])
    log_troubles("a link for a new password", [trouble])
    if trouble is not None:
        withdraw_link(link.token)
    return trouble is None


def _accounts(written: str) -> QuerySet[User]:
    name = account_meant(written.strip())
    meant = Q(username=name) | Q(email__iexact=written.strip())
    return User.objects.filter(meant, is_active=True).exclude(email="").order_by("pk")
