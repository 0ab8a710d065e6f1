"""Which of an assessor's topics are to be new, and which begun by others."""

from __future__ import annotations

from typing import NamedTuple

from regrade.serving.draws import share


class TopicSets(NamedTuple):
    """How topics are offered to an assessor: some sets at a time, then the next ones.

    Of several sets the first holds topics that others have begun. A further set, or the only one,
    holds new topics alone with the probability `new_share`, else topics begun. So where several
    sets are offered, (offered - 1) / offered * new_share of all topics are to be new: a quarter,
    where the second of two sets is new half of the time.
    """

    offered: int
    size: int  # topics in a set
    new_share: float


def is_to_be_new(sets: TopicSets, *, seed: int, assessor: int, n_taken: int) -> bool:
    """Whether the assessor's next topic is to be one that nobody has begun.

    One draw decides for all topics of a set; the same arguments always draw the same.

    Args:
        sets: the rule of the policy in force.
        seed: of that policy.
        assessor: the membership's key.
        n_taken: topics that the assessor has taken so far.
    """
    number = n_taken // sets.size
    is_first_of_several = sets.offered > 1 and number % sets.offered == 0
    return not is_first_of_several and share("new topic", seed, assessor, number) < sets.new_share
