"""One file says how gunicorn runs, wherever it does."""

from __future__ import annotations

import re
import runpy
import shlex
from pathlib import Path
from typing import Any

from gunicorn.config import Config

from tests.source_tree import ROOT

FILE = "config/web_server.py"
# The address; in a container also where a worker shows that it is alive.
OF_THE_PLACE = {"config", "bind", "worker_tmp_dir"}


def options(command: str) -> dict[str, Any]:
    """What a command line gives, by the names that gunicorn has for it."""
    given, rest = Config().parser().parse_known_args(shlex.split(command))
    assert rest == []
    return {name: value for name, value in vars(given).items() if value not in (None, [])}


def written() -> dict[str, Any]:
    named = runpy.run_path(str(ROOT / FILE))
    return {name: named[name] for name in Config().settings if name in named}


def test_gunicorn_knows_all_that_the_file_says() -> None:
    named = re.compile(r"^(?:def )?([a-z_]+)(?: = |\()", re.MULTILINE)
    said = set(named.findall((ROOT / FILE).read_text()))
    assert said == set(written())
    config = Config()
    for name, value in written().items():
        config.set(name, value)
    assert (config.keepalive, config.threads) == (0, 4)


def test_the_container_adds_nothing_but_what_is_of_its_place() -> None:
    text = Path(ROOT, "Dockerfile").read_text()
    [command] = re.findall(r'CMD \["gunicorn", (.*?)\]', text, re.DOTALL)
    given = options(re.sub(r'[",\\\n]', " ", command))
    assert set(given) - {"args"} == OF_THE_PLACE
    assert given["config"] == FILE


def test_dev_adds_nothing_but_its_address() -> None:
    [command] = re.findall('f"gunicorn (.*?)"', Path(ROOT, "launcher", "stack.py").read_text())
    given = options(command.replace("{port}", "8000"))
    assert set(given) - {"args"} == OF_THE_PLACE - {"worker_tmp_dir"}
    assert given["config"] == FILE
