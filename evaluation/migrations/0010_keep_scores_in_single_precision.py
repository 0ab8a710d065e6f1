from django.db import migrations, models


def delete_single_precision(apps, schema_editor):
    """They are worked out again where they are asked for."""
    for model in ('TopicScores', 'TopicCoverage'):
        rows = apps.get_model('evaluation', model).objects
        rows.filter(evaluation__single_precision=True).delete()
    apps.get_model('evaluation', 'Evaluation').objects.filter(single_precision=True).delete()
    # No table is altered while references to what was deleted are still to be checked.
    schema_editor.execute('SET CONSTRAINTS ALL IMMEDIATE')


class Migration(migrations.Migration):

    dependencies = [
        ('evaluation', '0009_keep_answers'),
    ]

    operations = [
        migrations.AddField(
            model_name='evaluation',
            name='single_precision',
            field=models.BooleanField(default=False),
        ),
        migrations.RemoveConstraint(
            model_name='evaluation',
            name='evaluation_one_per_run_and_label_set',
        ),
        migrations.AddConstraint(
            model_name='evaluation',
            constraint=models.UniqueConstraint(fields=('run', 'label_set', 'single_precision'), name='evaluation_one_per_run_label_set_and_precision'),
        ),
        migrations.RunPython(migrations.RunPython.noop, delete_single_precision),
    ]
