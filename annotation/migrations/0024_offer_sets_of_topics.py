"""Topics come in sets that are begun, or new, as a whole.

Until now every topic was drawn by itself: such a policy offers sets of one topic, as many at a time
as it had topics in a set. So a stored version means what it meant, down to its draws.
"""

from django.db import migrations, models
from django.db.models import Q

NAME = "serving_policy_steps_positive"
RHYTHMS = (Q(gold_every=None) | Q(gold_every__gte=1)) & (
    Q(repeat_every=None) | Q(repeat_every__gte=1)
)


class Migration(migrations.Migration):
    dependencies = [("annotation", "0023_keep_when_seats_were_taken")]
    operations = [
        migrations.RemoveConstraint(model_name="servingpolicy", name=NAME),
        migrations.RenameField(
            model_name="servingpolicy", old_name="topics_per_set", new_name="sets_offered"
        ),
        migrations.AddField(
            model_name="servingpolicy",
            name="topics_per_set",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddConstraint(
            model_name="servingpolicy",
            constraint=models.CheckConstraint(
                name=NAME,
                condition=Q(
                    sets_offered__gte=1,
                    topics_per_set__gte=1,
                    overlap_every__gte=1,
                    repeat_after__gte=1,
                )
                & RHYTHMS,
            ),
        ),
    ]
