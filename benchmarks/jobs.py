"""Jobs whose workers are killed, against the same job undisturbed.

Four worker processes rank 1,000 topics; every few seconds one of them, drawn at random, is ended by
SIGKILL, alone or with its parent, until the job is done. Then rankings must be the same to the last
bit, each stored once, no chunk started more often than kills explain, and none stuck for a minute.
What a killed worker had landed of its chunk is kept.

Ranked is by BM25 over generated passages, at a pace that stands for a model's, or with --pace 0 as
fast as it goes. It works in a database and a storage root of its own, on the servers at hand, and
in a Redis database that must be empty. It takes some five minutes. Exit status: 0 when every
promise was kept, else 1.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import redis
from django.conf import settings

from benchmarks.killed_jobs.crew import Crew
from benchmarks.killed_jobs.figures import Figures, measure
from benchmarks.killed_jobs.ranker import PACE
from benchmarks.killed_jobs.report import faults, to_text
from benchmarks.killed_jobs.scene import lay_ground, plan_job
from benchmarks.load.surroundings import describe_surroundings
from benchmarks.running.command import BenchParser, command_line, say, show_surroundings, to_page
from config import celery_app
from ranking.jobs.offering import offer_job
from ranking.models import Job
from ranking.models.job import OPEN
from tests.scratch import scratch_database

PATIENCE_S = 1800.0


def parser() -> argparse.ArgumentParser:
    made = BenchParser("jobs", __doc__)
    add = made.add_option
    add("--topics", "how many", 1000, type=int)
    add("--topics-per-chunk", "of a chunk", 20, type=int)
    add("--workers", "worker processes", 4, type=int)
    add("--pace", "seconds a topic takes", 0.5, type=float)
    made.add_argument(
        "--kill-every",
        type=float,
        nargs=2,
        default=(3.0, 6.0),
        metavar="S",
        help="seconds between two kills: at least, at most (3 6)",
    )
    add("--seed", "of texts and kills", 1, type=int)
    add("--redis-database", "an empty one", 9, type=int)
    add("--page", "also write a page, such as docs/benchmarks/jobs.md", type=Path)
    return made


def main(arguments: Sequence[str]) -> int:
    args = parser().parse_args(arguments)
    surroundings = _surroundings(args)
    show_surroundings(surroundings)
    with TemporaryDirectory() as folder, own_broker(args.redis_database) as broker_url:
        calm, killed = both_jobs(args, Path(folder), broker_url)
    sys.stdout.write(f"\n{to_text(calm, killed)}\n")
    if args.page:
        command, table = command_line("jobs", arguments), to_text(calm, killed, "pipe")
        args.page.write_text(to_page("Jobs whose workers are killed", command, surroundings, table))
    return int(bool(faults(calm, killed)))


@contextmanager
def own_broker(number: int) -> Iterator[str]:
    """The URL of an empty Redis database on the server at hand, emptied again at the end."""
    url = f"{settings.REDIS_URL.rpartition('/')[0]}/{number}"
    with redis.from_url(url) as link:
        if link.dbsize():
            raise SystemExit(f"Redis database {number} is not empty; name another one.")
        try:
            celery_app.conf.update(broker_url=url)
            yield url
        finally:
            link.flushdb()


def both_jobs(args: argparse.Namespace, folder: Path, broker_url: str) -> tuple[Figures, Figures]:
    settings.STORAGE_ROOT = folder / "storage"
    with scratch_database() as database_url:
        say("Making passages and topics ...")
        lay_ground(n_topics=args.topics, seed=args.seed)
        variables = {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL_FILE": _secret(folder, "database_url", database_url),
            "REDIS_URL_FILE": _secret(folder, "redis_url", broker_url),
            "REGRADE_STORAGE": str(settings.STORAGE_ROOT),
            "NUMBA_CACHE_DIR": str(settings.KERNELS_ROOT),
            PACE: str(args.pace),
        }
        calm = run_job("undisturbed", args, variables, folder)
        return calm, run_job("killed", args, variables, folder, random.Random(args.seed))


def _secret(folder: Path, name: str, content: str) -> str:
    """A file of it, which no list of processes shows."""
    path = folder / name
    path.touch(mode=0o600)
    path.write_text(content)
    return str(path)


def run_job(
    name: str,
    args: argparse.Namespace,
    variables: Mapping[str, str],
    folder: Path,
    rng: random.Random | None = None,
) -> Figures:
    """Let a crew of its own work on a job to its end; with `rng` some of it are killed."""
    say(f"Ranking, {name} ...")
    job = plan_job(name=name, topics_per_chunk=args.topics_per_chunk)
    crew = Crew(args.workers, variables, folder / f"{name}.log")
    try:
        offer_job(job=job)
        _see_to_the_end(job, crew, args.kill_every, rng)
    finally:
        crew.dismiss()
    return measure(job, crew.kills)


def _see_to_the_end(
    job: Job, crew: Crew, kill_every: tuple[float, float], rng: random.Random | None
) -> None:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        time.sleep(rng.uniform(*kill_every) if rng else 1.0)
        job.refresh_from_db()
        if job.status not in OPEN:
            return
        if rng:
            crew.kill_one(rng)
    raise SystemExit(f"The job has not ended after {PATIENCE_S:.0f} seconds.")


def _surroundings(args: argparse.Namespace) -> dict[str, str]:
    found = describe_surroundings()
    least, most = args.kill_every
    pool = "one process under a parent each, on the same machine, sharing its cores"
    return {
        "machine": found["machine"],
        "workers": f"{args.workers}, {pool}",
        "ranked": f"BM25 over generated passages, at {args.pace:g} s a topic",
        "kills": f"SIGKILL to a random worker every {least:g} to {most:g} s, seed {args.seed}; "
        "a third of them to its parent as well",
        "PostgreSQL": found["PostgreSQL"],
        "celery, redis": f"{version('celery')}, {version('redis')}",
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
