"""Who has which pair of the queue, what they did with it, and which pairs were chosen by hand."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0031_keep_who_decided"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ChosenPair",
            fields=[
                (
                    "campaign_pair",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="chosen",
                        serialize=False,
                        to="annotation.campaignpair",
                    ),
                ),
                ("chosen_at", models.DateTimeField(auto_now_add=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chosen_pairs",
                        to="annotation.campaign",
                    ),
                ),
                (
                    "chosen_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="chosen_pairs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["campaign_pair_id"],
            },
        ),
        migrations.CreateModel(
            name="AdjudicationTurn",
            fields=[
                (
                    "campaign_pair",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="turn",
                        serialize=False,
                        to="annotation.campaignpair",
                    ),
                ),
                (
                    "rule",
                    models.TextField(
                        choices=[
                            ("tied", "Tied: no grade has more than half of the votes"),
                            ("apart", "Grades far apart"),
                            ("not_judged", "Somebody could not judge it"),
                            ("unsure", "Somebody was not sure"),
                            ("off_gold", "Somebody missed the expert's grade"),
                            ("chosen", "Chosen by hand"),
                        ]
                    ),
                ),
                ("until", models.DateTimeField()),
                (
                    "adjudicator",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="turns",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="turns",
                        to="annotation.campaign",
                    ),
                ),
            ],
            options={
                "ordering": ["campaign_pair_id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("campaign", "adjudicator"),
                        name="adjudication_turn_one_per_adjudicator",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "rule__in",
                                ["tied", "apart", "not_judged", "unsure", "off_gold", "chosen"],
                            )
                        ),
                        name="adjudication_turn_rule_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="QueueVisit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("skipped_at", models.DateTimeField(null=True)),
                ("saw_votes_at", models.DateTimeField(null=True)),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "adjudicator",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="queue_visits",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "campaign_pair",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="queue_visits",
                        to="annotation.campaignpair",
                    ),
                ),
            ],
            options={
                "ordering": ["campaign_pair_id", "adjudicator_id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("campaign_pair", "adjudicator"),
                        name="queue_visit_one_per_pair_and_adjudicator",
                    )
                ],
            },
        ),
    ]
