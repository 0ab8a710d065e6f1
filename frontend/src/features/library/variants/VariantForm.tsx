import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Recipe } from '@/api/types';
import { useMakeVariant, useVariantPreview } from '@/features/library/api/variants';
import { fitting, groundValue, readRecipe, writeRecipe } from '@/features/library/variants/entered';
import type { Ground } from '@/features/library/variants/entered';
import { MadeNote } from '@/features/library/variants/MadeNote';
import { RecipeFields } from '@/features/library/variants/RecipeFields';
import { Samples } from '@/features/library/variants/Samples';
import { sentence } from '@/shared/errors';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/Button';
import { Form } from '@/shared/ui/Form';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/library/variants/variants.module.css';

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
  const preview = useVariantPreview(settled, recipe !== null);
  const { mutate, data: made, error, isPending } = useMakeVariant();

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
        autoCapitalize="none"
        spellCheck={false}
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
