from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain, count
from typing import Annotated, TypeVar

from django.db import IntegrityError, models, transaction

from ranking.exceptions import IsPrivate, NameRefused, NameTaken, NotFound
from ranking.models import Collection, Owned, OwnedQuerySet, made_of

Named = TypeVar("Named", bound=models.Model)
Held = TypeVar("Held", bound=Owned)
MAX_SUGGESTED = 5
MAX_NAME = 200
Name = Annotated[str, {"max_length": MAX_NAME}]
NewName = Annotated[Name, {"trim_whitespace": False}]
NAME_RULE = f"1 to {MAX_NAME} characters, no comma, no blank"


def by_name(model: type[Named], name: str, *, field: str = "") -> Named:
    """The row with that name; errors name the request's `field`, by default the kind.

    Within a request, only rows that the account may see are found.

    Raises:
        NotFound: there is none; the message lists the nearest names that exist.
        BeingMade: it is a collection whose passages are not all there yet.
    """
    rows = _seen(model).filter(name=name)
    if issubclass(model, Collection):
        rows = rows.select_related("making")
    found: Named | None = rows.first()
    field = field or _kind(model).replace(" ", "_")
    if found is None:
        raise NotFound(
            f"There is no {_kind(model)} named {name!r}; {_existing(model, name)}.", field=field
        )
    if isinstance(found, Collection):
        found.refuse_unmade(field=field)
    return found


def all_by_name(model: type[Named], names: Sequence[str], *related: str) -> list[Named]:
    """The rows of those names, in that order, by one query; `related` rows come with them."""
    rows = _seen(model).filter(name__in=set(names))
    if related:
        rows = rows.select_related(*related)
    found: dict[str, Named] = {row.name: row for row in rows}  # type: ignore[attr-defined]
    return [found[name] if name in found else by_name(model, name) for name in names]


def refuse_private(things: Iterable[Owned | None], *, of: str) -> None:
    """Refuse to use private things in something visible; `of` names the use for the message.

    Raises:
        IsPrivate: one of these is private.
    """
    private = next((thing for thing in things if thing is not None and thing.is_private), None)
    if private is not None:
        kind = _kind(type(private)).capitalize()
        raise IsPrivate(f"{kind} {private} is private, and {of}: show it to the team first.")


def held(*grounds: Held) -> list[Held]:
    """Reload and lock these things until the transaction ends.

    For long-running work based on them: its result must not be more visible than they are.

    Raises:
        NotFound: one was deleted since it was read, or hidden from the requesting account.
    """
    return [_held(type(ground), ground) for ground in grounds]


def _held(model: type[Held], ground: Held) -> Held:
    locked = _seen(model).select_for_update(no_key=True, of=("self",)).filter(pk=ground.pk)
    kind = _kind(model)
    gone = f"The {kind} {ground} was deleted or made private meanwhile."
    return first_of(locked, gone, code="gone_meanwhile")


def settle_rights(made: Owned, *grounds: Owned) -> None:
    """Set owner and visibility by the current ones of the grounds; call last in the transaction.

    Last, because it locks the grounds, and others who store over them wait.

    Raises:
        NotFound: as `held` says.
    """
    rights = made_of(*held(*grounds))
    type(made)._default_manager.filter(pk=made.pk).update(**rights)


def first_of(rows: models.QuerySet[Named], sentence: str, *, code: str | None = None) -> Named:
    """The first of these rows.

    Raises:
        NotFound: there is none; the message is `sentence`.
    """
    found = rows.first()
    if found is None:
        raise NotFound(sentence, code=code)
    return found


def refuse_taken(model: type[models.Model], name: str) -> None:
    """Check that something new may take this name.

    Raises:
        NameTaken: something of the kind has it already.
        NameRefused: it is empty or holds a comma or a blank.
    """
    if not re.fullmatch(rf"[^,\s]{{1,{MAX_NAME}}}", name):
        raise NameRefused(f"{name!r} cannot name a {_kind(model)}: {NAME_RULE}.")
    if model._default_manager.filter(name=name).exists():
        raise _taken(model, name)


def free_name(model: type[models.Model], name: str) -> str:
    """The name, with the first free number appended if it is taken."""
    begun_so = model._default_manager.filter(name__startswith=name)
    taken = set(begun_so.values_list("name", flat=True))
    numbered = (f"{name}-{number}" for number in count(2))
    return next(each for each in chain([name], numbered) if each not in taken)


@contextmanager
def taking_name(model: type[models.Model], name: str) -> Iterator[None]:
    """Transaction that creates the thing with this name; of two concurrent ones, one gets it.

    Raises:
        NameTaken: something of the kind has the name already, or got it meanwhile.
        NameRefused: it is empty or holds a comma or a blank.
    """
    refuse_taken(model, name)
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        constraint = f"{_kind(model).replace(' ', '_')}_name_unique"
        if constraint in str(error):
            raise _taken(model, name) from error
        raise


@contextmanager
def taking_names(names: Mapping[type[models.Model], str]) -> Iterator[None]:
    """Transaction that creates one thing of each kind, by `taking_name`."""
    with ExitStack() as taken:
        for model, name in names.items():
            taken.enter_context(taking_name(model, name))
        yield


def _seen(model: type[Named]) -> models.QuerySet[Named]:
    rows = model._default_manager.all()
    return rows.seen() if isinstance(rows, OwnedQuerySet) else rows


def _existing(model: type[Named], name: str) -> str:
    names = list(_seen(model).order_by("name").values_list("name", flat=True))
    if not names:
        return f"there is no {_kind(model)} yet"
    nearest = difflib.get_close_matches(name, names, MAX_SUGGESTED, cutoff=0.5) or names
    more = " …" if len(names) > MAX_SUGGESTED else ""
    return f"there is {', '.join(nearest[:MAX_SUGGESTED])}{more}"


def _taken(model: type[models.Model], name: str) -> NameTaken:
    return NameTaken(f"There is a {_kind(model)} named {name!r} already; choose another name.")


def _kind(model: type[models.Model]) -> str:
    return str(model._meta.verbose_name)
