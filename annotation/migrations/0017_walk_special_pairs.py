"""Special pairs are walked in a fixed order and counted from indexes, however many there are."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0016_keep_spare_slots")]
    operations = [
        migrations.RemoveIndex(model_name="campaignpair", name="campaign_pair_not_regular"),
        migrations.AddIndex(
            model_name="campaignpair",
            index=models.Index(
                name="campaign_pair_special",
                fields=["campaign", "kind", "shuffle_key", "id"],
                condition=models.Q(("kind", "regular"), _negated=True),
            ),
        ),
        migrations.AddIndex(
            model_name="slot",
            index=models.Index(
                name="slot_personal",
                fields=["holder"],
                condition=models.Q(order_key__isnull=True),
            ),
        ),
    ]
