from __future__ import annotations

from django.db import models
from django.db.models import Q


def all_or_none(*fields: str) -> Q:
    """Condition for a CheckConstraint: the fields are all null or all set."""
    none_set = Q(**{f"{field}__isnull": True for field in fields})
    all_set = Q(**{f"{field}__isnull": False for field in fields})
    return none_set | all_set


def name_constraints(model: str) -> list[models.BaseConstraint]:
    """Names are unique in the installation and can stand in a comma-separated list."""
    return [
        models.UniqueConstraint(name=f"{model}_name_unique", fields=["name"]),
        models.CheckConstraint(
            name=f"{model}_name_without_comma_or_blank", condition=Q(name__regex=r"^[^,\s]+$")
        ),
    ]


def one_of(field: str, choices: type[models.TextChoices]) -> Q:
    """Condition for a CheckConstraint: the field holds one of the choices."""
    return Q(**{f"{field}__in": choices.values})
