import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { studyPath } from '@/features/library/api/studies';
import {
  bodyOf,
  firstDraft,
  labelSetOf,
  troubleOf,
  withLabels,
} from '@/features/library/studies/start/draft';
import type { Draft, Ground } from '@/features/library/studies/start/draft';
import { RankerFields } from '@/features/library/studies/start/RankerFields';
import { TextFields } from '@/features/library/studies/start/TextFields';
import { useNavigate } from '@/shared/routing/location';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import { STUDY_TESTS } from '@/features/library/studies/read/reading';
import { CORRECTIONS } from '@/shared/evaluation/testNames';
import { post } from '@/api/calls';
import { keyOf } from '@/api/keyOf';
import type { StudyCost, StudyRequest } from '@/api/types';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { formatDuration } from '@/features/library/jobs/jobTexts';
import { counted, formatCount } from '@/shared/format/numbers';
import { Waiting } from '@/shared/ui/requests/Waiting';
import { cx } from '@/shared/styles/cx';
import { entriesOf } from '@/shared/ui/fields/entries';
import { optionsOf } from '@/shared/ui/fields/options';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/library/studies/start/start.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';

type ReadFieldsProps = Readonly<{ draft: Draft; onChange: (part: Partial<Draft>) => void }>;

/** What the tables begin with; they can be read otherwise. */
function ReadFields({ draft, onChange }: ReadFieldsProps) {
  const entry = entriesOf(draft, onChange);
  return (
    <details className={parts.fold}>
      <summary>More: defaults of its tables</summary>
      <div className={styles.part}>
        <TextField
          label="Measures"
          hint="Separated by commas. The tables can show others later."
          value={draft.measures}
          spellCheck={false}
          onChange={(measures) => onChange({ measures })}
        />
        <SelectField label="Test" options={optionsOf(STUDY_TESTS)} {...entry('test')} />
        <SelectField
          label="Correction"
          options={optionsOf<string>(CORRECTIONS)}
          {...entry('correction')}
        />
      </div>
    </details>
  );
}

type Row = StudyCost['rankers'][number];

const timeOf = (seconds: number | null): string =>
  seconds === null ? 'not known yet' : seconds === 0 ? 'none' : `about ${formatDuration(seconds)}`;

const some = (n: number): string => (n === 0 ? '–' : formatCount(n));

const COLUMNS: Columns<Row> = [
  wordsColumn('ranker', ({ ranker }) => ranker),
  { head: 'runs', cell: ({ n_runs }) => n_runs },
  { head: 'there already', cell: ({ n_there }) => some(n_there) },
  { head: 'topics', cell: ({ n_topics }) => some(n_topics) },
  { head: 'pairs', cell: ({ n_pairs }) => some(n_pairs) },
  { head: 'passages to encode', cell: ({ n_passages }) => some(n_passages) },
  { head: 'one worker', cell: ({ seconds }) => timeOf(seconds) },
];

type CostProps = Readonly<{ cost: StudyCost | undefined; error: unknown; isOld: boolean }>;

/** How much a study computes, and how long one worker would take. */
function Cost({ cost, error, isOld }: CostProps) {
  if (error !== null) return <ErrorMessage error={error} />;
  if (cost === undefined) return <Waiting label="Computing the cost" />;
  const there = cost.n_there === 0 ? '' : `, ${cost.n_there} of them there already`;
  const made = cost.to_make.length;
  return (
    <div className={cx(isOld && styles.old)}>
      <p role="status">
        {counted(cost.n_runs, 'run')}
        {there}
        {made > 0 && ` · ${counted(made, 'variant')} made first`} · time of one worker:{' '}
        {timeOf(cost.seconds)}
      </p>
      <CardTable
        label="Cost"
        columns={COLUMNS}
        rows={cost.rankers}
        keyOf={({ ranker }) => ranker}
      />
      <p className={text.soft}>
        Times are by what earlier runs of these rankers took here. Several workers share the work.
      </p>
    </div>
  );
}

/** What a study would compute, and how long that would take. */
const useStudyPreview = (body: StudyRequest | null) =>
  useQuery({
    queryKey: ['study-preview', body],
    queryFn: ({ signal }) => post('/api/studies/preview', {}, body as StudyRequest, { signal }),
    placeholderData: keepPreviousData,
    enabled: body !== null,
    retry: false,
  });

/** Starts a study, or goes on with the same one. */
function useStartStudy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StudyRequest) => post('/api/studies', {}, body),
    onSuccess: (study) => {
      client.setQueryData(keyOf('/api/studies/one', { name: study.name }), study);
      return client.invalidateQueries({ queryKey: keyOf('/api/studies') });
    },
  });
}

/** While something is chosen, nothing is asked for. */
const PAUSE_MS = 600;

type Props = Readonly<{ ground: Ground }>;
type PartProps = Props & Readonly<{ draft: Draft; onChange: (part: Partial<Draft>) => void }>;

/** The labels, of which the texts follow, and the name. */
function About({ ground, draft, onChange }: PartProps) {
  const labels = labelSetOf(draft, ground);
  const entry = entriesOf(draft, onChange);
  return (
    <section className={styles.part} aria-labelledby="about">
      <h2 id="about">Texts and labels</h2>
      <SelectField
        label="Labels"
        hint={labels && `They are of the topics ${labels.topic_set} over ${labels.collection}.`}
        options={ground.labels.map(({ name }) => name)}
        value={draft.labels}
        onChange={(name) => onChange(withLabels(draft, ground, name))}
      />
      <TextField
        label="Name of the study"
        hint="Its runs and variants are named after it; no commas or blanks."
        maxLength={40}
        required
        isVerbatim
        {...entry('name')}
      />
    </section>
  );
}

/** All that a study needs, what it costs, and the button that starts it. */
export function StudyForm({ ground }: Props) {
  const [draft, setDraft] = useState(() => firstDraft(ground));
  const { mutate, error, isPending, reset } = useStartStudy();
  const change = (part: Partial<Draft>): void => {
    setDraft((old) => ({ ...old, ...part }));
    reset();
  };
  const [settled] = useDebouncedValue(draft, PAUSE_MS);
  const preview = useStudyPreview(bodyOf(settled, ground));
  const navigate = useNavigate();
  const body = bodyOf(draft, ground);
  const trouble = troubleOf(draft);

  function submit(): void {
    if (body !== null) mutate(body, { onSuccess: ({ name }) => navigate(studyPath(name)) });
  }

  return (
    <Form onSubmit={submit} className={styles.form}>
      <About ground={ground} draft={draft} onChange={change} />
      <TextFields ground={ground} draft={draft} onChange={change} />
      <RankerFields draft={draft} onChange={change} />
      <ReadFields draft={draft} onChange={change} />
      <section className={styles.part} aria-labelledby="cost">
        <h2 id="cost">Cost</h2>
        {trouble === '' ? (
          <Cost
            cost={preview.data}
            error={preview.error}
            isOld={preview.isPlaceholderData || draft !== settled}
          />
        ) : (
          <p role="status">{trouble}</p>
        )}
        <ErrorMessage error={error} />
        <p className={buttons.actions}>
          <Button
            type="submit"
            look="primary"
            disabled={isPending || body === null || preview.error !== null}
          >
            {isPending ? 'Starting …' : 'Start the study'}
          </Button>
        </p>
      </section>
    </Form>
  );
}
