import { Link } from '@/shared/routing/Link';
import { useLabels } from '@/api/labels';
import { useRuns } from '@/api/runs';
import { counted } from '@/shared/format';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';
import cards from '@/features/campaign/list/cards.module.css';

type Stored = Readonly<{ name: string; created_at: string }>;

const N_NEWEST = 3;
const LIST = new Intl.ListFormat('en', { type: 'unit' });

const newest = (stored: readonly Stored[]): string =>
  LIST.format(
    stored
      .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
      .slice(0, N_NEWEST)
      .map(({ name }) => name),
  );

type ListedProps = Readonly<{ stored: readonly Stored[] | undefined; kind: string }>;

/** "4 label sets, newest: a, b, c"; an empty line until they are there. */
function Listed({ stored, kind }: ListedProps) {
  if (stored === undefined) return <p className={text.soft}>&nbsp;</p>;
  return (
    <p className={text.soft}>
      {counted(stored.length, kind)}
      {stored.length > 0 && `, newest: ${newest(stored)}`}
    </p>
  );
}

/** What a researcher can do next, the usual step first. */
export function Research() {
  const { data: runs } = useRuns();
  const { data: labels } = useLabels();
  return (
    <section>
      <h2>Research</h2>
      <ul className={cards.cards}>
        <li className={cards.card}>
          <h3>Compare runs</h3>
          <p>Score runs under old and new labels, with tests, and see which differences hold.</p>
          <Listed stored={labels} kind="label set" />
          <p>
            <Link to="/compare" className={buttons.primary}>
              Compare
            </Link>
          </p>
        </li>
        <li className={cards.card}>
          <h3>Library</h3>
          <p>Runs and label sets, and where each came from.</p>
          <Listed stored={runs} kind="run" />
          <p>
            <Link to="/library">Open the library</Link>
          </p>
        </li>
        <li className={cards.card}>
          <h3>Compute a run</h3>
          <p>Search a collection with BM25, or put a run in a new order with a model.</p>
          <p>
            <Link to="/library/compute">Compute a run</Link>
          </p>
        </li>
      </ul>
    </section>
  );
}
