"""E-mail through the installation's SMTP server, where it names one (REGRADE_SMTP_HOST)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException
from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.validators import validate_email

from annotation.exceptions import MailRefused

MAX_ADDRESS = 254  # characters, as Django's accounts have them


class Letter(NamedTuple):
    """One e-mail in plain text."""

    to: str
    subject: str
    body: str


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
    except ValidationError:
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


def send(letters: Sequence[Letter]) -> list[str | None]:
    """Send the letters over one connection.

    Returns:
        For each letter None if the server took it, else the reason as the end of a sentence.
    """
    connection = get_connection()
    try:
        connection.open()
    except (SMTPException, OSError) as error:
        return [f"the mail server cannot be reached ({_said(error)})"] * len(letters)
    try:
        return [_send_one(letter, connection) for letter in letters]
    finally:
        with suppress(SMTPException, OSError):
            connection.close()


def _send_one(letter: Letter, connection: BaseEmailBackend) -> str | None:
    message = EmailMessage(
        " ".join(letter.subject.split()),
        letter.body,
        to=[letter.to],
        connection=connection,
        headers={"Auto-Submitted": "auto-generated"},  # no absence notes come back (RFC 3834)
    )
    try:
        message.send()
    except (SMTPException, OSError) as error:
        return f"the mail server refused it ({_said(error)})"
    return None


def _said(error: Exception) -> str:
    """The error of a server or the system in one line."""
    if isinstance(error, SMTPRecipientsRefused):
        error = SMTPResponseException(*next(iter(error.recipients.values())))
    if isinstance(error, SMTPResponseException):
        said = error.smtp_error
        text = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
        return " ".join(f"{error.smtp_code} {text}".split())
    return " ".join(str(error).split()) or type(error).__name__
