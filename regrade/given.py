"""Arguments of another kind than the library takes, refused in a sentence."""

from __future__ import annotations


def wrong_kind(what: str, wanted: str, given: object) -> ValueError:
    """The error to raise where an argument is of another kind.

    Args:
        what: the argument, in the plural, such as "the scores of topic 7".
        wanted: how it is given, such as "a dictionary by doc_id".
        given: what came instead.
    """
    kind = "None" if given is None else f"a {type(given).__name__}"
    return ValueError(f"{what} are given as {wanted}, not as {kind}")
