"""A row for each pair that was judged, with what its list is sorted and filtered by."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0026_count_what_is_tried")]
    operations = [
        migrations.CreateModel(
            name="PairSummary",
            fields=[
                (
                    "campaign_pair",
                    models.OneToOneField(
                        on_delete=models.CASCADE,
                        primary_key=True,
                        related_name="summary",
                        serialize=False,
                        to="annotation.campaignpair",
                    ),
                ),
                ("n_grades", models.PositiveSmallIntegerField(default=0)),
                ("n_not_judged", models.PositiveSmallIntegerField(default=0)),
                ("lowest", models.SmallIntegerField(null=True)),
                ("highest", models.SmallIntegerField(null=True)),
                ("spread", models.PositiveIntegerField(default=0)),
                ("is_tied", models.BooleanField(default=False)),
                ("least_confidence", models.SmallIntegerField(null=True)),
                ("n_notes", models.PositiveSmallIntegerField(default=0)),
                ("n_highlighted", models.PositiveSmallIntegerField(default=0)),
                ("n_off_gold", models.PositiveSmallIntegerField(default=0)),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=models.CASCADE,
                        related_name="+",
                        to="annotation.campaign",
                    ),
                ),
            ],
            options={
                "ordering": ["campaign_pair_id"],
                "indexes": [
                    models.Index(
                        fields=["campaign", "spread", "campaign_pair"], name="pair_summary_spread"
                    ),
                    models.Index(
                        fields=["campaign", "n_not_judged", "campaign_pair"],
                        name="pair_summary_blank",
                    ),
                    models.Index(
                        fields=["campaign", "answered_at", "campaign_pair"],
                        name="pair_summary_answered",
                    ),
                    models.Index(
                        condition=models.Q(("least_confidence__isnull", False)),
                        fields=["campaign", "least_confidence", "campaign_pair"],
                        name="pair_summary_unsure",
                    ),
                    models.Index(
                        condition=models.Q(("is_tied", True)),
                        fields=["campaign", "campaign_pair"],
                        name="pair_summary_tied",
                    ),
                    models.Index(
                        condition=models.Q(("n_off_gold__gt", 0)),
                        fields=["campaign", "campaign_pair"],
                        name="pair_summary_off_gold",
                    ),
                    models.Index(
                        condition=models.Q(("n_notes__gt", 0)),
                        fields=["campaign", "campaign_pair"],
                        name="pair_summary_noted",
                    ),
                    models.Index(
                        condition=models.Q(("n_highlighted__gt", 0)),
                        fields=["campaign", "campaign_pair"],
                        name="pair_summary_highlighted",
                    ),
                ],
            },
        ),
    ]
