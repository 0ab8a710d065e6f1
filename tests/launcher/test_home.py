from __future__ import annotations

import io
import socket
import threading
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

import pytest

from launcher.home import Home
from launcher.messages import Trouble
from launcher.processes import wait_until


def test_secret_is_drawn_once_and_closed_to_others(home: Any) -> None:
    first = home.secret("secret_key").read_text()
    assert len(first) >= 50
    assert home.secret("secret_key").read_text() == first
    assert home.secret("secret_key").stat().st_mode & 0o777 == 0o600


def test_port_is_remembered_until_it_is_taken(home: Any) -> None:
    with socket.socket() as stranger:
        stranger.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        stranger.bind(("127.0.0.1", 0))  # nobody else gets it; it is taken by who listens
        port = stranger.getsockname()[1]
        home.write("ports", valkey=port)
        assert home.port("valkey") == port
        stranger.listen()
        other = home.port("valkey")
    assert other != port
    assert home.read("ports") == {"valkey": other}


def test_read_of_a_damaged_record_is_empty(home: Any) -> None:
    (home.records / "ports.json").write_text("{")
    assert home.read("ports") == {}


def test_make_in_a_place_that_is_no_folder_names_it(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Trouble, match="file/home"):
        Home(tmp_path / "file" / "home").make()


def test_lock_held_by_another_is_waited_for(home: Any) -> None:
    order = []

    def second() -> None:
        with home.lock():
            order.append("second")

    with redirect_stderr(io.StringIO()) as said, home.lock():
        thread = threading.Thread(target=second)
        thread.start()
        assert wait_until(lambda: "Waiting for another ./dev" in said.getvalue(), 60)
        order.append("first")
    thread.join()
    assert order == ["first", "second"]


def test_run_of_a_failing_step_shows_its_output_and_the_log(home: Any) -> None:
    with pytest.raises(Trouble) as trouble:
        home.run("Breaking", ["/bin/sh", "-c", "echo out; echo err >&2; exit 4"])
    assert "Breaking failed (exit code 4)" in str(trouble.value)
    assert str(home.logs / "setup.log") in str(trouble.value)
    assert str(trouble.value).endswith("out\nerr")
