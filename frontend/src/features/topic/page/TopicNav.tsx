import type { Scores, TopicLook } from '@/api/types';
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
import { Steps } from '@/features/topic/passage/Steps';
import { formatDifference } from '@/shared/format/numbers';
import { topicPath } from '@/shared/routing/paths';
import text from '@/shared/styles/text.module.css';

type PlaceProps = Readonly<{ label: string; neighbours: Neighbours; to: (id: string) => string }>;

const Place = ({ label, neighbours: { place, n, ...beside }, to }: PlaceProps) => (
  <Steps label={label} what="topic" to={to} {...beside}>
    {`${place} of ${n} ${label}`}
  </Steps>
);

type HereProps = Readonly<{ difference: number; labels: string; data: Scores | undefined }>;

/** How far the two runs are apart on this topic. */
function Here({ difference, labels, data }: HereProps) {
  const isRank = data !== undefined && isLowerBetter(data);
  const isEstimated = data?.rows[0]?.sample != null;
  return (
    <p className={text.soft}>
      Here {formatDifference(difference, isRank)} under {labels}
      {isEstimated && ', a rough estimate'}.
    </p>
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
      <Place label="in the topic set" neighbours={inTheSet(look)} to={to} />
      {found !== null && (
        <>
          <Place
            label={`by ${choice.measure}, ${run} minus ${baseline}`}
            neighbours={found}
            to={to}
          />
          {own !== undefined && <Here {...{ difference: own.difference, labels, data }} />}
        </>
      )}
    </>
  );
}
