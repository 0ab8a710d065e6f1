"""A small crowd: four assessors, some of whose votes are missing."""

from __future__ import annotations

import numpy as np

from regrade.agreement.counting.vote_table import Votes

SCALE = range(3)
ROWS = """
0002 00-1 022- 1-11 1111 1121 -22- 0011 1120 -011 111- 2222 -100 0-02 1111
0000 2210 2220 -2-1 1-11 2222 1122 0-20 1110 1111 1112 220- 0002 -22- 0002
"""
CROWD: Votes = np.array(
    [[np.nan if vote == "-" else float(vote) for vote in row] for row in ROWS.split()]
)
