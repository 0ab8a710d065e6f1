import type { ReactNode } from 'react';
import { Link } from '@/shared/routing/Link';
import { QuotaWarning } from '@/features/campaign/setup/pool/QuotaWarning';
import { costOf, formatCost, formatHours, secondsOf } from '@/features/campaign/setup/draft/cost';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import { nGoldOf } from '@/features/campaign/setup/draft/gold';
import { describeOptions, describeSample } from '@/features/campaign/setup/review/describeOptions';
import { guidelineOf } from '@/features/campaign/setup/draft/request';
import { inOrder } from '@/features/campaign/setup/draft/scale';
import type { StepId } from '@/features/campaign/setup/draft/steps';
import type { PoolPreview } from '@/api/types';
import { counted } from '@/shared/format/numbers';
import { gradeTitle } from '@/shared/judging/grades';
import styles from '@/features/campaign/setup/review/ReviewFacts.module.css';

type Props = Readonly<{ draft: Draft; preview: PoolPreview; depth: number }>;

/** All that was said, each with the way back to where it was. */
export function ReviewFacts({ draft, preview, depth }: Props) {
  const nPairs = preview.n_pairs[depth - 1] ?? 0;
  const seconds = secondsOf(draft.seconds, preview.time);
  const nGold = nGoldOf(draft);
  const cost = costOf({ ...draft, nPairs, nGold, seconds });
  const grades = inOrder(draft.grades);
  return (
    <dl className={styles.facts}>
      <Row title="Runs" step="runs">
        {draft.runs.join(', ')}
        <small>
          over {draft.collection}, topics {draft.topicSet}
        </small>
      </Row>
      <Row title="Pool" step="pool">
        {counted(nPairs, 'pair')} of {counted(preview.n_topics[depth - 1] ?? 0, 'topic')}, depth{' '}
        {depth}
        {draft.sample !== null && <small>{describeSample(draft.sample)}</small>}
        {draft.withoutLabels.length > 0 && (
          <small>without what {draft.withoutLabels.join(', ')} label already</small>
        )}
        {nGold > 0 && (
          <small>{counted(nGold, 'gold pair')} among them, mixed in beside the cost</small>
        )}
      </Row>
      <Row title="Cost" step="pool">
        {formatCost(cost)}, about {formatHours(cost.hours)}
        <small>
          about {formatHours(cost.hoursEach)} for each of {counted(draft.people, 'assessor')}, at{' '}
          {seconds} s a judgment
        </small>
        <QuotaWarning draft={draft} cost={cost} />
      </Row>
      <Row title="Scale" step="scale">
        {grades.map(({ value, name }) => gradeTitle(value, name)).join(' · ')}
      </Row>
      <Row title="Judging" step="scale">
        {describeOptions(draft).join('; ')}
      </Row>
      <Row title="Guideline" step="guideline">
        {counted(guidelineOf(draft).split(/\s+/).length, 'word')}
        {draft.guideline === null && ', the template as it is'}
      </Row>
    </dl>
  );
}

function Row({
  title,
  step,
  children,
}: Readonly<{ title: string; step: StepId; children: ReactNode }>) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
      <dd className={styles.way}>
        <Link to={`?step=${step}`} aria-label={`Change: ${title.toLowerCase()}`}>
          Change
        </Link>
      </dd>
    </div>
  );
}
