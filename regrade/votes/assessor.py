"""Who votes: what is known of somebody beside their votes."""

from __future__ import annotations

from typing import Literal, NamedTuple

from regrade.files.judging.judgment_row import Kind

__all__ = ["MODEL", "PERSON", "Assessor", "Flag", "Kind", "Level"]

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
        called: what else a model, or somebody in an imported file, is known by, or empty.
        flags: signals that were raised about them.
    """

    name: str
    kind: str = PERSON
    level: str = ""
    called: str = ""
    flags: tuple[str, ...] = ()
