from __future__ import annotations

from annotation.services.claim_queries import (
    GIVE_BACK_PERSONAL,
    GIVE_BACK_SHARED,
    HAS_MORE_IN_HAND,
    run,
)
from annotation.services.lease_pairs import FIRST_KEY
from annotation.services.turn import Turn


def give_back_what_can_wait(turn: Turn) -> bool:
    """Give back what the assessor holds of later topics, while there is more of the one in hand.

    Leases of the topic in hand may have ended, and those of the next one not; or somebody had
    pairs of it and left them. The seats at the later topics stay the assessor's. Says whether
    there was a reason to. The caller holds the membership's lock.
    """
    if not turn.takes_whole_topics or not turn.n_of_other_topics:
        return False
    [(has_more,)] = run(HAS_MORE_IN_HAND, turn, start=FIRST_KEY)
    if has_more:
        run(GIVE_BACK_SHARED, turn)
        run(GIVE_BACK_PERSONAL, turn)
    return bool(has_more)
