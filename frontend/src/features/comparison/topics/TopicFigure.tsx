import { useCallback, useMemo } from 'react';
import type { TopicDifference } from '@/api/types';
import type { Focus } from '@/features/comparison/choice/focus';
import { drawTopics } from '@/shared/ui/figure/drawTopics';
import { countDirections, sortByGain } from '@/shared/ui/figure/topicOrder';
import { formatDifference, formatScore } from '@/shared/format';
import { Link } from '@/shared/routing/Link';
import { useNavigate } from '@/shared/routing/location';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';

type Props = Readonly<{
  topics: readonly TopicDifference[];
  focus: Focus;
  against: string;
  isRank: boolean;
  /** Where a topic is shown. */
  to: ((queryId: string) => string) | null;
}>;

type Names = Readonly<{ against: string; run: string; to: Props['to'] }>;

function columnsOf({ against, run, to }: Names, isRank: boolean): Column<TopicDifference>[] {
  const score = (value: number | null): string => formatScore(value, isRank);
  return [
    words(
      'topic',
      ({ query_id: queryId }) => queryId,
      ({ query_id: queryId }) => (to === null ? queryId : <Link to={to(queryId)}>{queryId}</Link>),
    ),
    words('query', ({ query }) => query),
    numbers(against, ({ baseline }) => baseline, score),
    numbers(run, (topic) => topic.run, score),
    numbers(
      'difference',
      ({ difference }) => difference,
      (value) => formatDifference(value, isRank),
    ),
  ];
}

export function TopicFigure({ topics, focus, against, isRank, to }: Props) {
  const navigate = useNavigate();
  const sorted = useMemo(() => sortByGain(topics, isRank), [topics, isRank]);
  const { better, equal, worse } = countDirections(topics, isRank);
  const title = `${focus.measure}, ${focus.run} minus ${against}, under ${focus.labels}`;
  const turned = isRank ? ' Lower is better, so the axis is turned: up is better.' : '';
  const draw = useCallback(
    (width: number) => {
      if (to === null) return drawTopics({ topics: sorted, isRank, width });
      const onTopic = (place: number): void => navigate(to(sorted[place]?.query_id ?? ''));
      return drawTopics({ topics: sorted, isRank, width, onTopic });
    },
    [sorted, isRank, navigate, to],
  );
  return (
    <Figure
      title={title}
      caption={`${title}: ${better} better, ${equal} equal, ${worse} worse.${turned}`}
      draw={draw}
      table={{
        name: 'Differences by topic',
        columns: columnsOf({ against, run: focus.run, to }, isRank),
        rows: sorted,
      }}
      fileName={`topics-${focus.measure}-${focus.run}-${focus.labels}`}
    />
  );
}
