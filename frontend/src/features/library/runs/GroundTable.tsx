import type { Collection, TopicSet } from '@/api/types';
import { useCollections } from '@/api/collections';
import { useTopicSets } from '@/api/topicSets';
import { MakingBar } from '@/features/library/runs/MakingBar';
import { counted } from '@/shared/format';
import { Link } from '@/shared/routing/Link';
import { Scroller } from '@/shared/ui/Scroller';
import { sentence } from '@/shared/errors';
import text from '@/shared/styles/text.module.css';
import table from '@/shared/styles/table.module.css';

type Ground = Pick<Collection | TopicSet, 'name' | 'parent' | 'recipe' | 'seed'> &
  Readonly<{ size: string; making: Collection['making'] }>;

/** "rotate", or the kinds of several steps. */
function kindsOf(recipe: Ground['recipe']): string {
  const told = recipe as { kind?: string; steps?: readonly { kind: string }[] } | null;
  return told?.kind ?? (told?.steps ?? []).map(({ kind }) => kind).join(', ');
}

function familyOf({ parent, recipe, seed }: Ground): string {
  return parent === null ? '' : `variant of ${parent} by ${kindsOf(recipe)}, seed ${seed ?? '–'}`;
}

/** Collections and topic sets, each with what it is a variant of. */
export function GroundTable({ mayResearch }: Readonly<{ mayResearch: boolean }>) {
  const collections = useCollections();
  const topicSets = useTopicSets();
  const error = collections.error ?? topicSets.error;
  const rows: Ground[] = [
    ...(collections.data ?? []).map((one) => ({
      ...one,
      size: counted(one.n_passages, 'passage'),
    })),
    ...(topicSets.data ?? []).map((one) => ({
      ...one,
      size: counted(one.n_topics, 'topic'),
      making: null,
    })),
  ];
  return (
    <section aria-labelledby="grounds">
      <h2 id="grounds">Collections and topics</h2>
      {error !== null && (
        <p role="alert" className={text.wrong}>
          {sentence(error)}
        </p>
      )}
      {mayResearch && (
        <p>
          <Link to="/library/variants/new">Make a variant</Link>{' '}
          <small className={text.soft}>with typos, another word order, rotation and more</small>
          <br />
          <Link to="/library/studies">Studies</Link>{' '}
          <small className={text.soft}>of what rankers lose by such variants</small>
        </p>
      )}
      <Scroller label="Collections and topics">
        <table className={table.cards}>
          <thead>
            <tr>
              {['name', 'size', 'made of'].map((name) => (
                <th key={name} scope="col" className={table.words}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <tr key={`${'n_topics' in one ? 'topics' : 'collection'} ${one.name}`}>
                <th scope="row" className={table.words}>
                  {one.name}
                </th>
                <td data-label="size" className={table.words}>
                  {one.making === null ? one.size : <MakingBar making={one.making} />}
                </td>
                <td data-label="made of" className={table.words}>
                  {familyOf(one)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  );
}
