"""E-mail through the installation's SMTP server, if it names one (REGRADE_SMTP_HOST)."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from smtplib import (
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPServerDisconnected,
)
from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.validators import validate_email
from django.db import connection as database

from annotation.exceptions import MailRefused

MAX_ADDRESS = 254  # characters, as Django's accounts have them
# Letters of one call that are not sent by then are given up: somebody may wait for the answer.
PATIENCE_S = 30.0
PERMANENT = 500  # SMTP codes from here on: the same letter will be refused again
ERRORS = (SMTPException, OSError, ValueError)  # what cannot be encoded is a ValueError
logger = logging.getLogger(__name__)
_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")


class Letter(NamedTuple):
    """One e-mail in plain text."""

    to: str
    subject: str
    body: str


class Trouble(NamedTuple):
    """Why a letter was not sent: the end of a sentence, and a short form without any address."""

    sentence: str
    code: str
    may_pass: bool  # the same letter may be sent later


def sends_mail() -> bool:
    """Whether this installation has a mail server."""
    return bool(settings.MAIL.host)


def check_sends_mail(instead: str) -> None:
    """Check that there is a mail server; `instead` says what to do if there is none.

    Raises:
        MailRefused: there is none.
    """
    if not sends_mail():
        raise MailRefused(
            f"This installation has no mail server; {instead}.", code="no_mail_server"
        )


def check_address(address: str) -> str:
    """The address without blanks around it.

    Raises:
        MailRefused: it is no e-mail address.
    """
    address = address.strip()
    try:
        validate_email(address)
        address.rpartition("@")[2].encode("idna")
    except (ValidationError, UnicodeError):
        raise MailRefused(
            f"{address!r} is no e-mail address; write it as name@example.org.",
            code="bad_address",
            field="email",
        ) from None
    if len(address) > MAX_ADDRESS:
        raise MailRefused(
            f"An e-mail address has at most {MAX_ADDRESS} characters.",
            code="bad_address",
            field="email",
        )
    return address


def send(letters: Sequence[Letter]) -> list[Trouble | None]:
    """Send the letters over one connection, for half a minute at most.

    Returns:
        For each letter None if the server took it, else why not.
    """
    connection, until = get_connection(), time.monotonic() + PATIENCE_S
    try:
        connection.open()
    except ERRORS as error:
        trouble = _trouble("the mail server cannot be reached", error)
        return [trouble] * len(letters)
    try:
        return [_send_one(letter, connection, until) for letter in letters]
    finally:
        with suppress(*ERRORS):
            connection.close()


def _send_one(letter: Letter, connection: BaseEmailBackend, until: float) -> Trouble | None:
    if time.monotonic() > until:
        return Trouble("the mail server is too slow", "slow", may_pass=True)
    message = EmailMessage(
        " ".join(letter.subject.split()),
        letter.body,
        to=[letter.to],
        connection=connection,
        headers={"Auto-Submitted": "auto-generated"},  # no absence notes come back (RFC 3834)
    )
    try:
        try:
            message.send()
        except SMTPServerDisconnected:
            connection.close()
            connection.open()
            message.send()
    except ERRORS as error:
        return _trouble("the mail server refused it", error)
    return None


def _trouble(what: str, error: Exception) -> Trouble:
    if isinstance(error, SMTPRecipientsRefused):
        error = SMTPResponseException(*next(iter(error.recipients.values())))
    if isinstance(error, SMTPResponseException):
        said = error.smtp_error
        text = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
        reason, code = " ".join(f"{error.smtp_code} {text}".split()), str(error.smtp_code)
        return Trouble(f"{what} ({reason})", code, may_pass=error.smtp_code < PERMANENT)
    reason = " ".join(str(error).split()) or type(error).__name__
    may_pass = not isinstance(error, ValueError)
    return Trouble(f"{what} ({reason})", type(error).__name__, may_pass=may_pass)


def later(deed: Callable[[], object]) -> None:
    """Do it in a thread, one after another: requests do not wait for it, nor show how long it took.

    Deeds that are still to be done when the process ends are done first.
    """
    _thread.submit(_logged, deed)


def send_later(letters: Sequence[Letter]) -> None:
    """Send letters whose sender does not wait; troubles are logged, without addresses."""
    later(lambda: log_troubles("an e-mail", send(letters)))


def log_troubles(what: str, troubles: Sequence[Trouble | None]) -> None:
    """Log what was not sent by codes: servers repeat addresses in their sentences."""
    for trouble in troubles:
        if trouble is not None:
            logger.warning("%s was not sent: %s", what, trouble.code)


def _logged(deed: Callable[[], object]) -> None:
    try:
        deed()
    except Exception:  # nobody waits for the result
        logger.exception("e-mail could not be sent")
    finally:
        database.close()  # the thread's own, idle for long
