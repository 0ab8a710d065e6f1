from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar

from tqdm import tqdm

from demo.names import (
    ASSESSOR,
    BERT_RUN,
    BM25_RUN,
    CLOSED_CAMPAIGN,
    KNOWN_LABELS,
    LIBERAL_LABELS,
    OPEN_CAMPAIGN,
    ORGANIZER,
    PASSWORD,
    RESEARCHER,
    STRICT_LABELS,
    STUDY,
)
from demo.services.load_demo import DemoReport, load_demo
from evaluation.studies.here_and_now import Tell as TellOfStudy
from evaluation.studies.progress import StudyProgress
from ranking.jobs.here_and_now import Tell
from ranking.jobs.jobs import JobProgress
from ranking.management.base import SILENT_FOR_S, RegradeCommand
from ranking.management.tables import render

Item = TypeVar("Item")

COMPARISON = (
    f"/compare?baseline={BM25_RUN}&runs={BERT_RUN}"
    f"&labels={KNOWN_LABELS},{LIBERAL_LABELS},{STRICT_LABELS}&measures=RR@10,MFR@10,P@10,nDCG@10"
)
STUDY_PAGE = f"/library/studies/{STUDY}/table"
NOTHING_NEW = "The demo is loaded already; nothing was added."
FOR_HERE = "Anybody can know these passwords, so keep the demo on this machine."
SIMULATED = (
    f"The judgments of {CLOSED_CAMPAIGN} are simulated: a formula with random noise made them.\n"
    f"They show what Regrade does and prove nothing about {BM25_RUN} or {BERT_RUN}."
)
RERANKING = (
    "Re-ranking by BERT: a minute or two on two idle processor cores, many more on busy ones.\n"
)
STOPPED = "Stopped. What is loaded stays; the same command goes on from there."


class Command(RegradeCommand):
    help = (
        "Load the demo: a collection made of this Python's own documentation, questions about it, "
        "a BM25 and a BERT run, a campaign judged by simulated assessors, labels derived from it, "
        "a study of typos in the questions, a campaign that waits for you, and three accounts. "
        "What is there already stays as it is; "
        "stopped at any moment, the same command goes on."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with _ending_in_order(), _job_bar() as track_job, _study_bar() as track_study:
                done = load_demo(
                    say=self._say, track=_track, track_job=track_job, track_study=track_study
                )
        except KeyboardInterrupt:
            self.stderr.write(STOPPED)
            sys.exit(130)
        if not done.made:
            self._say(NOTHING_NEW)
        accounts = render(_accounts(done), "table")
        self._say(f"\n{accounts}\n\nThe comparison: {COMPARISON}\n\n{FOR_HERE}\n{SIMULATED}")

    def _say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()  # also where a pipe would keep it until the end


def _track(items: Iterable[Item], total: int | None = None, unit: str = "it") -> Iterator[Item]:
    """A bar once it takes over two seconds, on a terminal alone."""
    bar = tqdm(
        items,
        total=total,
        unit=unit,
        delay=SILENT_FOR_S,
        leave=False,
        file=sys.stderr,
        disable=None,
    )
    yield from bar


@contextmanager
def _job_bar() -> Iterator[Tell]:
    """A bar from a job's begin to its end: loading a model already takes over two seconds."""
    with ExitStack() as bars:
        shown: list[tqdm[Any]] = []

        def tell(state: JobProgress) -> None:
            if not shown:
                sys.stderr.write(RERANKING)
                shown.append(bars.enter_context(_bar(state.work.n, "topic", "Re-ranking")))
            shown[0].update(state.work.n_done - shown[0].n)
            if state.work.n_done == state.work.n:
                shown[0].close()

        yield tell


@contextmanager
def _study_bar() -> Iterator[TellOfStudy]:
    """A bar of a study's runs."""
    with ExitStack() as bars:
        shown: list[tqdm[Any]] = []

        def tell(progress: StudyProgress) -> None:
            if not shown:
                shown.append(bars.enter_context(_bar(progress.n_runs, "run", "Typos in queries")))
            shown[0].update(progress.n_done - shown[0].n)
            if progress.n_done == progress.n_runs:
                shown[0].close()

        yield tell


def _bar(total: int, unit: str, what: str) -> tqdm[Any]:
    """A bar; where there is no terminal, a line now and then."""
    every_s = 0.1 if sys.stderr.isatty() else 15.0
    return tqdm(
        total=total, unit=unit, leave=False, file=sys.stderr, mininterval=every_s, desc=what
    )


@contextmanager
def _ending_in_order() -> Iterator[None]:
    """Asked to end, give back what is in hand, so that the next call need not wait for it."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _accounts(done: DemoReport) -> list[dict[str, str]]:
    open_board, closed_board = (
        f"/campaigns/{pk}" for pk in (done.open_campaign_id, done.closed_campaign_id)
    )
    rows = (
        (ASSESSOR, f"/judge/{done.open_campaign_id}", f"judge in {OPEN_CAMPAIGN}"),
        (ORGANIZER, open_board, f"watch {OPEN_CAMPAIGN} fill"),
        (ORGANIZER, closed_board, f"see who agrees in {CLOSED_CAMPAIGN}"),
        (RESEARCHER, "/compare", "compare two runs under several label sets"),
        (RESEARCHER, STUDY_PAGE, "see what typos do to three rankers"),
    )
    return [
        {"account": account, "password": PASSWORD, "where": where, "what to try": what}
        for account, where, what in rows
    ]
