from __future__ import annotations

from textwrap import shorten

MAX_MESSAGE = 1000


def storable(message: str) -> str:
    """A message in a line that the database can hold, whatever a library says."""
    whole = message.encode(errors="replace").decode()
    return shorten(whole.replace("\0", ""), MAX_MESSAGE, placeholder=" …")
