"""Decide which of an assessor's topics are new and which were begun by others."""

from __future__ import annotations

from typing import NamedTuple

from regrade.serving.draws import share


class TopicSets(NamedTuple):
    """Rule for offering topics to an assessor in groups of sets.

    Of several sets the first holds topics begun by others. Any further set, or a single one, holds
    only new topics with probability `new_share`, else only begun ones. So with several sets,
    (offered - 1) / offered * new_share of all topics are new: a quarter, if the second of two sets
    is new half of the time.
    """

    offered: int
    size: int  # topics in a set
    new_share: float


def is_to_be_new(sets: TopicSets, *, seed: int, assessor: int, n_taken: int) -> bool:
    """Whether the assessor's next topic should be one that nobody has begun.

    One draw decides for all topics of a set; the same arguments give the same draw.

    Args:
        sets: the rule of the policy in force.
        seed: of that policy.
        assessor: the membership's key.
        n_taken: topics that the assessor has taken so far.
    """
    number = n_taken // sets.size
    is_first_of_several = sets.offered > 1 and number % sets.offered == 0
    return not is_first_of_several and share("new topic", seed, assessor, number) < sets.new_share
