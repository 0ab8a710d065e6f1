from __future__ import annotations

from django.db import models


class Comparison(models.Model):
    """A frozen comparison: the question, the results, and the hash of its inputs.

    The same question on the same inputs is the same row, so that a table in a paper can be
    traced. `outcomes` holds the tests in the order of the result, all digits and infinite
    numbers included, so that nobody has to draw random permutations again.
    """

    spec = models.JSONField()
    result = models.JSONField()
    outcomes = models.TextField(blank=True)
    content_hash = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(name="comparison_content_unique", fields=["content_hash"]),
        ]

    def __str__(self) -> str:
        return self.content_hash[:12]
