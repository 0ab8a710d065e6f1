"""Per-topic values are kept out of line and uncompressed, as all packed arrays are."""

from django.db import migrations

ALTER = 'ALTER TABLE evaluation_topicscores ALTER COLUMN "values" SET STORAGE '


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0001_initial")]
    operations = [migrations.RunSQL(ALTER + "EXTERNAL", ALTER + "EXTENDED")]
