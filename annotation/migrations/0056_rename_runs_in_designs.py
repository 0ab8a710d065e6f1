"""Designs name runs as they are called now: at first a run that a design names could be renamed.

A former name that another run of the pool has now is left: nothing says which one is meant.
"""

from django.db import migrations

WITHOUT_GUARD = "ALTER TABLE annotation_labelset DISABLE TRIGGER label_set_frozen_is_fixed"
WITH_GUARD = "ALTER TABLE annotation_labelset ENABLE TRIGGER label_set_frozen_is_fixed"


def rename_runs(apps, schema_editor):
    label_sets = apps.get_model("annotation", "LabelSet").objects.filter(design__has_key="runs")
    for pool in apps.get_model("annotation", "Pool").objects.filter(strategy="design"):
        names = _new_names(apps, pool)
        pool.recipe["design"] = _renamed(pool.recipe["design"], names)
        pool.save(update_fields=["recipe"])
        for label_set in label_sets.filter(campaign__pool=pool):
            label_set.design = _renamed(label_set.design, names)
            label_set.save(update_fields=["design"])


def _new_names(apps, pool):
    """Names of the pool's runs by the former ones, the first of these counting."""
    names = dict(pool.runs.values_list("pk", "name"))
    renamings = apps.get_model("ranking", "Renaming").objects.filter(kind="ranking.run")
    former = renamings.filter(key__in=names, renamed_at__gte=pool.created_at).order_by("-pk")
    new = {one.former_name: names[one.key] for one in former}
    return {name: new[name] for name in new.keys() - names.values()}


def _renamed(design, names):
    def renamed(runs):
        return [names.get(name, name) for name in runs]

    question = design["question"]
    asked = question | {"runs": renamed(question["runs"])}
    return design | {"runs": renamed(design["runs"]), "question": asked}


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0055_tie_designs_to_what_was_drawn"),
        ("ranking", "0020_keep_metadata_of_runs"),
    ]
    operations = [
        migrations.RunSQL(WITHOUT_GUARD, migrations.RunSQL.noop),
        migrations.RunPython(rename_runs, migrations.RunPython.noop),
        migrations.RunSQL(WITH_GUARD, migrations.RunSQL.noop),
    ]
