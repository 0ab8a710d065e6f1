import { useCallback, useMemo } from 'react';
import type { TopicDifference } from '@/api/types';
import type { Focus } from '@/features/comparison/api/comparison';
import { Figure } from '@/shared/ui/Figure';
import { TopicTable } from '@/features/comparison/figures/TopicTable';
import { drawTopics } from '@/features/comparison/figures/drawTopics';
import { countDirections, sortByGain } from '@/features/comparison/figures/topicOrder';

type Props = Readonly<{
  topics: readonly TopicDifference[];
  focus: Focus;
  against: string;
  isRank: boolean;
}>;

export function TopicFigure({ topics, focus, against, isRank }: Props) {
  const sorted = useMemo(() => sortByGain(topics, isRank), [topics, isRank]);
  const { better, equal, worse } = countDirections(topics, isRank);
  const title = `${focus.measure}, ${focus.run} minus ${against}, under ${focus.labels}`;
  const draw = useCallback(
    (width: number) => drawTopics({ topics: sorted, isRank, title, width }),
    [sorted, isRank, title],
  );
  return (
    <Figure
      draw={draw}
      table={<TopicTable topics={sorted} against={against} run={focus.run} isRank={isRank} />}
    >
      {title}: {better} better, {equal} equal, {worse} worse.
      {isRank && ' Lower is better, so the axis is turned: up is better.'}
    </Figure>
  );
}
