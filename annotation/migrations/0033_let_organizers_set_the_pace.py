"""The limit of what is too fast to skim, for each campaign; null is the usual one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0032_queue_pairs_for_adjudicators")]
    operations = [
        migrations.AddField(
            model_name="campaign",
            name="pace_limit",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=models.Q(("pace_limit", None), ("pace_limit__gte", 1), _connector="OR"),
                name="campaign_pace_limit_positive",
            ),
        ),
    ]
