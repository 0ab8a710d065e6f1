import type { ReactNode } from 'react';
import type { Turned } from '@/api/types';
import { Quiet } from '@/features/campaign/whatif/answers/Quiet';
import { sayNoEffects } from '@/features/campaign/whatif/answers/sayNotCounted';
import { sayNoTurnOf } from '@/features/campaign/whatif/answers/sayVerdict';
import type { Answer, Asked } from '@/features/campaign/whatif/state/questions';
import { PairName } from '@/features/campaign/whatif/turning/PairName';
import { sayTurns } from '@/shared/evaluation/fewest';
import type { Query } from '@/shared/requests/together';
import { formatCount, formatDifference, bareP } from '@/shared/format/numbers';
import { Fold } from '@/shared/ui/Fold';
import styles from '@/features/campaign/whatif/turning/turning.module.css';

type Changes = Turned['means']['changes'];
type WayProps = Readonly<{
  campaignId: number;
  n: number | null;
  /** What so many labels do. */
  what: ReactNode;
  /** What no labels do, where none were found. */
  none: string;
  changes: Changes;
  after?: string;
}>;

const grade = (label: number | null): string => (label === null ? 'no label' : `${label}`);

/** One number of labels, what they would turn, and which they are. */
function Way({ campaignId, n, what, none, changes, after = '' }: WayProps) {
  if (n === null) return <p className={styles.none}>{none}</p>;
  return (
    <div className={styles.way}>
      <p>
        <b>{formatCount(n)}</b> {what}
      </p>
      {changes.length > 0 && (
        <Fold summary="Which?">
          <ul role="list" className={styles.pairs}>
            {changes.map((change) => (
              <li key={`${change.query_id} ${change.doc_id}`}>
                <PairName campaignId={campaignId} of={change} />
                <small>
                  {grade(change.label)} → {change.new_label}
                </small>
              </li>
            ))}
          </ul>
          {after !== '' && <p className={styles.none}>{after}</p>}
        </Fold>
      )}
    </div>
  );
}

type Props = Readonly<{ campaignId: number; turned: Turned; isRank: boolean }>;

function Means({ campaignId, turned, isRank }: Props) {
  const { means } = turned;
  const none = sayNoTurnOf(turned);
  return (
    <Way
      campaignId={campaignId}
      n={none === '' ? means.at_most : null}
      what={sayTurns(means)}
      none={none}
      changes={means.changes}
      after={
        means.after === null
          ? ''
          : `The difference is then ${formatDifference(means.after, isRank)}.`
      }
    />
  );
}

function Unjudged({ campaignId, turned, isRank }: Props) {
  const { leader, means, with_unjudged: wider } = turned;
  if (leader === null || wider === null) return null;
  if (wider.at_most === null || wider.at_most === means.at_most) return null;
  return (
    <Way
      campaignId={campaignId}
      n={wider.at_most}
      what="labels, if unjudged passages may get one too."
      none=""
      changes={wider.changes}
      after={
        wider.after === null
          ? ''
          : `The difference is then ${formatDifference(wider.after, isRank)}.`
      }
    />
  );
}

function Test({ campaignId, turned: { verdict } }: Props) {
  if (verdict === null) return null;
  const what = verdict.was_significant
    ? 'would make the difference not significant'
    : 'would make the difference significant';
  return (
    <Way
      campaignId={campaignId}
      n={verdict.at_most}
      what={`at most ${what}.`}
      none={`No changes were found that ${what}.`}
      changes={verdict.changes}
      after={`Its p goes from ${bareP(verdict.p)} to ${bareP(verdict.p_after)}.`}
    />
  );
}

type PanelProps = Readonly<{
  campaignId: number;
  asked: Asked;
  query: Query<Answer<Turned>>;
  isStale: boolean;
  isRank: boolean;
}>;

/** How few labels would turn it. */
export function TurningPanel({ campaignId, asked, query, isStale, isRank }: PanelProps) {
  return (
    <section aria-labelledby="turning">
      <h2 id="turning">Labels that would turn it</h2>
      <Quiet
        query={query}
        waiting="Looking for the fewest labels"
        isStale={isStale}
        why={sayNoEffects(asked)}
      >
        {({ found }) => {
          const props = { campaignId, turned: found, isRank };
          return (
            <div className={styles.ways}>
              <Means {...props} />
              <Unjudged {...props} />
              <Test {...props} />
            </div>
          );
        }}
      </Quiet>
    </section>
  );
}
