import type { Recipe } from '@/api/types';
import { readRecipe, writeRecipe } from '@/features/library/variants/entered';
import { AreaField } from '@/shared/ui/fields/AreaField';
import { SelectField } from '@/shared/ui/fields/SelectField';

const BY_HAND = 'written by hand';

type Props = Readonly<{
  offered: readonly Recipe[];
  written: string;
  onChange: (written: string) => void;
}>;

/** A recipe that is ready, or one written by hand. */
export function RecipeFields({ offered, written, onChange }: Props) {
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
        trouble={readRecipe(written) === null ? 'This is no JSON.' : null}
        rows={5}
        spellCheck={false}
        value={written}
        onChange={onChange}
      />
    </>
  );
}
