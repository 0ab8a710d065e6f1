"""Sort keys of pairs and topics in a campaign's order: one integer each, smallest first.

One index over such keys serves every order.
"""

from __future__ import annotations

RANDOM_BITS = 31  # what ties of a priority are broken by: with 32 bits of priority, a bigint


def order_key(order: str, *, index: int, priority: int, shuffle_key: int) -> int:
    """The key of a pair or topic, in the signed range of 64 bits.

    Args:
        order: "fixed" goes by `index`, "random" by `shuffle_key`, "priority" by the highest
            priority first and at random within one.
        index: index in the pool.
        priority: a signed 32-bit integer.
        shuffle_key: random, from 0 to 2^63 - 1.

    Raises:
        ValueError: another order.
    """
    if order == "fixed":
        return index
    if order == "random":
        return shuffle_key
    if order != "priority":
        raise ValueError(f"{order!r} is no order of pairs")
    return -priority * (1 << RANDOM_BITS) + (shuffle_key >> (63 - RANDOM_BITS))
