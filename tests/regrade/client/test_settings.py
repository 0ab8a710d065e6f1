"""Addresses and tokens that are used, and those that are refused before anything is sent."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from regrade.client import NotSent, ServerUnreachable, connect
from regrade.client.settings import SERVER, TOKEN, TOKEN_FILE
from tests.refusals import refused

SECRET = "regrade_secret"


@pytest.mark.parametrize("address", ["http://localhost:8000/", "http://[::1]:1", "https://a.org/b"])
def test_a_token_goes_to_this_machine_or_by_https(address: str) -> None:
    assert SECRET not in repr(connect(address, SECRET))


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("http://regrade.example.org", "plain_http"),
        ("http://localhost.example.org", "plain_http"),
        ("http://127.0.0.1@example.org", "bad_address"),
        ("https://rita:password@example.org", "bad_address"),
        ("regrade.example.org", "bad_address"),
        ("file:///etc/hosts", "bad_address"),
        ("https://exa mple.org", "bad_address"),
        ("https://example.org/\x00", "bad_address"),
        ("https://example.org:port", "bad_address"),
        ("", "no_server"),
    ],
)
def test_other_addresses_are_refused(
    address: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(SERVER, raising=False)
    with refused(NotSent, code):
        connect(address, SECRET)


def test_plain_http_is_used_where_it_is_asked_for() -> None:
    assert connect("http://regrade.example.org", SECRET, allow_http=True)


def test_settings_come_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SERVER, "https://regrade.example.org")
    monkeypatch.delenv(TOKEN, raising=False)
    with refused(NotSent, "no_token"):
        connect()
    monkeypatch.setenv("HOME", str(tmp_path))  # programs that start others expand no ~
    monkeypatch.setenv(TOKEN_FILE, "~/token")
    with refused(NotSent, "no_token"):
        connect()
    (tmp_path / "token").write_text(f"{SECRET}\n")
    assert repr(connect()) == "Server('https://regrade.example.org')"


@pytest.mark.parametrize("token", [f"{SECRET} two", f"{SECRET}é", f"a\r\n{SECRET}"])
def test_a_token_that_no_header_holds_is_refused_without_showing_it(token: str) -> None:
    with pytest.raises(NotSent) as found:
        connect("https://regrade.example.org", token)
    assert SECRET not in str(found.value)


def test_an_error_and_the_log_have_no_token(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    with (
        caplog.at_level(logging.DEBUG),
        connect("http://127.0.0.1:1", SECRET) as server,
        refused(ServerUnreachable, "no_whole_answer", says="127.0.0.1:1") as found,
    ):
        server.campaigns()
    assert SECRET not in caplog.text + repr(found.value)
