"""Command options for a pool whose pairs are chosen step by step from judgments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.active.design import ActiveDesign, StratumOfRanks
from annotation.active.kinds import LEARNERS, STRATEGIES
from annotation.active.rules import OFFERED
from ranking.lookup import by_name
from ranking.models import Run

NUMBERS: Mapping[str, str] = {
    "limit": "choose at most N pairs of a topic",
    "control": "draw N pairs of a topic at random first, by which the rule qbcb promises a recall",
    "first_batch": "pairs of a topic's first batch (default 1)",
    "growth": "by how many percent each batch is larger than the last (default 10)",
    "ahead": "choose the next batch when only N pairs of the last wait for judgments (default 1)",
    "relevant_from": "the least grade that counts as relevant (default: the scale's middle)",
}


def add_active_arguments(parser: CommandParser) -> None:
    """Add the options of a strategy; runs, depth, collection, topics and seed are the pool's."""
    active = parser.add_argument_group(
        "pairs chosen step by step from judgments, of --runs down to --depth, or without runs of"
        " all passages of --collection for --topics"
    )
    active.add_argument(
        "--strategy",
        choices=[*STRATEGIES],
        help=" ".join(f"{name}: {kind.sentence}" for name, kind in STRATEGIES.items()),
    )
    active.add_argument(
        "--learner",
        choices=[*LEARNERS],
        help="trained by cal, scal, autostop (default logistic)",
    )
    active.add_argument(
        "--vectors-of",
        metavar="RUN",
        help="train on the vectors of passages that a bert-dot run has, instead of their words",
    )
    active.add_argument(
        "--ranks",
        metavar="STRATA",
        help="of the strategy strata: shares of ranks, as 10:1,50:0.3 (all of ranks 1 to 10, three"
        " tenths of 11 to 50)",
    )
    for name, text in NUMBERS.items():
        active.add_argument(f"--{name.replace('_', '-')}", type=int, metavar="N", help=text)
    active.add_argument("--rule", choices=OFFERED, help="stopping rule that ends a topic")
    active.add_argument(
        "--target", type=float, metavar="RECALL", help="recall that it aims for (default 0.8)"
    )


def active_design(options: Mapping[str, Any], runs: Sequence[Run]) -> ActiveDesign:
    """The design that the options ask for.

    Raises:
        CommandError: strata that cannot be read.
    """
    given = ["learner", "rule", "target", *NUMBERS]
    named = {name: options[name] for name in given if options[name] is not None}
    return ActiveDesign(
        strategy=options["strategy"],
        seed=options["seed"],
        runs=runs,
        depth=options["depth"],
        vectors_of=by_name(Run, options["vectors_of"]) if options["vectors_of"] else None,
        strata=_strata(options["ranks"] or ""),
        **named,
    )


def _strata(text: str) -> list[StratumOfRanks]:
    try:
        parts = [part.split(":") for part in text.split(",") if part.strip()]
        return [StratumOfRanks(int(last), float(share)) for last, share in parts]
    except ValueError as error:
        raise CommandError(
            f"--ranks takes last:share, comma-separated, such as 10:1,50:0.3, not {text!r}."
        ) from error
