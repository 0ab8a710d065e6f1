"""The option that mends wrongly decoded text, and what commands print about such text."""

from __future__ import annotations

from typing import Any

from ranking.collections.mojibake import MojibakeChoice, MojibakeFound
from ranking.management.arguments import Argument, flag
from regrade.counted import counted


def mend_text(what: str) -> Argument:
    """The option, for a command that reads these things."""
    return flag(
        "--mend-text",
        f"mend {what} that look wrongly decoded, such as cafÃ© for café; ids never change. Without "
        "it, they are kept as they are and counted",
    )


def mojibake_choice(options: dict[str, Any]) -> MojibakeChoice:
    return "mend" if options["mend_text"] else "keep"


def mojibake_note(found: MojibakeFound, what: str, *, is_mended: bool) -> str:
    """Sentences about the mojibake in an import, with its examples; empty if there was none."""
    if not found.n:
        return ""
    look = "looks" if found.n == 1 else "look"
    shown = ", ".join(f"{before} → {after}" for before, after in found.examples)
    done = "Mended" if is_mended else "Kept as they are; --mend-text mends them"
    return f"\n{counted(found.n, what)} {look} wrongly decoded, e.g. {shown}. {done}."
