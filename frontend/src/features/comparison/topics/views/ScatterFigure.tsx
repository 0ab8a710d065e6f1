import { useCallback, useMemo, useState } from 'react';
import { drawScatter } from '@/features/comparison/topics/views/drawScatter';
import { spotsOf } from '@/features/comparison/topics/table/spots';
import type { Spot } from '@/features/comparison/topics/table/spots';

import type { Topic, ViewProps } from '@/features/comparison/topics/table/table';
import { describeShown } from '@/features/comparison/topics/table/describeShown';
import { scores, topicColumns } from '@/features/comparison/topics/views/topicColumns';
import { differenceOf, directionOf } from '@/shared/evaluation/direction';
import { counted, formatDifference } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { useNavigate } from '@/shared/routing/location';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers } from '@/shared/ui/figure/figureTable';

type Axis = Readonly<{ name: string; valueOf: (topic: Topic) => number }>;

type Props = Pick<ViewProps, 'table' | 'shown' | 'to'> &
  Readonly<{
    title: string;
    x: Axis;
    y: Axis;
    /** What it means to lie above the diagonal, after "where". */
    above: string;
    fileName: string;
  }>;

/** The topics of a spot that holds several, to choose from. */
function Picked({ spot, to }: Readonly<{ spot: Spot; to: (queryId: string) => string }>) {
  return (
    <div role="status">
      <p>{spot.topics.length} topics lie there:</p>
      <ul>
        {spot.topics.map(({ query_id: id, query }) => (
          <li key={id}>
            <Link to={to(id)}>{id}</Link> {query}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Each topic by two values, one spot for those at one place; the diagonal is where both are alike. */
export function ScatterFigure(props: Props) {
  const { table, shown, to, title, x, y, above, fileName } = props;
  const navigate = useNavigate();
  const isRank = table.lower_is_better;
  const [picked, setPicked] = useState<Spot | null>(null);
  const spots = useMemo(() => spotsOf(shown, x.valueOf, y.valueOf), [shown, x, y]);
  const draw = useCallback(
    (width: number) =>
      drawScatter({
        spots,
        xName: x.name,
        yName: y.name,
        isRank,
        width,
        onSpot: (place) => {
          const spot = spots[place];
          const [only, ...others] = spot?.topics ?? [];
          if (spot === undefined || only === undefined || to === null) return;
          if (others.length === 0) navigate(to(only.query_id));
          else setPicked(spot);
        },
      }),
    [spots, x, y, isRank, navigate, to],
  );
  const difference = (topic: Topic): number => differenceOf(x.valueOf(topic), y.valueOf(topic));
  const count = (way: string): number =>
    shown.filter((topic) => directionOf(difference(topic), isRank) === way).length;
  const turned = isRank ? ' Lower is better, so both axes are turned.' : '';
  return (
    <>
      <Figure
        title={title}
        caption={
          `${title}: ${counted(count('better'), 'topic')} above the diagonal, where ${above}, ` +
          `${count('equal')} on it, ${count('worse')} below. ` +
          `A larger mark is several topics.${turned} ${describeShown(shown, table)}`
        }
        draw={draw}
        table={{
          name: 'Values by topic',
          columns: [
            ...topicColumns<Topic>((topic) => topic, to),
            scores(x.name, x.valueOf, isRank),
            scores(y.name, y.valueOf, isRank),
            numbers('difference', difference, (value) => formatDifference(value, isRank)),
          ],
          rows: shown,
        }}
        fileName={fileName}
        height={320}
      />
      {picked !== null && to !== null && spots.includes(picked) && <Picked spot={picked} to={to} />}
    </>
  );
}
