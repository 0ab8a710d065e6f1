import { lazy, Suspense, useState } from 'react';
import { useTopicReview } from '@/features/campaign/api/active';
import { RuleList } from '@/features/campaign/topics/RuleList';
import { formatValue, sayControl } from '@/features/campaign/topics/texts';
import { counted } from '@/shared/format/numbers';
import { Defined } from '@/shared/ui/Defined';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { Unread } from '@/shared/ui/requests/Unread';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/topics/topics.module.css';

const TopicFigure = lazy(() => import('@/features/campaign/topics/TopicFigure'));

type Props = Readonly<{
  campaignId: number;
  queryId: string;
  /** The recall that rules aim for; null takes the pool's. */
  target: number | null;
  onTarget: (target: number) => void;
  isFollowed: boolean;
}>;

/** The curve of one topic, and what each stopping rule says of it. */
export function TopicSection({ campaignId, queryId, target, onTarget, isFollowed }: Props) {
  const [marked, setMarked] = useState('');
  const query = useTopicReview(campaignId, { queryId, target }, isFollowed);
  const { data: review } = query;
  if (review === undefined)
    return (
      <Unread of={query} waiting="Reading the topic" trouble="This topic cannot be shown now" />
    );
  const { n_candidates: nCandidates, estimated_relevant: estimate } = review;
  const control = sayControl(review);
  return (
    <section aria-labelledby="topic" aria-busy={query.isPlaceholderData}>
      <h3 id="topic">
        <span className={text.soft}>{review.query_id}</span> {review.query}
      </h3>
      <p className={text.softNumber}>
        {nCandidates !== null && `${counted(nCandidates, 'passage')} can be chosen. `}
        {control}
        {estimate !== null &&
          ` S-CAL estimates ${formatValue(estimate)} relevant passages in its batches so far, judged or left out.`}
      </p>
      {review.found.length > 1 ? (
        <Suspense fallback={<div className={styles.place} />}>
          <TopicFigure review={review} marked={marked} />
        </Suspense>
      ) : (
        <p>No passage of this topic is judged yet: its curve begins with the first judgment.</p>
      )}
      <h3>Stopping rules</h3>
      <p className={text.soft}>
        When would each have stopped? Only two of them promise a recall, with 95% confidence.{' '}
        <Defined at="pools#stopping-rules">What do they rest on?</Defined>
      </p>
      <NumberField
        label="Recall to aim for, in percent"
        hint="Changes this figure alone."
        value={Math.round(100 * review.target)}
        min={1}
        max={99}
        onChange={(percent) => onTarget(percent / 100)}
      />
      <RuleList rules={review.rules} marked={marked} onMark={setMarked} />
    </section>
  );
}
