import { formatHours } from '@/features/campaign/setup/draft/cost';
import type { Cost } from '@/features/campaign/setup/draft/cost';
import type { PoolPreview } from '@/api/types';
import { counted, formatCount } from '@/shared/format/numbers';
import { cx } from '@/shared/styles/cx';
import text from '@/shared/styles/text.module.css';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/campaign/setup/pool/PoolFacts.module.css';

/** How the pairs are spread over the topics at a depth. */
function formatPerTopic(preview: PoolPreview, depth: number): string {
  const [least, median, most] = [preview.least, preview.median, preview.most].map(
    (counts) => counts[depth - 1] ?? 0,
  );
  if (least === undefined || median === undefined || most === undefined) return '';
  if (least === most) return `${formatCount(most)} a topic`;
  return `${formatCount(least)} to ${formatCount(most)} a topic, median ${formatCount(median)}`;
}

type Props = Readonly<{ preview: PoolPreview; depth: number; cost: Cost; people: number }>;

const at = (counts: readonly number[], depth: number): number => counts[depth - 1] ?? 0;

/** What the depth comes to, in pairs and in people's time. */
export function PoolFacts({ preview, depth, cost, people }: Props) {
  const textless = at(preview.n_textless, depth);
  const nTopics = at(preview.n_topics, depth);
  const without = preview.n_topics_drawn - nTopics;
  return (
    <>
      <dl className={cx(parts.facts, styles.facts)} aria-live="polite">
        <div>
          <dt>Pairs to judge</dt>
          <dd data-testid="n-pairs">{formatCount(at(preview.n_pairs, depth))}</dd>
          <dd className={styles.aside}>{formatPerTopic(preview, depth)}</dd>
        </div>
        <div>
          <dt>Judgments</dt>
          <dd data-testid="n-judgments">{formatCount(cost.wanted)}</dd>
          <dd className={styles.aside}>
            {cost.shared > 0
              ? `and ${formatCount(cost.shared)} of pairs that everyone judges`
              : `of ${counted(nTopics, 'topic')}`}
          </dd>
        </div>
        <div>
          <dt>Time in all</dt>
          <dd>about {formatHours(cost.hours)}</dd>
          <dd className={styles.aside}>
            about {formatHours(cost.hoursEach)} for each of {formatCount(people)}
          </dd>
        </div>
      </dl>
      {textless > 0 && (
        <p className={text.soft}>
          {counted(textless, 'pair')} {textless === 1 ? 'drops' : 'drop'} out: the passage has no
          text to show.
        </p>
      )}
      {without > 0 && (
        <p className={text.soft}>
          {counted(without, 'topic')} {without === 1 ? 'has' : 'have'} no pair at this depth.
        </p>
      )}
    </>
  );
}
