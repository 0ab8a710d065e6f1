from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotation.models.run_call import CallTeam
from ranking.models import Run

ACCEPTED = Q(run__isnull=False, code="", sentence="")
REFUSED = Q(run__isnull=True) & ~Q(code="") & ~Q(sentence="")


class Submission(models.Model):
    """One file that a team sent: stored as `run`, or refused with a stable code and a sentence.

    `report` has what the team reads of it (`SubmissionReport`). Rows never change.
    """

    team = models.ForeignKey(CallTeam, models.PROTECT, related_name="submissions")
    file = models.TextField()
    run = models.OneToOneField(Run, models.PROTECT, null=True, related_name="submission")
    report = models.JSONField()
    code = models.TextField(blank=True)
    sentence = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                name="submission_accepted_or_refused", condition=ACCEPTED | REFUSED
            ),
        ]

    def __str__(self) -> str:
        return self.file
