import type { Recipe } from '@/api/types';
import { labelSetOf, textsOf, ticked } from '@/features/library/studies/start/draft';
import type { Draft, Ground } from '@/features/library/studies/start/draft';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { ChoiceList } from '@/shared/ui/fields/ChoiceList';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/library/studies/start/start.module.css';

const SEED_MAX = 2 ** 32 - 1;

type Props = Readonly<{
  ground: Ground;
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}>;

/** "Neighbouring characters swapped, one word of each sentence": what the paper calls it is left out. */
const shortTitle = ({ title }: Recipe): string => {
  const rest = title.replace(/^[^:]*: /, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
};

type RecipesProps = Omit<Props, 'ground'> &
  Readonly<{ legend: string; recipes: readonly Recipe[] }>;

function Recipes({ legend, recipes, draft, onChange }: RecipesProps) {
  const names = recipes.filter(({ lacks }) => lacks === '').map(({ name }) => name);
  const others = draft.recipes.filter((name) => !names.includes(name));
  return (
    <div>
      <ChoiceList legend={legend}>
        {recipes.map((recipe) => (
          <CheckField
            key={recipe.name}
            label={shortTitle(recipe)}
            hint={recipe.lacks}
            disabled={recipe.lacks !== ''}
            checked={draft.recipes.includes(recipe.name)}
            onChange={(isOn) => onChange({ recipes: ticked(draft.recipes, recipe.name, isOn) })}
          />
        ))}
      </ChoiceList>
      <p className={buttons.actions}>
        <Button onClick={() => onChange({ recipes: [...others, ...names] })}>All</Button>
        <Button onClick={() => onChange({ recipes: others })}>None</Button>
      </p>
    </div>
  );
}

/** Existing variants already, of the labels' own texts. */
function Existing({ ground, draft, onChange }: Props) {
  const labels = labelSetOf(draft, ground);
  const topicSets = ground.topicSets.filter(({ parent }) => parent === labels?.topic_set);
  const collections = ground.collections.filter(({ parent }) => parent === labels?.collection);
  if (topicSets.length + collections.length === 0) return null;
  return (
    <ChoiceList legend="Existing variants">
      {topicSets.map(({ name }) => (
        <CheckField
          key={`topics ${name}`}
          label={`queries ${name}`}
          checked={draft.topicSets.includes(name)}
          onChange={(isOn) => onChange({ topicSets: ticked(draft.topicSets, name, isOn) })}
        />
      ))}
      {collections.map(({ name }) => (
        <CheckField
          key={`passages ${name}`}
          label={`passages ${name}`}
          checked={draft.collections.includes(name)}
          onChange={(isOn) => onChange({ collections: ticked(draft.collections, name, isOn) })}
        />
      ))}
    </ChoiceList>
  );
}

/** Which variants of the texts. */
export function TextFields({ ground, draft, onChange }: Props) {
  const part = (texts: string): Recipe[] =>
    ground.recipes.filter((recipe) => textsOf(recipe) === texts);
  const lists = { draft, onChange };
  return (
    <section className={styles.part} aria-labelledby="texts">
      <h2 id="texts">Variants</h2>
      <div className={styles.columns}>
        <Recipes legend="Queries changed" recipes={part('queries')} {...lists} />
        <Recipes legend="Passages changed" recipes={part('passages')} {...lists} />
      </div>
      <Existing ground={ground} {...lists} />
      <NumberField
        label="Seed"
        hint="The same recipe and seed give the same texts again. Another seed draws other typos; a study with another seed shows how much that matters."
        value={draft.seed}
        min={0}
        max={SEED_MAX}
        onChange={(seed) => onChange({ seed })}
      />
      <CheckField
        label="Also every pair of changed queries and changed passages"
        checked={draft.cross}
        onChange={(cross) => onChange({ cross })}
      />
    </section>
  );
}
