import { useCallback, useMemo } from 'react';
import type { TopicDifference } from '@/api/types';
import type { Focus } from '@/features/comparison/api/comparison';
import { drawTopics } from '@/shared/ui/figure/drawTopics';
import { countDirections, sortByGain } from '@/shared/ui/figure/topicOrder';
import { formatDifference, formatScore } from '@/shared/format';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';

type Props = Readonly<{
  topics: readonly TopicDifference[];
  focus: Focus;
  against: string;
  isRank: boolean;
}>;

function columnsOf(against: string, run: string, isRank: boolean): Column<TopicDifference>[] {
  const score = (value: number | null): string => formatScore(value, isRank);
  return [
    words('topic', ({ query_id: queryId }) => queryId),
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

export function TopicFigure({ topics, focus, against, isRank }: Props) {
  const sorted = useMemo(() => sortByGain(topics, isRank), [topics, isRank]);
  const { better, equal, worse } = countDirections(topics, isRank);
  const title = `${focus.measure}, ${focus.run} minus ${against}, under ${focus.labels}`;
  const turned = isRank ? ' Lower is better, so the axis is turned: up is better.' : '';
  const draw = useCallback(
    (width: number) => drawTopics({ topics: sorted, isRank, width }),
    [sorted, isRank],
  );
  return (
    <Figure
      title={title}
      caption={`${title}: ${better} better, ${equal} equal, ${worse} worse.${turned}`}
      draw={draw}
      table={{
        name: 'Differences by topic',
        columns: columnsOf(against, focus.run, isRank),
        rows: sorted,
      }}
      fileName={`topics-${focus.measure}-${focus.run}-${focus.labels}`}
    />
  );
}
