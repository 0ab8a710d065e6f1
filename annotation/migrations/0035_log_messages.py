"""The log says who sent a message, and to whom."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0034_send_messages_to_assessors"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="campaignevent",
            name="campaign_event_kind_known",
        ),
        migrations.AlterField(
            model_name="campaignevent",
            name="kind",
            field=models.TextField(
                choices=[
                    ("created", "Created"),
                    ("options", "Options"),
                    ("state", "State"),
                    ("policy", "Policy"),
                    ("pilot", "Pilot"),
                    ("guideline", "Guideline"),
                    ("notice", "Notice"),
                    ("invited", "Invited"),
                    ("invitation_revoked", "Invitation Revoked"),
                    ("joined", "Joined"),
                    ("qualified", "Qualified"),
                    ("quota", "Quota"),
                    ("paused", "Paused"),
                    ("resumed", "Resumed"),
                    ("withdrawn", "Withdrawn"),
                    ("message", "Message"),
                    ("imported", "Imported"),
                    ("anonymized", "Anonymized"),
                ]
            ),
        ),
        migrations.AddConstraint(
            model_name="campaignevent",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "created",
                            "options",
                            "state",
                            "policy",
                            "pilot",
                            "guideline",
                            "notice",
                            "invited",
                            "invitation_revoked",
                            "joined",
                            "qualified",
                            "quota",
                            "paused",
                            "resumed",
                            "withdrawn",
                            "message",
                            "imported",
                            "anonymized",
                        ],
                    )
                ),
                name="campaign_event_kind_known",
            ),
        ),
    ]
