from __future__ import annotations

from typing import NamedTuple

from annotation.models import PairKind
from annotation.serving.claim_context import ClaimContext, fetch
from regrade.serving.draws import draw
from regrade.serving.next_kinds import SpecialKind

# Pairs of a topic that are looked at: in a larger one nobody wants to know how far they are.
MOST_IN_TOPIC = 1000


class SpecialPairs(NamedTuple):
    """Special pairs of one assessor: how many in all, left, answered and served.

    Overlap and gold pairs count if they have a text; they came once they were answered, with a
    grade or without one, or are in hand. Gold is left only under a policy that serves some.
    `n_*_served` of these and of repeats are those since the first pair under the policy, where the
    pilot's pairs do not count.
    """

    n_overlap: int
    n_overlap_left: int
    has_gold_left: bool
    n_qualification_answered: int
    n_qualification_served: int  # in all attempts together
    n_overlap_served: int
    n_repeat_served: int
    first: int | None  # position of that first pair; before it is answered, of the first in hand


NO_SPECIAL_PAIRS = SpecialPairs(0, 0, False, 0, 0, 0, 0, None)


def special_pairs(context: ClaimContext) -> SpecialPairs:
    [counts] = fetch("count_special_pairs", context)
    return SpecialPairs(*counts)


def topic_served_last(context: ClaimContext) -> int | None:
    """The topic of the shared pair served last, where the next lease continues."""
    [(topic,)] = fetch("topic_served_last", context)
    return None if topic is None else int(topic)


def lease_special_pair(
    context: ClaimContext, kind: SpecialKind, position: int, *, topic: int | None = None
) -> int:
    """Create a personal slot on the next pair of a kind; returns how many: 0 or 1.

    The pair is one of the topic, where one is named. Nobody else can want that slot, so there is
    nothing to wait for. The caller holds the membership's lock.
    """
    return _lease(context, kind, position, topic, only_look=False)


def has_special_pair(
    context: ClaimContext, kind: SpecialKind, position: int, *, topic: int | None = None
) -> bool:
    """Whether a pair of the kind, in the topic if one is named, could be served to the assessor."""
    return _lease(context, kind, position, topic, only_look=True) > 0


def _lease(
    context: ClaimContext, kind: SpecialKind, position: int, topic: int | None, *, only_look: bool
) -> int:
    [(n,)] = fetch(
        "lease_special_pair",
        context,
        source=_source(kind, in_topic=topic is not None),
        marked=PairKind.OVERLAP if kind == "pilot" else kind,
        in_pilot=kind == "pilot",
        occasion={"qualification": context.n_attempts, "repeat": 1}.get(kind, 0),
        position=position,
        start=draw("special", context.policy_seed, context.me, position),
        topic=topic,
        most=MOST_IN_TOPIC,
        only_look=only_look,
    )
    return int(n)


def _source(kind: SpecialKind, *, in_topic: bool) -> str:
    """Where the statement looks for pairs of a kind."""
    if kind == "qualification":
        return kind
    source = "graded" if kind == "repeat" else "marked"
    return f"{source} in topic" if in_topic else source
