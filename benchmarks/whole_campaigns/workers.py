"""Assessors in several processes, each with its own connection to the database."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Sequence
from concurrent.futures import FIRST_EXCEPTION, ProcessPoolExecutor, wait
from multiprocessing.synchronize import RLock
from typing import NamedTuple, Self

from django.db import connection
from tqdm import tqdm

from benchmarks.whole_campaigns.assessor import Assessor, Guest, Outcome, Scene
from benchmarks.whole_campaigns.desks import take_turns
from tests.scratch import use_database


class Share(NamedTuple):
    """What one process is to do."""

    number: int
    guests: Sequence[Guest]
    scene: Scene
    n_desks: int
    n_expected: int  # judgments, for the progress bar


class Workers:
    """Processes that work in the database which this one works in."""

    def __init__(self, n: int, scene: Scene, *, n_desks: int) -> None:
        context = multiprocessing.get_context("spawn")  # a connection is shared with nobody
        self._n, self._scene, self._n_desks = n, scene, n_desks
        self._pool = ProcessPoolExecutor(
            n, context, _begin, (connection.settings_dict["NAME"], context.RLock())
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        # After a failure nobody waits for the others: their database is dropped under them.
        self._pool.shutdown(wait=kind is None, cancel_futures=True)

    def judge(self, guests: Sequence[Guest], *, n_expected: int) -> Outcome:
        """Let these people judge until there is nothing left for them."""
        shares = [guests[number :: self._n] for number in range(self._n)]
        n_desks, n_of_each = -(-self._n_desks // self._n), n_expected // self._n
        done = [
            self._pool.submit(judge, Share(number, share, self._scene, n_desks, n_of_each))
            for number, share in enumerate(shares)
            if share
        ]
        wait(done, return_when=FIRST_EXCEPTION)
        outcome = Outcome()
        for future in done:
            if future.done():
                outcome.add(future.result())
        return outcome


def judge(share: Share) -> Outcome:
    outcome = Outcome()
    with tqdm(
        desc=f"process {share.number + 1}",
        total=share.n_expected,
        unit="judgment",
        position=share.number,
        disable=None,  # only where somebody looks
        file=sys.stderr,
    ) as bar:
        arriving = (Assessor(guest, share.scene, outcome, bar.update) for guest in share.guests)
        take_turns(arriving, n_desks=share.n_desks)
        bar.total = bar.n
    return outcome


def _begin(database: str, lock: RLock) -> None:
    tqdm.set_lock(lock)
    use_database(database)
