"""New passwords for people who forgot theirs, by a link in an e-mail."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Q, QuerySet

from annotation.exceptions import PeopleRefused
from annotation.identity.accounts import account_meant
from annotation.identity.links import link_path, make_link
from annotation.mail import letters
from annotation.mail.sending import check_sends_mail, send
from annotation.people.limits import Limit, take

HOURS = 24
# How often one account gets such a link, whoever asks.
OF_ACCOUNT = Limit("forgotten", 3, 3600.0, 900.0, 900.0)
# One thread: requests return before the account is looked up, so that no timing reveals one.
_sender = ThreadPoolExecutor(max_workers=1, thread_name_prefix="forgotten-passwords")
logger = logging.getLogger(__name__)


def request_new_password(written: str) -> None:
    """Send a link to the accounts of this name or e-mail address, some moments later.

    Callers learn nothing about accounts: nothing is returned, whether there is one or not.

    Raises:
        MailRefused: there is no mail server.
    """
    check_sends_mail("ask an administrator for a link to set another password")
    _sender.submit(_send_in_thread, written)


def send_links(written: str) -> int:
    """Send a link to each active account of this name or e-mail address; returns how many.

    An account without an e-mail address gets none, and one that was sent several lately gets no
    more for a while.
    """
    n_sent = 0
    for account in _accounts(written):
        if take(OF_ACCOUNT, str(account.pk)):
            continue
        try:
            link = make_link(account=account, hours=HOURS, is_mailed=True)
        except PeopleRefused:
            continue
        path = link_path(link.token)
        name = account.get_username()
        letter = letters.password_link(to=account.email, username=name, path=path, hours=HOURS)
        [trouble] = send([letter])
        if trouble is not None:
            logger.warning("no e-mail about a forgotten password was sent: %s", trouble)
        n_sent += trouble is None
    return n_sent


def _accounts(written: str) -> QuerySet[User]:
    name = account_meant(written.strip())
    meant = Q(username=name) | Q(email__iexact=written.strip())
    return User.objects.filter(meant, is_active=True).exclude(email="").order_by("pk")


def _send_in_thread(written: str) -> None:
    try:
        send_links(written)
    except Exception:  # nobody waits for the result
        logger.exception("a forgotten password could not be looked after")
    finally:
        connection.close()  # the thread's own, idle for long
