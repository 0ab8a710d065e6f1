from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any, TypeVar

from django.core.management.base import CommandParser

from demo.names import (
    ASSESSOR,
    BERT_RUN,
    BM25_RUN,
    CLOSED_CAMPAIGN,
    KNOWN_LABELS,
    LEARNING_CAMPAIGN,
    LIBERAL_LABELS,
    OPEN_CAMPAIGN,
    ORGANIZER,
    PASSWORD,
    RESEARCHER,
    RM3_RUN,
    STRICT_LABELS,
    STUDY,
    TRAINED_RUN,
    TRAINING,
)
from demo.services.load_demo import DemoReport, Part, load_demo
from ranking.management.base import RegradeCommand
from ranking.management.progress import Bar, progress_bar
from ranking.management.tables import render

Item = TypeVar("Item")
# So that pages answer at once while a model computes behind them.
NICENESS = 10

MEASURES = "RR@10,MFR@10,P@10,nDCG@10"
FIRST_COMPARISON = (
    f"/compare?baseline={BM25_RUN}&runs={RM3_RUN}&labels={KNOWN_LABELS}&measures={MEASURES}"
)
COMPARISON = (
    f"/compare?baseline={BM25_RUN}&runs={RM3_RUN},{BERT_RUN}"
    f"&labels={KNOWN_LABELS},{LIBERAL_LABELS},{STRICT_LABELS}&measures={MEASURES}"
)
STUDY_PAGE = f"/library/studies/{STUDY}/table"
NOTHING_NEW = "The demo is loaded already; nothing was added."
FIRST_PART_IS_THERE = "The first part of the demo is loaded already."
FOR_HERE = "Anybody can know these passwords, so keep the demo on this machine."
SIMULATED = (
    f"The judgments of {CLOSED_CAMPAIGN} and {LEARNING_CAMPAIGN} are simulated: a formula with"
    " random noise made them.\n"
    f"They show what Regrade does and prove nothing about {BM25_RUN} or {BERT_RUN}."
)
BEHIND = (
    "Computed meanwhile, for a few minutes, where not there yet: a campaign that learns, a run by "
    "BERT, a campaign that is over and its labels, a ranker trained on them, and a study of "
    "typos.\n"
    "{at}/library/jobs, {at}/library/trainings and {at}/library/studies show how far they are."
)
STOPPED = "Stopped. Data loaded so far stay; the same command goes on from there."


class Command(RegradeCommand):
    help = (
        "Load the demo: a collection made of this Python's own documentation, questions about it, "
        "runs by BM25, RM3 and BERT, a campaign judged by simulated assessors, labels derived from "
        "it, a ranker trained on them, a study of typos in the questions, a campaign that waits "
        "for you, one whose pairs are chosen step by step, and three accounts. "
        "Data already there stay as they are; stopped at any moment, the same command goes on."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--part",
            choices=list(Part),
            type=Part,
            default=Part.ALL,
            help="first: until a campaign can be judged; rest: what models and simulations add, "
            "leaving the processor to others; all of it by default",
        )
        parser.add_argument(
            "--address",
            default="",
            help="of the web server, such as http://127.0.0.1:8000: put before every path printed",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        part: Part = options["part"]
        is_behind = part == Part.REST
        if is_behind:
            os.nice(NICENESS)
        bar = partial(_bar, disable=True if is_behind else None)
        try:
            with (
                _ending_in_order(),
                bar("topic", "Re-ranking") as job,
                bar("step", "Training") as training,
                bar("run", "Typos in queries") as study,
            ):
                done = load_demo(
                    part=part,
                    say=self._say,
                    track=_track,
                    track_job=lambda state: job(state.work.n_done, state.work.n),
                    track_training=lambda state: training(state.step, state.n_steps),
                    track_study=lambda state: study(state.n_done, state.n_runs),
                )
        except KeyboardInterrupt:
            self.stderr.write(STOPPED)
            sys.exit(130)
        if done.made or not is_behind:
            self._say(_summary(done, part, options["address"]))

    def _say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()  # also where a pipe would keep it until the end


def _track(items: Iterable[Item], total: int | None = None, unit: str = "it") -> Iterator[Item]:
    yield from progress_bar(items, total=total, unit=unit, leave=False)


@contextmanager
def _bar(unit: str, what: str, *, disable: bool | None) -> Iterator[Callable[[int, int], None]]:
    """Progress bar fed with n_done and n; shown at once, since loading a model takes long."""
    with ExitStack() as bars:
        bar: Bar | None = None

        def show(n_done: int, n: int) -> None:
            nonlocal bar
            if bar is None:
                bar = progress_bar(
                    total=n, unit=unit, desc=what, delay=0, leave=False, disable=disable
                )
                bars.enter_context(bar)
            bar.update(n_done - bar.n)
            if n_done == n:
                bar.close()

        yield show


@contextmanager
def _ending_in_order() -> Iterator[None]:
    """Turn SIGTERM into a regular exit, which releases leased work for the next call."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _what_if(done: DemoReport, address: str) -> str:
    where = f"{address}/campaigns/{done.closed_campaign_id}/what-if"
    return f"What would change the order of runs, as {ORGANIZER}: {where}"


def _summary(done: DemoReport, part: Part, address: str) -> str:
    """Summary of the loaded data, with the addresses to visit."""
    if part == Part.REST:
        complete = "The demo is complete. BM25 and BERT under three label sets:"
        return f"{complete} {address}{COMPARISON}\n{_what_if(done, address)}"
    is_there = "" if done.made else f"{NOTHING_NEW if done.is_complete else FIRST_PART_IS_THERE}\n"
    pages = [f"The comparison: {address}{COMPARISON if done.is_complete else FIRST_COMPARISON}"]
    if done.is_complete:
        pages.append(_what_if(done, address))
    notes = [FOR_HERE]
    if done.learning_campaign_id or done.closed_campaign_id:
        notes.append(SIMULATED)
    if not done.is_complete:
        notes.append(BEHIND.format(at=address))
    return "\n".join(
        [f"{is_there}\n{render(_accounts(done, address), 'table')}\n", *pages, "", *notes]
    )


def _accounts(done: DemoReport, address: str) -> list[dict[str, str]]:
    opened = done.open_campaign_id
    rows = [
        (ASSESSOR, f"/judge/{opened}", f"judge in {OPEN_CAMPAIGN}"),
        (ORGANIZER, f"/campaigns/{opened}", f"watch {OPEN_CAMPAIGN} fill"),
        (RESEARCHER, "/compare", "compare runs"),
    ]
    if learning := done.learning_campaign_id:
        what = f"see how {LEARNING_CAMPAIGN} chooses its pairs"
        rows.append((ORGANIZER, f"/campaigns/{learning}/topics", what))
    if closed := done.closed_campaign_id:
        rows.append((ORGANIZER, f"/campaigns/{closed}", f"see who agrees in {CLOSED_CAMPAIGN}"))
    if done.is_complete:
        at, what = f"/library/trainings/{TRAINING}", f"see how the model of {TRAINED_RUN} learned"
        rows.append((RESEARCHER, at, what))
        rows.append((RESEARCHER, STUDY_PAGE, "see what typos do to three rankers"))
    return [
        {"account": account, "password": PASSWORD, "where": address + where, "what to try": what}
        for account, where, what in rows
    ]
