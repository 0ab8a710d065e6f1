from __future__ import annotations

from ranking.exceptions import NotFound
from ranking.lookup import by_name
from ranking.models import Collection


def collection_to_read_into(name: str) -> Collection:
    """The collection whose passages a file of runs or labels names.

    Raises:
        NotFound: there is none; a misspelled name makes no new one, and the message says how to.
    """
    try:
        return by_name(Collection, name)
    except NotFound as error:
        raise NotFound(
            f"{error} To make it without texts: create_collection {name}", field=error.field
        ) from error
