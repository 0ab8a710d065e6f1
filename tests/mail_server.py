"""A mail server on this machine that takes what tests send, and refuses some of it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from pytest_django.fixtures import Settings

from config.mail import Mail

REFUSED = "nobody@example.org"
USER, PASSWORD = "regrade", "the-server-knows"
ADDRESS = "https://regrade.example"
SENDER = "Regrade <regrade@regrade.example>"


class Box:
    """The e-mails that the server took."""

    def __init__(self) -> None:
        self.taken: list[EmailMessage] = []

    async def handle_RCPT(
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        assert session.authenticated
        if address == REFUSED:
            return "550 5.1.1 No such mailbox here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.taken.append(message)
        return "250 OK"

    @property
    def recipients(self) -> list[str]:
        return [str(message["To"]) for message in self.taken]

    def link(self, n: int = -1) -> str:
        """The link in one of the e-mails, the last unless `n` says otherwise."""
        [found] = [line.strip() for line in text_of(self.taken[n]).splitlines() if ADDRESS in line]
        return found


def text_of(message: EmailMessage) -> str:
    return str(message.get_content())


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def mail_server(settings: Settings) -> Iterator[Box]:
    """Send e-mail over SMTP to a server on this machine, which asks for a password."""

    def authenticate(*args: Any) -> AuthResult:
        login = args[-1]
        return AuthResult(
            success=(login.login, login.password) == (USER.encode(), PASSWORD.encode())
        )

    box, port = Box(), free_port()
    server = Controller(
        box,
        hostname="127.0.0.1",
        port=port,
        authenticator=authenticate,
        auth_require_tls=False,
    )
    server.start()
    use_mail_server(settings, port)
    try:
        yield box
    finally:
        server.stop()


def use_mail_server(settings: Settings, port: int) -> None:
    """Send e-mail to this port, as the settings of an installation would."""
    settings.MAIL = Mail("127.0.0.1", port, "none", USER, PASSWORD, SENDER)
    settings.ADDRESS, settings.DEFAULT_FROM_EMAIL = ADDRESS, SENDER
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_USE_TLS = False
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = USER, PASSWORD
