import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { studyPath, useStartStudy, useStudyPreview } from '@/features/library/api/studies';
import { Cost } from '@/features/library/studies/start/Cost';
import {
  bodyOf,
  firstDraft,
  labelSetOf,
  troubleOf,
  withLabels,
} from '@/features/library/studies/start/draft';
import type { Draft, Ground } from '@/features/library/studies/start/draft';
import { RankerFields } from '@/features/library/studies/start/RankerFields';
import { ReadFields } from '@/features/library/studies/start/ReadFields';
import { TextFields } from '@/features/library/studies/start/TextFields';
import { useNavigate } from '@/shared/routing/location';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { ErrorMessage } from '@/shared/ui/ErrorMessage';
import { Button } from '@/shared/ui/Button';
import { Form } from '@/shared/ui/Form';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/library/studies/start/start.module.css';

/** While something is chosen, nothing is asked for. */
const PAUSE_MS = 600;

type Props = Readonly<{ ground: Ground }>;
type PartProps = Props & Readonly<{ draft: Draft; onChange: (part: Partial<Draft>) => void }>;

/** The labels, of which the texts follow, and the name. */
function About({ ground, draft, onChange }: PartProps) {
  const labels = labelSetOf(draft, ground);
  return (
    <section className={styles.part} aria-labelledby="about">
      <h2 id="about">What is studied</h2>
      <SelectField
        label="Labels"
        hint={labels && `They are of the topics ${labels.topic_set} over ${labels.collection}.`}
        options={ground.labels.map(({ name }) => name)}
        value={draft.labels}
        onChange={(name) => onChange(withLabels(draft, ground, name))}
      />
      <TextField
        label="Name of the study"
        hint="Its runs and variants are called after it; no comma, no blank."
        maxLength={40}
        required
        autoCapitalize="none"
        spellCheck={false}
        value={draft.name}
        onChange={(name) => onChange({ name })}
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
        <h2 id="cost">What it costs</h2>
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
