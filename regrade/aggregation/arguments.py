"""Command-line options for deriving labels, with and without a database."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, _ArgumentGroup
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args

from regrade.aggregation.electorate import PEOPLE, Electorate
from regrade.aggregation.policy import (
    Aggregate,
    AggregationPolicy,
    DecisionRule,
    GoldRule,
    TieRule,
)
from regrade.aggregation.policy_file import WholePolicy, read_policy
from regrade.votes.assessor import Flag, Kind, Level
from regrade.votes.rounding import ROUNDINGS

# Options that a policy in a file takes the place of, with what they are where they are not given.
# Parsers leave out what is not given: beside a file what says the default is refused, too.
DEFAULTS: Mapping[str, Any] = MappingProxyType(
    {
        "aggregate": None,
        "threshold": None,
        "round": "up",
        "tie": None,
        "decisions": "ignore",
        "gold": "none",
        "seed": 0,
        "min_relevance": None,
        "min_assessors": 1,
        "min_votes": 1,
        "max_blank_share": None,
        "min_agreement": None,
        "pool_depth": None,
        "require_fallback_relevant": False,
        "kinds": list(PEOPLE),
        "models": [],
        "only": [],
        "levels": [],
        "without": [],
        "without_flags": [],
    }
)


def add_aggregation(parser: ArgumentParser, *, labels: str) -> _ArgumentGroup:
    """Add options for aggregating votes, as a group; `labels` is how help names other labels."""
    group = parser.add_argument_group("how a pair's votes become its label")
    group.add_argument(
        "--policy",
        type=Path,
        metavar="FILE",
        help="all of it as JSON in a file, as label sets keep it, in place of the other options",
    )
    group.add_argument(
        "--aggregate",
        default=SUPPRESS,
        choices=get_args(Aggregate),
        help="take the value with the most votes (plurality), that is most likely (dawid-skene), "
        "with more than half of the votes (majority), that all have (unanimous); the median, mean, "
        "highest or lowest grade; or the value of most weight by MACE (weighted), for many votes",
    )
    group.add_argument(
        "--threshold",
        default=SUPPRESS,
        type=int,
        metavar="T",
        help="where values are counted: a vote of T or above counts as 1, any other as 0, and "
        "labels are 0 and 1; for the others: labels of T or above count as relevant",
    )
    group.add_argument(
        "--round",
        choices=ROUNDINGS,
        default=SUPPRESS,
        help="what becomes of a median or mean between two grades (default up)",
    )
    group.add_argument(
        "--seed",
        type=int,
        default=SUPPRESS,
        metavar="N",
        help="where the model of weighted begins (default 0)",
    )
    _add_ties(group, labels)
    return group


def _add_ties(group: _ArgumentGroup, labels: str) -> None:
    group.add_argument(
        "--tie",
        default=SUPPRESS,
        choices=get_args(TieRule),
        help="what decides where counting finds no value, as where none has more than half of "
        "the votes (default: fallback where --fallback and --threshold are given, else unjudged)",
    )
    group.add_argument("--fallback", metavar=labels, help="labels over the same topics")


def add_filters(parser: ArgumentParser, *, labels: str) -> _ArgumentGroup:
    """Add the group of options that leave out votes; returns it for further options."""
    group = parser.add_argument_group("votes to leave out")
    group.add_argument(
        "--min-assessors",
        type=int,
        default=SUPPRESS,
        metavar="N",
        help="drop topics with fewer distinct assessors (default 1)",
    )
    group.add_argument(
        "--min-votes",
        type=int,
        default=SUPPRESS,
        metavar="N",
        help="leave pairs with fewer votes unjudged (default 1)",
    )
    group.add_argument(
        "--max-blank-share",
        default=SUPPRESS,
        type=float,
        metavar="S",
        help="within a topic, drop assessors who left more than this share of their own rows "
        "not judged, as 0.5",
    )
    group.add_argument(
        "--min-agreement",
        default=SUPPRESS,
        type=float,
        metavar="K",
        help="drop assessors whose Cohen's kappa, with quadratic weights, with the median of the "
        "others is below this",
    )
    _add_topics(group, labels)
    return group


def _add_topics(group: _ArgumentGroup, labels: str) -> None:
    group.add_argument(
        "--require-fallback-relevant",
        action="store_true",
        default=SUPPRESS,
        help="drop topics where nothing that the fallback calls relevant came out relevant",
    )
    group.add_argument(
        "--only-topics-of", metavar=labels, help="keep the topics of these labels alone"
    )


def add_voters(parser: ArgumentParser, *, with_flags: bool) -> None:
    """Add options that select voters; files have no flags."""
    group = parser.add_argument_group("whose votes count")
    add = group.add_argument
    add(
        "--kinds",
        nargs="+",
        default=SUPPRESS,
        choices=get_args(Kind),
        metavar="KIND",
        help=f"kinds of assessors: {', '.join(get_args(Kind))} (default human)",
    )
    models = "these models as well, by name or pseudonym"
    add("--models", nargs="+", default=SUPPRESS, metavar="NAME", help=models)
    add("--only", nargs="+", default=SUPPRESS, metavar="ASSESSOR", help="these alone, of any kind")
    add(
        "--levels",
        nargs="+",
        default=SUPPRESS,
        choices=get_args(Level),
        metavar="LEVEL",
        help=f"of people those of these levels of English alone: {', '.join(get_args(Level))}",
    )
    add(
        "--without",
        action="append",
        default=SUPPRESS,
        metavar="ASSESSOR",
        help="not this assessor, by pseudonym; may be given several times",
    )
    if with_flags:
        _add_flags(group)


def _add_flags(group: _ArgumentGroup) -> None:
    group.add_argument(
        "--without-flags",
        nargs="+",
        default=SUPPRESS,
        choices=get_args(Flag),
        metavar="FLAG",
        help="not assessors with one of these flags: too fast (pace), far from known grades "
        "(gold), from themselves (repeats); the label set keeps their names",
    )


def add_decisions(group: _ArgumentGroup) -> None:
    """Add the option for adjudicators' decisions, which files of judgments lack."""
    group.add_argument(
        "--decisions",
        choices=get_args(DecisionRule),
        default=SUPPRESS,
        help="what an adjudicator's decision does: take the place of the pair's votes (override), "
        "count as one more (vote), decide where counting finds no value (tie), or "
        "nothing (default ignore)",
    )


def add_pool_depth(group: _ArgumentGroup) -> None:
    """Add the option for the pool's depth, which files of judgments lack."""
    group.add_argument(
        "--pool-depth",
        type=int,
        default=SUPPRESS,
        metavar="N",
        help="leave out pairs below rank N of every pooled run, as if the pool had been so deep",
    )


def add_gold(group: _ArgumentGroup) -> None:
    """Add the option for pairs that an expert graded, which files of judgments lack."""
    group.add_argument(
        "--gold",
        choices=get_args(GoldRule),
        default=SUPPRESS,
        help="label of gold and qualification pairs: their known grade (expert, the default), or "
        "none (none); in a policy file the default is none",
    )


def policy_of(options: Mapping[str, Any], *, gold: GoldRule) -> WholePolicy:
    """The requested policy, from the options or the file they name.

    It excludes other labels named by options. `gold` is the rule of options that name none.

    Raises:
        BadInput: the file has none.
        ValueError: the options define none, or are combined with a file.
    """
    given = {name: options[name] for name in DEFAULTS if options.get(name) is not None}
    if options["policy"] is not None:
        if beside := list(given):
            names = ", ".join(f"--{name.replace('_', '-')}" for name in beside)
            raise ValueError(f"--policy says all of it; leave {names} out")
        return read_policy(options["policy"])
    if "aggregate" not in given:
        raise ValueError("say how by --aggregate, or by --policy")
    asked = {**options, **DEFAULTS, "gold": gold, **given}
    return WholePolicy(
        rules=_rules_of(asked), min_relevance=asked["min_relevance"], voters=_voters_of(asked)
    )


def _voters_of(options: Mapping[str, Any]) -> Electorate:
    """The electorate of the options; repeated values count once, in order."""
    names = (field.name for field in fields(Electorate))
    return Electorate(**{name: tuple(dict.fromkeys(options[name])) for name in names})


def _rules_of(options: Mapping[str, Any]) -> AggregationPolicy:
    return AggregationPolicy(
        aggregate=options["aggregate"],
        threshold=options["threshold"],
        rounding=options["round"],
        tie=options["tie"] or _default_tie(options),
        min_assessors=options["min_assessors"],
        min_votes=options["min_votes"],
        max_blank_share=options["max_blank_share"],
        min_agreement=options["min_agreement"],
        require_fallback_relevant=options["require_fallback_relevant"],
        decisions=options["decisions"],
        gold=options["gold"],
        pool_depth=options["pool_depth"],
        seed=options["seed"] if options["aggregate"] == "weighted" else None,
    )


def _default_tie(options: Mapping[str, Any]) -> TieRule:
    has_fallback = options["fallback"] is not None
    return "fallback" if has_fallback and options["threshold"] is not None else "unjudged"
