import { useState } from 'react';
import type { CampaignLabels, DerivedLabels } from '@/api/types';
import { Distribution } from '@/features/campaign/labels/Distribution';
import { StepList } from '@/features/campaign/labels/StepList';
import { evalLevel, mapText } from '@/features/campaign/labels/valueMap';
import type { ValueMap } from '@/features/campaign/labels/valueMap';
import { counted, formatCount } from '@/shared/format/numbers';
import { formatClock, formatDay } from '@/shared/format/time';
import { countsVotes, MOST_RELEVANCE } from '@/shared/labels/aggregates';
import { describePolicy } from '@/shared/labels/describePolicy';
import { addressOf } from '@/shared/routing/address';
import { Link } from '@/shared/routing/Link';
import { underLabelsPath } from '@/shared/routing/paths';
import { Tag } from '@/shared/ui/Tag';
import { NumberField } from '@/shared/ui/fields/NumberField';
import styles from '@/features/campaign/labels/labelSets.module.css';
import layout from '@/features/campaign/labels/labels.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';

function Hint({
  name,
  level,
  least,
}: Readonly<{ name: string; level: number | null; least: number }>) {
  if (level === null) {
    return (
      <p className={text.soft}>
        No <code>trec_eval -l</code> fits: the values written mix what is relevant, from {least} up,
        with what is not.
      </p>
    );
  }
  return (
    <p className={text.soft}>
      So that trec_eval calls the same passages relevant:{' '}
      <code>
        trec_eval -l {level} -c {name}.qrels RUN
      </code>
    </p>
  );
}

/** The labels as a TREC file, with other values where they are asked for. */
export function QrelsDownload({ labels }: Readonly<{ labels: DerivedLabels }>) {
  const { name, scale, min_relevance: least } = labels;
  const [map, setMap] = useState<ValueMap>(new Map());
  return (
    <div className={styles.qrels}>
      <p className={buttons.actions}>
        <a
          className={buttons.primary}
          href={`/api/labels/qrels?${addressOf({ name, map: mapText(map) })}`}
          download
          aria-label={`Download qrels of ${name}`}
        >
          Download qrels
        </a>
      </p>
      <Hint name={name} level={evalLevel(scale, least, map)} least={least} />
      <details className={parts.fold}>
        <summary>Write other values</summary>
        <div className={layout.numbers} role="group" aria-label={`Values of ${name} in the file`}>
          {scale.map((value) => (
            <NumberField
              key={value}
              label={`${value} is written as`}
              min={-MOST_RELEVANCE}
              max={MOST_RELEVANCE}
              value={map.get(value) ?? value}
              onChange={(written) => setMap(new Map(map).set(value, written))}
              onEmpty={() => setMap(new Map(map).set(value, value))}
            />
          ))}
        </div>
      </details>
    </div>
  );
}

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
      <h3 id={`labels-${labels.id}`} className={text.whole}>
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
