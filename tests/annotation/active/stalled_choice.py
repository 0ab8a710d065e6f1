"""Lets a worker stall between a choice and its storage, if included in it."""

from __future__ import annotations

import time

from annotation.active import choosing
from annotation.active.design import ActiveDesign
from annotation.active.strategies import Choice, Ground, choice_of
from annotation.models import ActiveStep

STALLS_S = 600


def stalled(step: ActiveStep, design: ActiveDesign, ground: Ground) -> Choice:
    choice = choice_of(step, design, ground)
    time.sleep(STALLS_S)
    return choice


vars(choosing)["choice_of"] = stalled
