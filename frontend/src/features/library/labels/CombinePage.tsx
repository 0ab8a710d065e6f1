import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Body } from '@/api/calls';
import { MOST_RELEVANCE } from '@/shared/labels/aggregates';
import { labelsPath } from '@/shared/routing/paths';
import { useState } from 'react';
import type { CombinedLabels, LabelSet } from '@/api/types';
import { post } from '@/api/calls';
import { ofKinds } from '@/api/kinds';
import { RULES } from '@/features/library/labels/describeOrigin';
import type { Rule } from '@/features/library/labels/describeOrigin';
import { OfAllLabels } from '@/features/library/labels/OfAllLabels';
import { sentence } from '@/shared/requests/errors';
import { counted } from '@/shared/format/numbers';
import { withoutSamples } from '@/shared/labels/estimated';
import { Link } from '@/shared/routing/Link';
import { useSearchParams } from '@/shared/routing/location';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/library/labels/LabelPage.module.css';

type Part = Readonly<{ name: string; map: string }>;

type PartsProps = Readonly<{
  all: readonly LabelSet[];
  parts: readonly Part[];
  onChange: (parts: readonly Part[]) => void;
}>;

/** The sets in their order: the first has precedence. One more field waits for another. */
function Parts({ all, parts, onChange }: PartsProps) {
  const first = all.find(({ name }) => name === parts[0]?.name);
  const fitting = all.filter(
    ({ collection, topic_set: topics }) =>
      first === undefined || (collection === first.collection && topics === first.topic_set),
  );
  const change = (place: number, part: Partial<Part>): void => {
    const changed = [...parts, { name: '', map: '' }].map((one, n) =>
      n === place ? { ...one, ...part } : one,
    );
    onChange(changed.filter(({ name }) => name !== ''));
  };
  return [...parts, { name: '', map: '' }].map(({ name, map }, place) => {
    const offered = (place === 0 ? all : fitting).filter(
      (one) => one.name === name || parts.every((part) => part.name !== one.name),
    );
    const scale = all.find((one) => one.name === name)?.scale.join(', ');
    return (
      <div key={place} className={styles.part}>
        <SelectField
          label={place === 0 ? 'First label set' : `Label set ${place + 1}`}
          options={[{ value: '', label: 'choose' }, ...offered.map((one) => one.name)]}
          value={name}
          onChange={(chosen) => change(place, { name: chosen })}
        />
        {name !== '' && (
          <TextField
            label={`Other values for ${name}`}
            hint={`It has ${scale ?? ''}. Write 0:1,1:4 to change them; leave empty to keep them.`}
            value={map}
            onChange={(typed) => change(place, { map: typed })}
          />
        )}
      </div>
    );
  });
}

function Made({ made }: Readonly<{ made: CombinedLabels }>) {
  const { labels, n_shared: shared, n_disagreeing: disagreeing } = made;
  return (
    <p role="status">
      <Link to={labelsPath(labels.name)}>{labels.name}</Link> has {counted(labels.n_pairs, 'label')}{' '}
      of {counted(labels.n_topics, 'topic')}. {counted(shared, 'pair')} had a label in more than one
      set, {disagreeing} of them with more than one label.
    </p>
  );
}

function CombineForm({ all }: Readonly<{ all: readonly LabelSet[] }>) {
  const asked = useSearchParams().getAll('of');
  const [parts, setParts] = useState<readonly Part[]>(() =>
    asked.filter((name) => all.some((one) => one.name === name)).map((name) => ({ name, map: '' })),
  );
  const [rule, setRule] = useState<Rule>('precedence');
  const [least, setLeast] = useState<number | null>(null);
  const [name, setName] = useState('');
  const [made, setMade] = useState<CombinedLabels | null>(null);
  const client = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: Body<'/api/labels/combine'>) => post('/api/labels/combine', {}, body),
    onSuccess: async (done) => {
      await client.invalidateQueries(ofKinds('labels'));
      setMade(done);
    },
  });

  function submit(): void {
    setMade(null);
    mutate({ name: name.trim(), parts: [...parts], rule, min_relevance: least });
  }

  return (
    <Form className={styles.form} onSubmit={submit}>
      <Parts all={all} parts={parts} onChange={setParts} />
      <SelectField
        label="Which pairs, and which label"
        width="full"
        options={Object.entries(RULES).map(([value, label]) => ({
          value: value as Rule,
          label: `${value}: ${label}`,
        }))}
        value={rule}
        onChange={setRule}
      />
      <NumberField
        label="Relevant from"
        hint="Empty: the lowest value that every set counts as relevant."
        min={-MOST_RELEVANCE}
        max={MOST_RELEVANCE}
        value={least}
        none=""
        onChange={setLeast}
        onEmpty={() => setLeast(null)}
      />
      <TextField
        label="Name of the new label set"
        value={name}
        onChange={setName}
        trouble={error === null ? null : sentence(error)}
        required
      />
      <p className={buttons.actions}>
        <Button
          type="submit"
          look="primary"
          disabled={isPending || parts.length < 2 || name.trim() === ''}
        >
          {isPending ? 'Combining…' : 'Combine'}
        </Button>
      </p>
      {made !== null && <Made made={made} />}
    </Form>
  );
}

/** Several label sets become one. */
export default function CombinePage() {
  return (
    <OfAllLabels
      title="Combine label sets"
      about="New labels completed by old ones, or what several agree on. The source sets stay, and the new one names them. Samples cannot be combined."
    >
      {(all) => <CombineForm all={withoutSamples(all)} />}
    </OfAllLabels>
  );
}
