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
import { labelsPath } from '@/shared/routing/paths';
import { OldAndNew } from '@/shared/labels/OldAndNew';
import { Tag } from '@/shared/ui/Tag';
import { NumberField } from '@/shared/ui/fields/NumberField';
import styles from '@/features/campaign/labels/labelSets.module.css';
import layout from '@/features/campaign/labels/labels.module.css';
import text from '@/shared/styles/text.module.css';

function Hint({
  name,
  level,
  least,
}: Readonly<{ name: string; level: number | null; least: number }>) {
  if (level === null) {
    return (
      <p className={text.soft}>
        No <code>trec_eval -l</code> fits: the values mix relevant labels, from {least} up, with
        others.
      </p>
    );
  }
  return (
    <p className={text.soft}>
      For trec_eval to count the same passages as relevant:{' '}
      <code>
        trec_eval -l {level} -c {name}.qrels RUN
      </code>
    </p>
  );
}

/** The labels as a TREC file, with other values where they are asked for; of a sample as prels. */
export function QrelsDownload({ labels }: Readonly<{ labels: DerivedLabels }>) {
  const { name, scale, min_relevance: least } = labels;
  const isSample = labels.sample !== '';
  const kind = isSample ? 'prels' : 'qrels';
  const [map, setMap] = useState<ValueMap>(new Map());
  return (
    <>
      <a
        href={`/api/labels/qrels?${addressOf({ name, map: mapText(map) })}`}
        download
        aria-label={`Download ${kind} of ${name}`}
      >
        Download {kind}
      </a>
      <details className={styles.fold}>
        <summary>Values in the file</summary>
        {!isSample && <Hint name={name} level={evalLevel(scale, least, map)} least={least} />}
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
    </>
  );
}

type Props = Readonly<{
  labels: DerivedLabels;
  scale: CampaignLabels['scale'];
  question: CampaignLabels['question'];
}>;

const LIST = new Intl.ListFormat('en');

/** "210 human, 40 simulated". */
const voters = (byKind: DerivedLabels['n_votes_by_kind']): string =>
  LIST.format(Object.entries(byKind ?? {}).map(([kind, n]) => `${formatCount(n)} ${kind}`));

/** "27 labels: 21 judged, 6 by the known grade"; "27 labels" where none is. */
export function sayLabels({
  counts,
  n_gold: nGold,
}: Pick<DerivedLabels, 'counts' | 'n_gold'>): string {
  const total = counted(counts.n_pairs, 'label');
  if (nGold === null || nGold === 0) return total;
  const nJudged = formatCount(counts.n_pairs - nGold);
  return `${total}: ${nJudged} judged, ${formatCount(nGold)} by the known grade`;
}

/** The policy, what came out of it, and what it excluded. */
function HowMade({ labels, scale }: Readonly<Pick<Props, 'labels' | 'scale'>>) {
  const isOfGrades = labels.scale.length === scale.length && labels.policy.threshold === null;
  const isGraded = isOfGrades || !countsVotes(labels.policy.aggregate);
  return (
    <details className={styles.fold}>
      <summary>How it was made</summary>
      <p className={styles.policy}>{describePolicy(labels.policy)}</p>
      <div className={layout.sides}>
        <Distribution counts={labels.counts} scale={isGraded ? scale : null} />
        <dl className={styles.facts}>
          <dt>votes</dt>
          <dd className={text.number}>{voters(labels.n_votes_by_kind)}</dd>
          <dt>made</dt>
          <dd>
            {formatDay(labels.created_at)}, {formatClock(labels.created_at)}
          </dd>
          <dt>content hash</dt>
          <dd>
            <code>{labels.content_hash}</code>
          </dd>
        </dl>
      </div>
      <h4>Excluded</h4>
      <StepList steps={labels.steps ?? []} />
    </details>
  );
}

/** A label set in a few lines; how it was made is folded. */
export function LabelSetCard({ labels, scale, question }: Props) {
  const { counts, n_votes_by_kind: byKind } = labels;
  return (
    <article className={styles.set} aria-labelledby={`labels-${labels.id}`}>
      <h3 id={`labels-${labels.id}`} className={text.whole}>
        <Link to={labelsPath(labels.name)}>{labels.name}</Link>{' '}
        {(byKind?.simulated ?? 0) > 0 && <Tag tone="simulated">simulated</Tag>}{' '}
        {(byKind?.model ?? 0) > 0 && <Tag>models voted</Tag>}
      </h3>
      <p className={text.softNumber}>
        {sayLabels(labels)} · {counted(counts.n_topics, 'topic')} · {formatCount(counts.n_relevant)}{' '}
        relevant (at {labels.min_relevance} and above) · {formatDay(labels.created_at)}
      </p>
      {labels.sample !== '' && <p className={text.soft}>{labels.sample}</p>}
      <div className={styles.onward}>
        <OldAndNew labels={labels.name} question={question} />
        <QrelsDownload labels={labels} />
        <HowMade labels={labels} scale={scale} />
      </div>
    </article>
  );
}
