import type { ReactNode } from 'react';
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

type DownloadProps = Readonly<{ asked: Readonly<Record<string, string>>; children: ReactNode }>;

function Download({ asked, children }: DownloadProps) {
  return (
    <a href={`/api/labels/qrels?${addressOf(asked)}`} download>
      {children}
    </a>
  );
}

/** Of a sample first the file that has its probabilities. */
function Downloads({ labels }: Readonly<{ labels: LabelSet }>) {
  const { name, design } = labels;
  if (design === null) return <Download asked={{ name }}>Download as qrels</Download>;
  return (
    <>
      <Download asked={{ name, format: 'prels' }}>Download as prels</Download>
      <Download asked={{ name, format: 'table' }}>Download as a table</Download>
      <Download asked={{ name, format: 'trec' }}>Download as qrels, without probabilities</Download>
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
