"""A decision keeps who its adjudicator is in the campaign, and whether they saw the votes.

Once a campaign's people are made anonymous, the member remains and the account goes. Every decision
until now was made where the votes show.
"""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("annotation", "0030_know_why_pairs_are_decided"),
    ]
    operations = [
        migrations.AddField(
            model_name="adjudication",
            name="member",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="adjudications",
                to="annotation.membership",
            ),
        ),
        migrations.AddField(
            model_name="adjudication",
            name="saw_votes",
            field=models.BooleanField(default=True, null=True),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="adjudication",
            name="adjudicator",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="adjudications",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="adjudication",
            name="created_at",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AddConstraint(
            model_name="adjudication",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("adjudicator__isnull", False), ("member__isnull", False), _connector="OR"
                ),
                name="adjudication_by_somebody",
            ),
        ),
    ]
