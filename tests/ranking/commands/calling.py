"""What a command says, and the numbers in its report."""

from __future__ import annotations

import io
from pathlib import Path

from django.core.management import call_command


def call(*arguments: str | Path) -> str:
    out = io.StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


def counts(said: str) -> list[str]:
    """The number at the beginning of each line but the first."""
    return [line.split()[0] for line in said.splitlines()[1:]]
