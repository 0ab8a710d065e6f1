from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0004_store_coverage_uncompressed")]
    operations = [
        migrations.AddField(
            model_name="comparison",
            name="outcomes",
            field=models.TextField(blank=True, default=""),
            preserve_default=False,
        ),
    ]
