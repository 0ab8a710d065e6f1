import { useDebouncedValue } from '@mantine/hooks';
import { useState, useEffect } from 'react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Recipe, VariantSample, MadeVariant, VariantProgress } from '@/api/types';
import { post } from '@/api/calls';
import type { Body } from '@/api/calls';
import { ofKinds } from '@/api/kinds';
import { useRead } from '@/api/read';
import { fitting, groundValue, readRecipe, writeRecipe } from '@/features/library/variants/entered';
import type { Ground } from '@/features/library/variants/entered';
import { sentence } from '@/shared/requests/errors';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import { AreaField } from '@/shared/ui/fields/AreaField';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { Waiting } from '@/shared/ui/requests/Waiting';
import { cx } from '@/shared/styles/cx';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { MakingBar } from '@/features/library/shelf/MakingBar';
import { counted, formatCount } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/library/variants/variants.module.css';

const BY_HAND = 'written by hand';
const POLL_MS = 1000;

/** Whether a worker makes it; otherwise it is there. */
const isUnderWay = (made: MadeVariant | VariantProgress): made is VariantProgress =>
  'n_done' in made;

type RecipeFieldsProps = Readonly<{
  offered: readonly Recipe[];
  written: string;
  onChange: (written: string) => void;
}>;

/** A recipe that is ready, or one written by hand. */
function RecipeFields({ offered, written, onChange }: RecipeFieldsProps) {
  const chosen = offered.find((one) => writeRecipe(one.recipe) === written);
  return (
    <>
      <SelectField
        label="Recipe"
        options={[
          ...offered.map(({ name: value, title }) => ({ value, label: title })),
          { value: BY_HAND, label: BY_HAND },
        ]}
        value={chosen?.name ?? BY_HAND}
        onChange={(value) => {
          const next = offered.find((one) => one.name === value);
          if (next !== undefined) onChange(writeRecipe(next.recipe));
        }}
      />
      <AreaField
        label="The recipe in full"
        hint="A kind and its settings, or a list of steps, as JSON."
        trouble={readRecipe(written) === null ? 'This is not valid JSON.' : null}
        rows={5}
        spellCheck={false}
        value={written}
        onChange={onChange}
      />
    </>
  );
}

type SamplesProps = Readonly<{
  preview: readonly VariantSample[] | undefined;
  error: unknown;
  isOld: boolean;
}>;

const SAMPLE_COLUMNS: Columns<VariantSample> = [
  wordsColumn('id', ({ id }) => id),
  wordsColumn('before', ({ before }) => <div dir="auto">{before}</div>),
  wordsColumn('after', ({ before, after }) => (
    <div dir="auto">{after === before ? <span className={text.soft}>the same</span> : after}</div>
  )),
];

/** The first texts, before and after. */
function Samples({ preview, error, isOld }: SamplesProps) {
  if (error !== null) return <ErrorMessage error={error} />;
  if (preview === undefined) return <Waiting label="Changing ten texts" />;
  return (
    <CardTable
      label="The first texts, before and after"
      columns={SAMPLE_COLUMNS}
      rows={preview}
      keyOf={({ id }) => id}
      className={cx(styles.samples, isOld && styles.old)}
    />
  );
}

type Counts = Pick<MadeVariant, 'name' | 'n_changed' | 'n_emptied'>;

function Made({
  made: { name, n_changed, n_emptied },
  of,
}: Readonly<{ made: Counts; of: string }>) {
  return (
    <p>
      Made <b>{name}</b>: {formatCount(n_changed)} of {of} changed
      {n_emptied > 0 && `, and of ${formatCount(n_emptied)} nothing would be left`}.{' '}
      <Link to="/library/compute">Compute a run over it</Link>
    </p>
  );
}

/** Until a worker has made it, how far it is. */
function UnderWay({ asked }: Readonly<{ asked: VariantProgress }>) {
  const client = useQueryClient();
  const { data: making = asked } = useRead(
    '/api/variants/progress',
    { name: asked.name },
    {
      initialData: asked,
      refetchInterval: ({ state: { data } }) =>
        data !== undefined && (data.is_made || data.error !== '') ? false : POLL_MS,
    },
  );
  useEffect(() => {
    if (making.is_made) void client.invalidateQueries(ofKinds('collections'));
  }, [making.is_made, client]);
  if (making.is_made) return <Made made={making} of={counted(making.n_passages, 'passage')} />;
  return (
    <>
      <p>
        A worker makes <b>{making.name}</b>. You can leave this page; the{' '}
        <Link to="/library">library</Link> shows its progress.
      </p>
      <MakingBar making={making} />
    </>
  );
}

/** That the variant is there or on its way; said aloud. */
const MadeNote = ({ made }: Readonly<{ made: MadeVariant | VariantProgress | undefined }>) => (
  <div role="status">
    {made !== undefined &&
      (isUnderWay(made) ? (
        <UnderWay key={made.name} asked={made} />
      ) : (
        <Made made={made} of={counted(made.n_texts, 'text')} />
      ))}
  </div>
);

/** While a recipe is typed, nothing is asked for. */
const PAUSE_MS = 400;

type Props = Readonly<{ grounds: readonly Ground[]; ready: readonly Recipe[]; first: Ground }>;

const firstOf = (ready: readonly Recipe[], what: Ground['what']): string =>
  writeRecipe(fitting(ready, what)[0]?.recipe ?? {});

/** A collection or topic set, a recipe and a seed, with ten texts before and after. */
export function VariantForm({ grounds, ready, first }: Props) {
  const [ground, setGround] = useState(first);
  const [written, setWritten] = useState(() => firstOf(ready, first.what));
  const [seed, setSeed] = useState('1');
  const [name, setName] = useState('');
  const recipe = readRecipe(written);
  const source = { ...ground, recipe: recipe ?? {}, seed: Number(seed) };
  const [settled] = useDebouncedValue(source, PAUSE_MS);
  const client = useQueryClient();
  const preview = useQuery({
    queryKey: ['variant-preview', settled],
    queryFn: ({ signal }) => post('/api/variants/preview', {}, settled, { signal }),
    select: ({ samples }) => samples,
    placeholderData: keepPreviousData,
    enabled: recipe !== null,
  });
  const {
    mutate,
    data: made,
    error,
    isPending,
  } = useMutation({
    mutationFn: (body: Body<'/api/variants'>) => post('/api/variants', {}, body),
    onSuccess: () => client.invalidateQueries(ofKinds('collections', 'topic-sets')),
  });

  function choose(value: string): void {
    const next = grounds.find((one) => groundValue(one) === value) ?? ground;
    if (next.what !== ground.what) setWritten(firstOf(ready, next.what));
    setGround(next);
  }

  function submit(): void {
    if (recipe !== null) mutate({ ...source, name: name.trim() });
  }

  return (
    <Form onSubmit={submit} className={styles.form}>
      <SelectField
        label="Made of"
        options={grounds.map((one) => ({
          value: groundValue(one),
          label: one.what === 'topics' ? `queries of ${one.of}` : `passages of ${one.of}`,
        }))}
        value={groundValue(ground)}
        onChange={choose}
      />
      <RecipeFields offered={fitting(ready, ground.what)} written={written} onChange={setWritten} />
      <TextField
        label="Seed"
        hint="The same recipe and seed give the same texts again."
        width="number"
        type="number"
        min={0}
        required
        value={seed}
        onChange={setSeed}
      />
      <Samples preview={preview.data} error={preview.error} isOld={preview.isPlaceholderData} />
      <TextField
        label="Name of the variant"
        trouble={error === null ? null : sentence(error)}
        required
        isVerbatim
        value={name}
        onChange={setName}
      />
      <p className={text.soft}>
        All ids stay, so that labels of {ground.of} serve it. {ground.of} takes no additions then.
      </p>
      <p className={buttons.actions}>
        <Button
          type="submit"
          look="primary"
          disabled={isPending || recipe === null || name.trim() === ''}
        >
          {isPending ? 'Making it …' : 'Make the variant'}
        </Button>
      </p>
      <MadeNote made={made} />
    </Form>
  );
}
