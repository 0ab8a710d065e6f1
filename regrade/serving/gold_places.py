"""Where the gold pairs of a topic come, where topics are served whole.

A pair that came when a rhythm has it due, or as soon as its topic had begun, would stand at places
that an assessor can name. So the place is drawn from those of the topic's other pairs.
"""

from __future__ import annotations

from regrade.serving.draws import draw, share


def gold_places(
    *, seed: int, assessor: int, topic: int, n_regular: int, n_gold: int, every: int
) -> list[int]:
    """How many of the topic's regular pairs come before each of its gold pairs, ascending.

    The places are a uniform draw without replacement from 1 to `n_regular`, fixed by seed,
    assessor and topic. One in `every` of all pairs is gold where the topics have as many.

    Args:
        seed: of the policy.
        assessor: id of the membership.
        topic: its id.
        n_regular: regular pairs of the topic.
        n_gold: its gold pairs; all of them where `every` is 1.
        every: as of the policy, 1 at least.
    """
    drawn = ("gold", seed, assessor, topic)
    wanted = n_regular / (every - 1) + share(*drawn) if every > 1 else n_gold
    n = min(int(wanted), n_gold, n_regular)
    order = sorted(range(1, n_regular + 1), key=lambda place: draw(*drawn, place))
    return sorted(order[:n])
