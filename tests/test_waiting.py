from __future__ import annotations

import socket

import pytest
from pytest_django.live_server_helper import LiveServer

from tests import waiting

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_connection_that_is_still_open_is_waited_for(
    live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = live_server.thread
    with socket.create_connection((server.host, server.port)), monkeypatch.context() as patch:
        patch.setattr(waiting, "PATIENCE_S", 0.01)
        with pytest.raises(AssertionError, match="a connection is still open"):
            waiting.until_all_is_answered(live_server.url)
    waiting.until_all_is_answered(live_server.url)
