from __future__ import annotations

from typing import Self

from django.db import models

from ranking.exceptions import BeingMade
from ranking.models.constraints import name_constraints
from ranking.models.owned import Owned, OwnedQuerySet, visibility_known


class CollectionQuerySet(OwnedQuerySet["Collection"]):
    def made(self) -> Self:
        """Collections that are complete: all but variants that are being made."""
        return self.exclude(making__isnull=False, making__finished_at__isnull=True)


class Collection(Owned):
    """A set of passages that runs rank and assessors judge.

    It grows (`import_collection --add`, doc_ids first met in runs and labels) and never shrinks:
    packed arrays name passages by ordinal. Adding passages requires this row's lock. `docids_hash`
    names the doc_ids in ordinal order, and with them the docid map. `text_version` grows when text
    is added. A variant that is being made (`VariantMaking`) has no hash and no text yet, though
    `n_passages` says how many it will have; it cannot be used yet.
    """

    name = models.TextField()
    description = models.TextField(blank=True)
    language = models.TextField(blank=True)
    licence = models.TextField(blank=True)
    # `MojibakeRecord` of each import that met wrongly decoded text, in order.
    mojibake = models.JSONField(default=list, blank=True)
    parent = models.ForeignKey("self", models.PROTECT, null=True, related_name="variants")
    recipe = models.JSONField(null=True)
    seed = models.BigIntegerField(null=True)
    text_version = models.PositiveIntegerField(default=0)
    n_passages = models.PositiveIntegerField(default=0)
    docids_hash = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = CollectionQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            *name_constraints("collection"),
            visibility_known("collection"),
            models.CheckConstraint(
                name="collection_variant_has_recipe",
                condition=models.Q(parent__isnull=True) | models.Q(recipe__isnull=False),
            ),
        ]

    @property
    def has_texts(self) -> bool:
        """Whether any passage was ever imported with a text: what is ranked by text needs one."""
        return self.text_version > 0

    def __str__(self) -> str:
        return self.name

    @property
    def is_made(self) -> bool:
        """Whether its passages are all there."""
        making = getattr(self, "making", None)
        return making is None or making.finished_at is not None

    def refuse_unmade(self, *, field: str | None = None) -> None:
        """Check that the collection can be used; an error names the request's `field`.

        Raises:
            BeingMade: it is a variant whose passages are not all there yet.
        """
        if self.is_made:
            return
        making = self.making
        how_far = f"{making.n_done:,} of {making.n_passages:,} passages"
        if making.failed_at is not None:
            raise BeingMade(
                f"Collection {self.name} is not there: making it ended at {how_far}:"
                f" {making.error.rstrip('.')}. Making it again continues it.",
                code="making_failed",
                field=field,
            )
        raise BeingMade(
            f"Collection {self.name} is being made ({how_far}); wait until it is done.",
            field=field,
        )
