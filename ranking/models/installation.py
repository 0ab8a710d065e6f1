from __future__ import annotations

from uuid import uuid4

from django.db import models


class Installation(models.Model):
    """The identity of this database's installation, in one row; the storage root has a copy.

    It is made once, never changed, and goes along with a dump.
    """

    identity = models.UUIDField(default=uuid4)
    is_the_one = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="installation_is_one", fields=["is_the_one"]),
            models.CheckConstraint(
                name="installation_is_the_one", condition=models.Q(is_the_one=True)
            ),
        ]

    def __str__(self) -> str:
        return str(self.identity)
