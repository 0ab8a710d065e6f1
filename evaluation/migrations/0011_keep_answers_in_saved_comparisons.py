"""Answers kept with a saved comparison become JSON of it; rows and back."""

from django.db import migrations, models

HEAD = ('kind', 'asked', 'seed', 'n_draws', 'content_hash', 'spec')


def into_comparisons(apps, schema_editor):
    saved_comparisons = apps.get_model('evaluation', 'SavedComparison').objects
    for saved in saved_comparisons.filter(rows__isnull=False).distinct().iterator(chunk_size=1):
        for row in saved.rows.order_by('pk').iterator(chunk_size=10):
            head = {name: getattr(row, name) for name in HEAD}
            saved.answers.append({**head, 'created_at': row.created_at.isoformat()})
            saved.results[row.content_hash] = row.result
        saved.save(update_fields=['answers', 'results'])


def into_rows(apps, schema_editor):
    rows = apps.get_model('evaluation', 'KeptAnswer').objects
    with_answers = apps.get_model('evaluation', 'SavedComparison').objects.exclude(answers=[])
    for saved in with_answers.iterator(chunk_size=1):
        for head in saved.answers:
            rows.create(saved=saved, result=saved.results[head['content_hash']], **head)


class Migration(migrations.Migration):

    dependencies = [
        ('evaluation', '0010_keep_scores_in_single_precision'),
    ]

    operations = [
        migrations.AlterField(
            model_name='keptanswer',
            name='saved',
            field=models.ForeignKey(on_delete=models.deletion.PROTECT, related_name='rows', to='evaluation.savedcomparison'),
        ),
        migrations.AddField(
            model_name='savedcomparison',
            name='answers',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='savedcomparison',
            name='results',
            field=models.JSONField(default=dict),
        ),
        migrations.RunPython(into_comparisons, into_rows),
    ]
