"""Command options for a serving policy."""

from __future__ import annotations

from argparse import BooleanOptionalAction, _ActionsContainer
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from annotation.campaigns.policy import PolicyOptions
from annotation.models import Order, Unit

OFF = 0  # what switches a rhythm off
RHYTHMS = ("gold_every", "repeat_every")


def add_policy_arguments(parser: _ActionsContainer) -> None:
    """Add the options; none has a default, so settings that are not given stay."""
    parser.add_argument(
        "--unit", choices=Unit.values, help="serve whole topics, or pairs of any topic"
    )
    parser.add_argument(
        "--order",
        choices=Order.values,
        help="as the pool has them, at random, or the highest priority first",
    )
    _add_number(parser, "sets-offered", "sets of topics at a time, the first of several begun")
    _add_number(
        parser,
        "topics-per-set",
        "the size of a set: its topics are all begun by others or all new (the option of this name"
        " once gave the number of sets, which is --sets-offered now)",
    )
    parser.add_argument(
        "--new-topic-share",
        type=float,
        metavar="SHARE",
        help="how often a further set, or the only one, is all new, from 0 to 1",
    )
    _add_number(parser, "overlap-every", "without a quota, one in N pairs is an overlap pair")
    _add_number(parser, "gold-every", "one in N pairs is a hidden gold pair; 0 for none")
    _add_number(parser, "repeat-every", "one in N pairs is one seen before; 0 for none")
    _add_number(parser, "repeat-after", "a repeat lies at least N pairs behind its first look")
    parser.add_argument(
        "--rotates",
        "--rotate",
        dest="rotates",
        action=BooleanOptionalAction,
        default=None,
        help="show half of the passages from a word in their middle on",
    )
    _add_number(parser, "extra-judgments", "ask for at most N more where grades disagree")


def policy_options(options: Mapping[str, Any], before: PolicyOptions) -> PolicyOptions:
    """The previous policy's settings, updated by the given options."""
    given = {name: options[name] for name in vars(before) if options[name] is not None}
    for name in RHYTHMS:
        if given.get(name) == OFF:
            given[name] = None
    return replace(before, **given)


def _add_number(parser: _ActionsContainer, name: str, help_text: str) -> None:
    parser.add_argument(f"--{name}", type=int, metavar="N", help=help_text)
