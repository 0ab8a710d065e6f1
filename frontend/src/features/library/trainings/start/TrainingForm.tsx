import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { TrainingPlan, TrainingRequest } from '@/api/types';
import { post } from '@/api/calls';
import { keyOf } from '@/api/keyOf';
import { trainingPath } from '@/features/library/api/trainings';
import { formatDuration } from '@/features/library/jobs/jobTexts';
import { SettingFields } from '@/features/library/trainings/start/SettingFields';
import {
  bodyOf,
  firstDraft,
  nameOf,
  papersOf,
  runsOf,
  troubleOf,
  withLabels,
  withPaper,
  withRanker,
} from '@/features/library/trainings/start/draft';
import type { Draft, Ground } from '@/features/library/trainings/start/draft';
import { counted, formatCount } from '@/shared/format/numbers';
import { useNavigate } from '@/shared/routing/location';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Waiting } from '@/shared/ui/requests/Waiting';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/library/studies/start/start.module.css';
import text from '@/shared/styles/text.module.css';

const PAUSE_MS = 600;
const NO_PAPER = 'none';

type PartProps = Readonly<{ ground: Ground; draft: Draft; onChange: (draft: Draft) => void }>;

/** What is learned from: labels, the run of the negatives, and which topics are kept apart. */
function DataFields({ ground, draft, onChange }: PartProps) {
  return (
    <section className={styles.part} aria-labelledby="data">
      <h2 id="data">Labels and topics</h2>
      <SelectField
        label="Labels"
        hint="Passages that they call relevant are learned to be ranked above others."
        options={ground.labels.map(({ name }) => name)}
        value={draft.labels}
        onChange={(labels) => onChange(withLabels(draft, ground, labels))}
      />
      <SelectField
        label="Run"
        hint="Its other passages are the negatives, and held-out topics are re-ranked from it."
        options={runsOf(ground, draft.labels).map(({ name }) => name)}
        value={draft.run}
        onChange={(run) => onChange({ ...draft, run })}
      />
      <NumberField
        label="Held out (percent of topics)"
        hint="They are never trained on: the model that ranks them best is kept."
        value={draft.heldOut}
        min={0}
        max={99}
        onChange={(heldOut) => onChange({ ...draft, heldOut })}
      />
    </section>
  );
}

/** What is trained, what it begins with, and by which loss. */
function RankerFields({ ground, draft, onChange }: PartProps) {
  const { rankers } = ground.choices;
  const losses = rankers.find(({ name }) => name === draft.ranker)?.losses ?? [];
  const begins =
    draft.ranker === 'tk'
      ? 'Without one, a new TK with the words of the texts.'
      : 'A folder on the server, a model trained here, or one of the hub that was downloaded before. Without one, the packaged MiniLM.';
  return (
    <section className={styles.part} aria-labelledby="ranker">
      <h2 id="ranker">Ranker</h2>
      <SelectField
        label="Ranker"
        options={rankers.map(({ name, label }) => ({ value: name, label: `${label} (${name})` }))}
        value={draft.ranker}
        onChange={(ranker) => onChange(withRanker(draft, ground, ranker))}
      />
      <TextField
        label="Begins with"
        hint={begins}
        spellCheck={false}
        isVerbatim
        value={draft.model}
        onChange={(model) => onChange({ ...draft, model })}
      />
      <SelectField
        label="Recipe of a paper"
        hint="Sets all settings as the paper has them."
        options={[NO_PAPER, ...papersOf(ground, draft.ranker)]}
        value={draft.paper === '' ? NO_PAPER : draft.paper}
        onChange={(paper) => onChange(withPaper(draft, ground, paper === NO_PAPER ? '' : paper))}
      />
      <SelectField
        label="Loss"
        options={losses}
        value={draft.loss}
        onChange={(loss) => onChange({ ...draft, loss })}
      />
      <SettingFields
        ground={ground}
        draft={draft}
        onChange={(name, value) =>
          onChange({ ...draft, settings: { ...draft.settings, [name]: value } })
        }
      />
    </section>
  );
}

function Plan({ plan, error }: Readonly<{ plan: TrainingPlan | undefined; error: unknown }>) {
  if (error !== null) return <ErrorMessage error={error} />;
  if (plan === undefined) return <Waiting label="Looking at the data" />;
  const { n_examples: n, n_trained_on, n_held_out, n_steps, seconds } = plan;
  return (
    <p role="status">
      {counted(n, 'relevant passage')} of {counted(n_trained_on, 'topic')},{' '}
      {n_held_out === 0 ? 'none held out' : `models compared on ${counted(n_held_out, 'other')}`} ·{' '}
      {formatCount(n_steps)} steps · time of one worker:{' '}
      {seconds === null
        ? 'not known before a training like it'
        : `about ${formatDuration(seconds)}`}
    </p>
  );
}

const usePlan = (body: TrainingRequest | null) =>
  useQuery({
    queryKey: ['training-preview', body],
    queryFn: ({ signal }) =>
      post('/api/trainings/preview', {}, body as TrainingRequest, { signal }),
    placeholderData: keepPreviousData,
    enabled: body !== null,
    retry: false,
  });

function useStart() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TrainingRequest) => post('/api/trainings', {}, body),
    onSuccess: (training) => {
      client.setQueryData(keyOf('/api/trainings/one', { name: training.name }), training);
      return client.invalidateQueries({ queryKey: keyOf('/api/trainings') });
    },
  });
}

/** All that a training needs, what it will be, and the button that begins it. */
export function TrainingForm({ ground }: Readonly<{ ground: Ground }>) {
  const [draft, setDraft] = useState(() => firstDraft(ground));
  const { mutate, error, isPending, reset } = useStart();
  const navigate = useNavigate();
  const [settled] = useDebouncedValue(draft, PAUSE_MS);
  const plan = usePlan(bodyOf(settled, ground));
  const [body, trouble] = [bodyOf(draft, ground), troubleOf(draft, ground)];
  const change = (next: Draft): void => {
    setDraft(next);
    reset();
  };
  function submit(): void {
    if (body !== null) mutate(body, { onSuccess: ({ name }) => navigate(trainingPath(name)) });
  }
  return (
    <Form onSubmit={submit} className={styles.form}>
      <DataFields ground={ground} draft={draft} onChange={change} />
      <RankerFields ground={ground} draft={draft} onChange={change} />
      <section className={styles.part} aria-labelledby="begin">
        <h2 id="begin">Begin</h2>
        <TextField
          label="Name of the training"
          hint="Its model has the same name; no commas or blanks."
          maxLength={40}
          required
          isVerbatim
          value={nameOf(draft, ground)}
          onChange={(name) => change({ ...draft, name })}
        />
        {trouble === '' ? (
          <Plan plan={plan.data} error={plan.error} />
        ) : (
          <p role="status">{trouble}</p>
        )}
        <ErrorMessage error={error} />
        <p className={buttons.actions}>
          <Button
            type="submit"
            look="primary"
            disabled={isPending || body === null || plan.error !== null}
          >
            {isPending ? 'Beginning …' : 'Begin the training'}
          </Button>
          <span className={text.soft}>It runs in the background; you can leave this page.</span>
        </p>
      </section>
    </Form>
  );
}
