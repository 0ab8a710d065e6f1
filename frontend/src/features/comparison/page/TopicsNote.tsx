import type { Comparison } from '@/api/compared';
import { describeTest } from '@/features/comparison/texts/tests';
import { counted } from '@/shared/format';
import text from '@/shared/styles/text.module.css';

/** On which topics everything below rests, by which test, and from which inputs. */
export function TopicsNote({ comparison }: Readonly<{ comparison: Comparison }>) {
  const { topics, content_hash: hash } = comparison;
  const parts = [
    `${counted(topics.n, 'topic')} that all label sets share`,
    topics.common_to_runs ? 'and every run has (asked for)' : null,
    topics.only_topics_of === null ? null : `and ${topics.only_topics_of} has (asked for)`,
  ];
  return (
    <p className={text.soft}>
      {parts.filter((part) => part !== null).join(' ')} · {describeTest(comparison)} over topics ·{' '}
      {comparison.single_precision === true &&
        'ranked as trec_eval 9 does, by scores in single precision · '}
      inputs <code title={hash}>{hash.slice(0, 12)}</code>
    </p>
  );
}
