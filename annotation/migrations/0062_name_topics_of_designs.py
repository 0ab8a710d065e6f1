"""Topics drawn for pools that learn are stored by query id, no longer by key."""

from django.db import migrations


def name_topics(apps, schema_editor):
    pool_model = apps.get_model("annotation", "Pool")
    topic_model = apps.get_model("ranking", "Topic")
    for pool in pool_model.objects.filter(strategy="active"):
        keys = [one for one in pool.recipe.get("topics", []) if isinstance(one, int)]
        if keys:
            named = topic_model.objects.filter(pk__in=keys).order_by("ordinal")
            pool.recipe["topics"] = list(named.values_list("query_id", flat=True))
            pool.save(update_fields=["recipe"])


class Migration(migrations.Migration):
    dependencies = [("annotation", "0061_keep_draws_of_steps")]

    operations = [migrations.RunPython(name_topics, migrations.RunPython.noop)]
