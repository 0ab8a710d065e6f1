from __future__ import annotations


def split_names(text: str) -> list[str]:
    """The names of a comma-separated list.

    Raises:
        ValueError: there is none, or one appears twice.
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise ValueError("no name is given")
    if twice := [name for name in names if names.count(name) > 1]:
        raise ValueError(f"{twice[0]} appears twice")
    return names
