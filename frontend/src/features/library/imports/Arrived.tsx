import { useEffect } from 'react';
import { useSession } from '@/api/session';
import { comparisonPath, labelsPath } from '@/shared/routing/paths';
import { keepImported } from '@/shared/browser/importedLast';
import { Link } from '@/shared/routing/Link';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{
  /** Over this collection and topic set, what came just now among them. */
  runs: readonly string[];
  labels: readonly string[];
  /** What came just now. */
  newRuns: readonly string[];
  newLabels: readonly string[];
  mayCompare: boolean;
}>;

type Offer = Readonly<{ to: string; of: string; under: string }>;

/** A comparison of what came; a run that came alone is held against one that was there. */
function comparison({ runs, labels, newRuns, newLabels }: Props): Offer | null {
  const before = runs.filter((name) => !newRuns.includes(name));
  const chosen = newRuns.length > 1 ? newRuns : [...before.slice(0, 1), ...newRuns];
  const [baseline, ...others] = newRuns.length === 0 ? runs : chosen;
  const under = newLabels.length > 0 ? newLabels : labels;
  if (baseline === undefined || others.length === 0 || under.length === 0) return null;
  return {
    to: comparisonPath({ baseline, runs: others.join(','), labels: under.join(',') }),
    of: others.length === 1 ? `${others[0]} with ${baseline}` : `${others.length + 1} runs`,
    under: under.length === 1 ? `${under[0]}` : `${under.length} label sets`,
  };
}

/** *Compare* in the menu leads there, too, until a comparison is opened. */
function useImportedLast(path: string | null): void {
  const username = useSession().data?.username ?? null;
  useEffect(() => {
    if (path !== null && username !== null) keepImported(username, path);
  }, [path, username]);
}

function Onward(props: Props) {
  const { newLabels, mayCompare } = props;
  const [last] = newLabels.slice(-1);
  const compare = mayCompare ? comparison(props) : null;
  useImportedLast(compare?.to ?? null);
  return (
    <section aria-labelledby="onward">
      <h2 id="onward">Next</h2>
      <p className={buttons.actions}>
        {compare !== null && (
          <Link to={compare.to} className={buttons.primary}>
            Compare {compare.of} under {compare.under}
          </Link>
        )}
        {last !== undefined && <Link to={labelsPath(last)}>Look at {last}</Link>}
        <Link to="/library">To the library</Link>
      </p>
      {compare === null && mayCompare && (
        <p className={text.soft}>
          A comparison needs two runs and one label set of the same topics and collection.
        </p>
      )}
    </section>
  );
}

/** What can be done with what came. */
export const Arrived = (props: Props) =>
  props.newRuns.length + props.newLabels.length === 0 ? null : <Onward {...props} />;
