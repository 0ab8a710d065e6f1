"""Timing of workers: a killed worker's chunk starts again within SILENT_AFTER and the interval at
which the scheduler looks for silent chunks, as soon as a worker is free.
"""

from __future__ import annotations

from datetime import timedelta

# Heartbeat interval of a running chunk. Compiled code may block Python for seconds, so several
# beats must be missing before a worker counts as lost.
BEAT_EVERY_S = 5
SILENT_AFTER = timedelta(seconds=30)
# What a chunk has scored lands this often, or after each call of its ranker where that takes
# longer: progress shows within seconds, and a killed worker loses no more.
LAND_EVERY_S = 2
# An offer that nobody took up by then is made again: it may have been lost with who took it.
OFFERED_FOR = timedelta(seconds=15)
# A chunk that goes wrong by itself does so again; its workers may be ended for other reasons.
MAX_ERRORS = 3
MAX_LOSSES = 10
