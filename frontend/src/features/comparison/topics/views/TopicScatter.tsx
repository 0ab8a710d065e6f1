import * as Plot from '@observablehq/plot';
import { useMemo, useState } from 'react';
import { drawScatter } from '@/features/comparison/kit/drawScatter';
import { describeShown } from '@/features/comparison/topics/table/describeShown';
import { spotsOf } from '@/features/comparison/topics/table/spots';
import type { Spot } from '@/features/comparison/topics/table/spots';
import { valueAt } from '@/features/comparison/topics/table/table';
import type { Topic, ViewProps } from '@/features/comparison/topics/table/table';
import { scores, topicColumns } from '@/features/comparison/topics/views/topicColumns';
import { differenceOf, directionOf } from '@/shared/evaluation/direction';
import { counted, formatDifference } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { useNavigate } from '@/shared/routing/location';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers } from '@/shared/ui/figure/figureTable';
import { shortened } from '@/shared/ui/figure/look';
import { openOnClick } from '@/shared/ui/figure/openOnClick';
import type { OnPlace } from '@/shared/ui/figure/openOnClick';

const [LARGEST, MARGIN, LETTER_WIDTH] = [560, 52, 8];
const [RADIUS, GROWTH, WIDEST] = [5, 2.5, 16];
const MOST_NAMED = 5;

const FILL = { better: 'var(--better)', worse: 'var(--worse)', equal: 'var(--soft)' } as const;
const SYMBOL = { better: 'triangle', worse: 'square', equal: 'circle' } as const;

type Options = Readonly<{
  spots: readonly Spot[];
  xName: string;
  yName: string;
  isRank: boolean;
}>;

/** The area grows by topic, up to a point: two look like two. */
const radiusOf = ({ topics }: Spot): number =>
  Math.min(RADIUS + GROWTH * Math.sqrt(topics.length - 1), WIDEST);

/** The ends of both axes, which are the same: 0 and 1 where all values lie between. */
function domainOf(spots: readonly Spot[]): [number, number] {
  const values = spots.flatMap(({ x, y }) => [x, y]);
  return [Math.min(0, ...values), Math.max(1, ...values)];
}

function namesOf({ topics }: Spot): string {
  const first = topics.slice(0, MOST_NAMED).map(({ query_id: id, query }) => `${id} ${query}`);
  const more = topics.length - first.length;
  return [...first, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

/** Topics by two values each. Above the diagonal the one at the side is the better. */
function drawSpots(
  width: number,
  { spots, xName, yName, isRank }: Options,
  onSpot?: OnPlace,
): Element {
  const side = Math.min(width, LARGEST);
  const domain = domainOf(spots);
  const way = ({ x, y }: Spot) => directionOf(differenceOf(x, y), isRank);
  const room = Math.floor((side - MARGIN) / LETTER_WIDTH) - 4;
  const [low, high] = domain;
  const margins = { marginLeft: MARGIN, marginBottom: MARGIN, marginTop: 30, marginRight: 26 };
  const plot = drawScatter({
    frame: { width: side, height: side, ...margins },
    x: { domain, isRank, label: shortened(xName, room), labelAnchor: 'center' },
    y: { domain, isRank, label: shortened(yName, room) },
    dots: spots,
    as: {
      r: radiusOf,
      symbol: (spot: Spot) => SYMBOL[way(spot)],
      fill: (spot: Spot) => FILL[way(spot)],
      fillOpacity: 0.7,
      sort: null,
    },
    nameOf: namesOf,
    between: ' → ',
    below: Plot.line(
      [
        [low, low],
        [high, high],
      ],
      { stroke: 'currentColor', strokeOpacity: 0.5, strokeDasharray: '4 4' },
    ),
  });
  openOnClick(plot, '[aria-label=dot] > *', onSpot);
  return plot;
}

/** A run’s values under a label set, and what they are called here. */
type Axis = Readonly<{ name: string; labels: string; run: string }>;

type Props = Pick<ViewProps, 'table' | 'shown' | 'to'> &
  Readonly<{
    title: string;
    x: Axis;
    y: Axis;
    /** Meaning to lie above the diagonal, after "where". */
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
export function TopicScatter(props: Props) {
  const { table, shown, to, title, x, y, above, fileName } = props;
  const navigate = useNavigate();
  const isRank = table.lower_is_better;
  const [picked, setPicked] = useState<Spot | null>(null);
  const [xOf, yOf] = [valueAt(table, x.labels, x.run), valueAt(table, y.labels, y.run)];
  const spots = useMemo(
    () => spotsOf(shown, valueAt(table, x.labels, x.run), valueAt(table, y.labels, y.run)),
    [table, shown, x.labels, x.run, y.labels, y.run],
  );
  const open = (place: number): void => {
    const spot = spots[place];
    const [only, ...others] = spot?.topics ?? [];
    if (spot === undefined || only === undefined || to === null) return;
    if (others.length === 0) navigate(to(only.query_id));
    else setPicked(spot);
  };
  const difference = (topic: Topic): number => differenceOf(xOf(topic), yOf(topic));
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
        draw={drawSpots}
        of={{ spots, xName: x.name, yName: y.name, isRank }}
        onPlace={to === null ? undefined : open}
        table={{
          name: 'Values by topic',
          columns: [
            ...topicColumns<Topic>((topic) => topic, to),
            scores(x.name, xOf, isRank),
            scores(y.name, yOf, isRank),
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
