import { useMayCompare } from '@/api/session';
import type { LabelSet } from '@/api/types';
import { OldAndNew } from '@/shared/labels/OldAndNew';
import { addressOf } from '@/shared/routing/address';
import { Link } from '@/shared/routing/Link';
import { leaderboardPath, underLabelsPath } from '@/shared/routing/paths';
import type { PoolQuestion } from '@/shared/routing/paths';
import buttons from '@/shared/styles/buttons.module.css';

type OnwardProps = Readonly<{
  labels: LabelSet;
  /** Of a set from a campaign what it is compared by; null of others, and until it is known. */
  question: PoolQuestion | null;
}>;

/** Of a sample first the file that has its probabilities. */
function Downloads({ labels }: Readonly<{ labels: LabelSet }>) {
  const pathOf = (format?: string) =>
    `/api/labels/qrels?${addressOf({ name: labels.name, ...(format !== undefined && { format }) })}`;
  if (labels.design === null) {
    return (
      <a href={pathOf()} download>
        Download as qrels
      </a>
    );
  }
  return (
    <>
      <a href={pathOf('prels')} download>
        Download as prels
      </a>
      <a href={pathOf('table')} download>
        Download as a table
      </a>
      <a href={pathOf('trec')} download>
        Download as qrels, without probabilities
      </a>
    </>
  );
}

/** What can be done with it. */
export function Onward({ labels, question }: OnwardProps) {
  const mayCompare = useMayCompare();
  return (
    <div className={buttons.actions}>
      <Downloads labels={labels} />
      <Link to={`/library/labels/compare?${addressOf({ first: labels.name })}`}>
        Compare with others
      </Link>
      {labels.design === null && (
        <Link to={`/library/labels/combine?${addressOf({ of: labels.name })}`}>
          Combine with others
        </Link>
      )}
      {mayCompare && (
        <Link to={`${leaderboardPath(labels.topic_set)}?${addressOf({ labels: labels.name })}`}>
          Leaderboard under them
        </Link>
      )}
      {mayCompare && labels.campaign === null && (
        <Link to={underLabelsPath(labels.name)}>Score runs under them</Link>
      )}
      {mayCompare && question !== null && <OldAndNew labels={labels.name} question={question} />}
    </div>
  );
}
