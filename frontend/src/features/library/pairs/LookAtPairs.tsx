import type { PairedTopic } from '@/api/types';
import { BothWays } from '@/features/library/pairs/BothWays';
import { TopicPairs } from '@/features/library/pairs/TopicPairs';
import { formatCount } from '@/shared/format';
import { useNavigate, useSearchParams } from '@/shared/routing/location';
import { addressOf } from '@/shared/routing/address';
import { SelectField } from '@/shared/ui/fields/SelectField';

const labelOf = ({ query_id: id, query, n_flips: n, n_pairs: all }: PairedTopic): string =>
  `${id}: ${query} (${formatCount(n)} of ${formatCount(all)} flip)`;

const worst = (topics: readonly PairedTopic[]): PairedTopic | undefined =>
  topics.toSorted((one, other) => (other.flip_rate ?? 0) - (one.flip_rate ?? 0))[0];

type Props = Readonly<{ run: string; topics: readonly PairedTopic[] }>;

/** A topic, its pairs that flip, and one of them both ways; the address says which. */
export function LookAtPairs({ run, topics }: Props) {
  const navigate = useNavigate();
  const asked = useSearchParams();
  const first = asked.get('first');
  const second = asked.get('second');
  const topic = topics.find(({ query_id: id }) => id === asked.get('topic')) ?? worst(topics);
  if (topic === undefined) return null;
  return (
    <>
      <SelectField
        label="Topic"
        width="full"
        options={topics.map((one) => ({ value: one.query_id, label: labelOf(one) }))}
        value={topic.query_id}
        onChange={(chosen) =>
          navigate(`/library/pairs?${addressOf({ run, topic: chosen })}`, { replace: true })
        }
      />
      {first !== null && second !== null && (
        <BothWays run={run} query_id={topic.query_id} first={first} second={second} />
      )}
      <TopicPairs key={topic.query_id} run={run} topic={topic} />
    </>
  );
}
