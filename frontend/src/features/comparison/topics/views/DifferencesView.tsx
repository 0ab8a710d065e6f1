import { useCallback, useMemo } from 'react';
import { describeShown } from '@/features/comparison/topics/table/describeShown';
import { valueAt } from '@/features/comparison/topics/table/table';
import type { Topic, ViewProps } from '@/features/comparison/topics/table/table';
import { scores, topicColumns } from '@/features/comparison/topics/views/topicColumns';
import { formatDifference } from '@/shared/format/numbers';
import { useNavigate } from '@/shared/routing/location';
import { drawTopics } from '@/shared/ui/figure/drawTopics';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers } from '@/shared/ui/figure/figureTable';
import { countDirections, sortByGain } from '@/shared/ui/figure/topicOrder';
import { differenceOf } from '@/shared/evaluation/direction';

type Compared = Topic & Readonly<{ difference: number }>;

/** Where a mean difference comes from: every topic, sorted. */
export function DifferencesView({ table, shown, focus, other, to }: ViewProps) {
  const navigate = useNavigate();
  const isRank = table.lower_is_better;
  const sorted = useMemo(() => {
    const was = valueAt(table, other.labels, other.run);
    const is = valueAt(table, focus.labels, focus.run);
    const rows = shown.map((topic) => ({
      ...topic,
      difference: differenceOf(was(topic), is(topic)),
    }));
    return sortByGain(rows, isRank);
  }, [table, shown, focus, other, isRank]);
  const { better, equal, worse } = countDirections(sorted, isRank);
  const title = `${table.measure}, ${focus.run} minus ${other.name}, under ${focus.labels}`;
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
      caption={`${title}: ${better} better, ${equal} equal, ${worse} worse.${turned} ${describeShown(shown, table)}`}
      draw={draw}
      table={{
        name: 'Differences by topic',
        columns: [
          ...topicColumns<Compared>((topic) => topic, to),
          scores(other.name, valueAt(table, other.labels, other.run), isRank),
          scores(focus.run, valueAt(table, focus.labels, focus.run), isRank),
          numbers<Compared>(
            'difference',
            ({ difference }) => difference,
            (value) => formatDifference(value, isRank),
          ),
        ],
        rows: sorted,
      }}
      fileName={`topics-${table.measure}-${focus.run}-${focus.labels}`}
    />
  );
}
