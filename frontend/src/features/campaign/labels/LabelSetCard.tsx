import type { CampaignLabels, DerivedLabels } from '@/api/types';
import { Distribution } from '@/features/campaign/labels/Distribution';
import { QrelsDownload } from '@/features/campaign/labels/QrelsDownload';
import { StepList } from '@/features/campaign/labels/StepList';
import { counted, formatCount } from '@/shared/format/numbers';
import { countsVotes } from '@/shared/labels/aggregates';
import { underLabelsPath } from '@/shared/routing/paths';
import { describePolicy } from '@/shared/labels/describePolicy';
import { formatClock, formatDay } from '@/shared/format/time';
import { Link } from '@/shared/routing/Link';
import { Tag } from '@/shared/ui/Tag';
import text from '@/shared/styles/text.module.css';
import parts from '@/shared/styles/parts.module.css';
import layout from '@/features/campaign/labels/labels.module.css';
import styles from '@/features/campaign/labels/labelSets.module.css';

type Props = Readonly<{
  labels: DerivedLabels;
  scale: CampaignLabels['scale'];
  poolRuns: readonly string[];
}>;

const LIST = new Intl.ListFormat('en');

/** "210 human, 40 simulated". */
const voters = (byKind: DerivedLabels['n_votes_by_kind']): string =>
  LIST.format(Object.entries(byKind ?? {}).map(([kind, n]) => `${formatCount(n)} ${kind}`));

function Facts({ labels }: Readonly<{ labels: DerivedLabels }>) {
  const { counts, n_votes_by_kind: byKind, content_hash: hash } = labels;
  return (
    <dl className={styles.facts}>
      <dt>labels</dt>
      <dd className={text.number}>
        {counted(counts.n_pairs, 'pair')} of {counted(counts.n_topics, 'topic')},{' '}
        {formatCount(counts.n_relevant)} relevant (at {labels.min_relevance} and above)
      </dd>
      <dt>votes</dt>
      <dd className={text.number}>{voters(byKind)}</dd>
      <dt>made</dt>
      <dd>
        {formatDay(labels.created_at)}, {formatClock(labels.created_at)}
      </dd>
      <dt>content hash</dt>
      <dd>
        <code>{hash}</code>
      </dd>
    </dl>
  );
}

/** Whoever gave votes and is no person. */
function VoterTags({ byKind }: Readonly<{ byKind: Readonly<Record<string, number>> }>) {
  return (
    <>
      {(byKind.simulated ?? 0) > 0 && <Tag tone="simulated">simulated</Tag>}{' '}
      {(byKind.model ?? 0) > 0 && <Tag>models voted</Tag>}
    </>
  );
}

export function LabelSetCard({ labels, scale, poolRuns }: Props) {
  const isOfGrades = labels.scale.length === scale.length && labels.policy.threshold === null;
  const isGraded = isOfGrades || !countsVotes(labels.policy.aggregate);
  return (
    <article className={styles.set} aria-labelledby={`labels-${labels.id}`}>
      <h3 id={`labels-${labels.id}`}>
        {labels.name} <VoterTags byKind={labels.n_votes_by_kind ?? {}} />
      </h3>
      <p className={styles.policy}>{describePolicy(labels.policy)}</p>
      <div className={layout.sides}>
        <Distribution counts={labels.counts} scale={isGraded ? scale : null} />
        <Facts labels={labels} />
      </div>
      <p>
        <Link
          to={underLabelsPath(labels.name, poolRuns)}
          aria-label={`What these labels do to its runs: ${labels.name}`}
        >
          What these labels do to its runs
        </Link>
      </p>
      <QrelsDownload labels={labels} />
      <details className={parts.fold}>
        <summary>What was excluded</summary>
        <StepList steps={labels.steps ?? []} />
      </details>
    </article>
  );
}
