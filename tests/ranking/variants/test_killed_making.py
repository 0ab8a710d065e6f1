"""Real processes that make a variant, and SIGKILL: what they had landed stays, nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models.functions import Now

from ranking.jobs.process_lock import is_free
from ranking.models import Collection, Passage, VariantMaking
from ranking.variants import making, working
from ranking.variants.making import (
    LOCK,
    begin_collection_variant,
    is_made,
    make_variant_now,
    offer_variant,
)
from ranking.variants.working import offer_waiting_variants, work_on_variant
from regrade.variants import recipe_of
from tests.database.scratch import database_url
from tests.factories import make_collection, make_collection_variant
from tests.ranking.worker_process import wait_until, worker_process
from tests.source_tree import ROOT
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)
TEXTS = {f"d{n}": f"a wood of tall old trees, the {n} th" for n in range(6)} | {"d6": None}
SWAP = recipe_of({"kind": "swap_characters", "amount": 0.5})
HELD = 2  # whoever comes first stops there; the module is for their processes alone
PATIENT = "tests.ranking.variants.patient_making"
PROGRAM = f"""
import django
django.setup()
from ranking.models import Collection
from ranking.variants.making import make_variant_now
import {PATIENT}
make_variant_now(collection=Collection.objects.get(name="begun"))
"""


@pytest.fixture
def begun() -> Collection:
    """A variant without passages yet, beside a whole one of the same recipe and seed."""
    trees = make_collection(texts=TEXTS)
    make_collection_variant(name="whole", of=trees, recipe=SWAP, seed=3)
    return begin_collection_variant(name="begun", of=trees, recipe=SWAP, seed=3)


@contextmanager
def patient_process() -> Iterator[subprocess.Popen[bytes]]:
    """A process that makes the variant and stops in the midst of it."""
    url = database_url(connection.settings_dict)
    env = os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}
    process = subprocess.Popen([sys.executable, "-c", PROGRAM], cwd=ROOT, env=env)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def rows_of(name: str) -> list[tuple[object, ...]]:
    columns = [
        field.name for field in Passage._meta.fields if field.name not in ("id", "collection")
    ]
    return list(Passage.objects.filter(collection__name=name).values_list(*columns))


def is_held() -> bool:
    return VariantMaking.objects.filter(n_done=HELD).exists()


def assert_whole() -> None:
    assert rows_of("begun") == rows_of("whole")
    facts = ("n_passages", "docids_hash", "text_version", "recipe", "seed")
    of_each = Collection.objects.exclude(parent=None).values_list(*facts)
    assert of_each[0] == of_each[1]
    counts = ("n_passages", "n_done", "n_texts", "n_changed", "n_emptied", "error")
    makings = VariantMaking.objects.exclude(finished_at=None).values_list(*counts)
    assert len(makings) == 2
    assert makings[0] == makings[1]


def test_what_a_killed_process_left_another_goes_on_with(begun: Collection) -> None:
    with patient_process() as process:
        wait_until(is_held, process)
        assert not is_free(LOCK, begun.pk)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert rows_of("begun") == rows_of("whole")[:HELD]
    found: list[int] = []
    make_variant_now(collection=begun, progress=found.append)
    assert sum(found) == len(TEXTS) - HELD
    assert_whole()


def test_of_two_processes_one_waits_and_goes_on_where_the_other_ends(begun: Collection) -> None:
    with patient_process() as process:
        wait_until(is_held, process)
        work_on_variant(collection_id=begun.pk)  # leaves it to the one that has it
        assert is_held()
        waiting = Thread(target=_make_and_close, args=(begun,), daemon=True)
        waiting.start()
        waiting.join(2 * making.LOOKS_EVERY_S)
        assert (waiting.is_alive(), is_held()) == (True, True)
        process.kill()
        waiting.join()
    assert_whole()


@thorough
def test_what_a_killed_worker_left_the_scheduler_offers_to_another(
    begun: Collection, storage: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = f"test-{uuid4()}"  # nobody else listens there
    for module in (making, working):
        monkeypatch.setattr(module, "QUEUE", queue)
    options = f"--pool solo --queues {queue} --include {PATIENT}"
    offer_variant(collection=begun)
    with worker_process(options, storage=storage, log=tmp_path / "ann.log", name="ann") as ann:
        wait_until(is_held, ann)
        assert offer_again() == 0  # ann is at it
    wait_until(lambda: is_free(LOCK, begun.pk))
    assert offer_again() == 1
    assert offer_waiting_variants() == 0  # that was a moment ago
    with worker_process(options, storage=storage, log=tmp_path / "ben.log", name="ben") as ben:
        wait_until(lambda: is_made(begun), ben)
    assert_whole()


def offer_again() -> int:
    """What the scheduler offers half a minute after the last offer."""
    VariantMaking.objects.update(offered_at=Now() - 2 * working.OFFERED_FOR)
    return offer_waiting_variants()


def _make_and_close(collection: Collection) -> None:
    make_variant_now(collection=collection)
    connection.close()  # this thread's own
