from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from celery.signals import worker_init

from config import celery_app
from ranking.storage.uploaded_files import LEFT_AFTER_S, sweep_uploads, upload_folder

# Writes as a request does, and is killed in the midst of it.
WRITES = """
import sys, time
from tempfile import NamedTemporaryFile
with NamedTemporaryFile(prefix="upload-", dir=sys.argv[1]) as file:
    file.write(b"half of it")
    file.flush()
    print("half", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def left(storage: Path) -> Path:
    """The remains of an upload after `kill -9`."""
    folder = upload_folder()
    command = [sys.executable, "-c", WRITES, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.kill()
    [path] = folder.iterdir()
    return path


def make_old(path: Path) -> None:
    long_ago = time.time() - LEFT_AFTER_S - 60
    os.utime(path, (long_ago, long_ago))


def test_what_a_killed_process_left_is_removed_after_a_day(left: Path) -> None:
    assert sweep_uploads() == 0
    make_old(left)
    assert sweep_uploads() == 1
    assert not left.exists()


def test_nothing_else_is_removed(left: Path) -> None:
    other = left.with_name("notes.txt")
    other.touch()
    make_old(other)
    sweep_uploads()
    assert other.exists()


@pytest.mark.django_db
def test_workers_look_when_they_start(left: Path) -> None:
    make_old(left)
    celery_app.loader.import_default_modules()
    worker_init.send(sender=None)
    assert not left.exists()


def test_the_scheduler_looks_every_hour(left: Path) -> None:
    make_old(left)
    celery_app.loader.import_default_modules()
    entry = celery_app.conf.beat_schedule["remove-left-uploads"]
    assert entry["schedule"] == 3600
    celery_app.tasks[entry["task"]].apply()
    assert not left.exists()


def test_nobody_else_on_the_machine_can_open_the_folder(storage: Path) -> None:
    assert upload_folder().stat().st_mode & 0o777 == 0o700
