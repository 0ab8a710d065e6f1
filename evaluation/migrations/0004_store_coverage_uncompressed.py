"""Coverage is kept out of line and uncompressed, as all packed arrays are."""

from django.db import migrations


def set_storage(storage):
    return [
        f"ALTER TABLE evaluation_topiccoverage ALTER COLUMN {column} SET STORAGE {storage}"
        for column in ("n_retrieved", "n_judged")
    ]


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0003_topic_coverage_and_run_hashes")]
    operations = [migrations.RunSQL(set_storage("EXTERNAL"), set_storage("EXTENDED"))]
