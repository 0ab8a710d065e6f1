import type { TopicLook } from '@/api/types';
import { useMayCompare } from '@/api/session';
import { useRead } from '@/api/read';
import type { Choice } from '@/features/topic/api/choice';
import {
  byDifference,
  differencesOf,
  inTheSet,
  isLowerBetter,
} from '@/features/topic/page/neighbours';
import type { Neighbours } from '@/features/topic/page/neighbours';
import { formatDifference } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { topicPath } from '@/shared/routing/paths';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/topic/page/topic.module.css';

type StepsProps = Readonly<{ label: string; neighbours: Neighbours; to: (id: string) => string }>;

function Steps({ label, neighbours, to }: StepsProps) {
  const { place, n, previous, next } = neighbours;
  return (
    <nav aria-label={label} className={styles.nav}>
      {previous !== null && (
        <Link to={to(previous)} aria-label={`Topic before, ${previous}`}>
          ← {previous}
        </Link>
      )}
      <span className={text.softNumber}>
        {place} of {n} {label}
      </span>
      {next !== null && (
        <Link to={to(next)} aria-label={`Next topic, ${next}`}>
          {next} →
        </Link>
      )}
    </nav>
  );
}

type Props = Readonly<{ topicSet: string; look: TopicLook; choice: Choice; address: string }>;

/** To the topics beside this one: in their set, and by how far the first two runs are apart. */
export function TopicNav({ topicSet, look, choice, address }: Props) {
  const [baseline = '', run = ''] = choice.runs;
  const [labels = ''] = choice.labels;
  const { data } = useRead(
    '/api/scores',
    { runs: `${baseline},${run}`, labels, measures: choice.measure, per_topic: true },
    { enabled: useMayCompare() && run !== '' && labels !== '', staleTime: Infinity, retry: false },
  );
  const to = (id: string): string => {
    const path = topicPath(topicSet, id);
    return address === '' ? path : `${path}?${address}`;
  };
  const isRank = data !== undefined && isLowerBetter(data);
  const differences = data === undefined ? [] : differencesOf(data);
  const found = byDifference(differences, isRank, look.query_id);
  const own = differences.find(({ queryId }) => queryId === look.query_id);
  return (
    <>
      <Steps label="in the topic set" neighbours={inTheSet(look)} to={to} />
      {found !== null && (
        <>
          <Steps
            label={`by ${choice.measure}, ${run} minus ${baseline}`}
            neighbours={found}
            to={to}
          />
          {own !== undefined && (
            <p className={text.soft}>
              Here {formatDifference(own.difference, isRank)} under {labels}.
            </p>
          )}
        </>
      )}
    </>
  );
}
