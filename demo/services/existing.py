from __future__ import annotations

from typing import TypeVar

from django.db import models

from ranking.exceptions import NameTaken

Named = TypeVar("Named", bound=models.Model)


def existing(model: type[Named], name: str, **expected: object) -> Named | None:
    """The demo's own thing of that name, or None while there is none.

    Raises:
        NameTaken: there is something else of that name.
    """
    found: Named | None = model._default_manager.filter(name=name).first()
    if found is None or all(getattr(found, field) == value for field, value in expected.items()):
        return found
    raise NameTaken(
        f"There is a {model._meta.verbose_name} named {name!r} that is not the demo's; load the "
        "demo into a database of its own, for instance under another REGRADE_HOME."
    )
