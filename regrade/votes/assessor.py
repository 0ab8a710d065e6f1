"""Who votes: what is known of somebody beside their votes."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["human", "simulated", "model"]
Level = Literal["basic", "intermediate", "advanced", "native"]
Flag = Literal["pace", "gold", "repeats"]

PERSON: Kind = "human"
MODEL: Kind = "model"


class Assessor(NamedTuple):
    """Somebody who voted, or may have.

    Attributes:
        name: the pseudonym.
        kind: a person where nothing is said.
        level: their own estimate of their English, or empty.
        called: what else a model is known by, or empty.
        flags: signals that were raised about them.
    """

    name: str
    kind: str = PERSON
    level: str = ""
    called: str = ""
    flags: tuple[str, ...] = ()
