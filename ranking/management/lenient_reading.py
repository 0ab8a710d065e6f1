"""Options of commands that read imperfect run files."""

from __future__ import annotations

from argparse import _ActionsContainer
from collections.abc import Mapping
from typing import Any

from regrade.files.runs import Leniency


def add_leniency(parser: _ActionsContainer) -> None:
    parser.add_argument(
        "--keep-first",
        action="store_true",
        help="of a passage that a topic of a run has twice keep the line that stands first in the"
        " file, and count the lines left out; by default such a run is refused",
    )


def leniency_of(options: Mapping[str, Any]) -> Leniency:
    return Leniency(keep_first=options["keep_first"])
