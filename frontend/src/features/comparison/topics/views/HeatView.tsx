import { useMemo } from 'react';
import type { LabelsByTopic } from '@/api/compared';
import { describeShown } from '@/features/comparison/topics/table/describeShown';
import { blockOf, valueAt } from '@/features/comparison/topics/table/table';
import type { Topic, ViewProps } from '@/features/comparison/topics/table/table';
import { drawCells } from '@/features/comparison/topics/views/drawCells';
import { allRuns } from '@/features/comparison/topics/views/topicColumns';
import { differenceOf } from '@/shared/evaluation/direction';
import { formatScore } from '@/shared/format/numbers';
import { shortNames } from '@/shared/format/shortNames';
import { useNavigate } from '@/shared/routing/location';
import { SelectField } from '@/shared/ui/fields/SelectField';
import type { OnPlace } from '@/shared/ui/figure/openOnClick';
import { Figure } from '@/shared/ui/figure/Figure';
import { meanOf } from '@/shared/ui/figure/spread';
import { sortByGain } from '@/shared/ui/figure/topicOrder';

const ORDERS = [
  { value: 'mean', label: 'best on average first' },
  { value: 'difference', label: 'greatest gain first' },
  { value: 'set', label: 'as in the topic set' },
] as const;

type Order = (typeof ORDERS)[number]['value'];

const readOrder = (params: URLSearchParams): Order =>
  ORDERS.find(({ value }) => value === params.get('order'))?.value ?? 'mean';

/** A drawing of thousands of rows helps nobody: the ends are what is looked for. */
const END = 36;

/** The first and last of many rows; all where they are few. */
const endsOf = <Row,>(rows: readonly Row[]): readonly Row[] =>
  rows.length <= 2 * END ? rows : [...rows.slice(0, END), ...rows.slice(-END)];

/** Topics by their mean over all runs, the best first. */
function sortByMean(
  topics: readonly Topic[],
  { runs }: LabelsByTopic,
  isLowerBetter: boolean,
): Topic[] {
  const mean = ({ place }: Topic): number => meanOf(runs.map(({ values }) => values[place] ?? 0));
  const means = new Map(topics.map((topic) => [topic.place, mean(topic)]));
  const of = ({ place }: Topic): number => (means.get(place) ?? 0) * (isLowerBetter ? -1 : 1);
  return topics.toSorted((a, b) => of(b) - of(a));
}

/** The lowest and highest value there is; 0 and 1 where all lie between. */
function rangeOf({ runs }: LabelsByTopic): readonly [number, number] {
  let [low, high] = [0, 1];
  for (const { values } of runs)
    for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return [low, high];
}

const ROW_HEIGHT = 20;
const PHONE = 600;

function useSorted({ table, shown, focus, other, params }: ViewProps): readonly Topic[] {
  const order = readOrder(params);
  const isRank = table.lower_is_better;
  return useMemo(() => {
    const block = blockOf(table, focus.labels);
    if (block === undefined || order === 'set') return shown;
    if (order === 'mean') return sortByMean(shown, block, isRank);
    const was = valueAt(table, other.labels, other.run);
    const is = valueAt(table, focus.labels, focus.run);
    const rows = shown.map((one) => ({ ...one, difference: differenceOf(was(one), is(one)) }));
    return sortByGain(rows, isRank);
  }, [table, shown, focus, other, order, isRank]);
}

type Drawn = Readonly<{
  block: LabelsByTopic | undefined;
  drawn: readonly Topic[];
  isRank: boolean;
}>;

/** A row for each topic, by its id alone on a phone, and a column for each run. */
function drawHeat(width: number, { block, drawn, isRank }: Drawn, onCell?: OnPlace) {
  const [low, high] = block === undefined ? [0, 1] : rangeOf(block);
  const runs = block?.runs ?? [];
  const share = (value: number): number =>
    isRank ? (high - value) / (high - low) : (value - low) / (high - low);
  const ends = [low, high].map((end) => formatScore(end, isRank)) as [string, string];
  const options = {
    rows: drawn.map(({ query_id: id, query }) => (width < PHONE ? id : `${id} ${query}`)),
    columns: shortNames(runs.map(({ run }) => run)),
    cells: drawn.flatMap(({ place, query_id: id, query }, row) =>
      runs.map(({ run, values }, column) => {
        const text = formatScore(values[place] ?? 0, isRank);
        const found = `${run} ${text}\n${id} ${query}`;
        return { row, column, share: share(values[place] ?? 0), text, found };
      }),
    ),
    rowHeight: ROW_HEIGHT,
    ends: isRank ? ([ends[1], ends[0]] as const) : ends,
  };
  return drawCells(width, options, onCell);
}

/** All runs on all topics at once. */
export function HeatView(props: ViewProps) {
  const { table, shown, focus, to, params, change } = props;
  const navigate = useNavigate();
  const isRank = table.lower_is_better;
  const sorted = useSorted(props);
  const block = blockOf(table, focus.labels);
  const drawn = endsOf(sorted);
  const open = (cell: number): void => {
    const topic = drawn[Math.floor(cell / Math.max(block?.runs.length ?? 0, 1))];
    if (topic !== undefined && to !== null) navigate(to(topic.query_id));
  };
  const title = `${table.measure} of each run on each topic, under ${focus.labels}`;
  const cut =
    drawn.length < sorted.length
      ? ` Drawn are the first and the last ${drawn.length / 2}; the table has all.`
      : '';
  return (
    <>
      <SelectField
        label="Order of the topics"
        options={ORDERS}
        value={readOrder(params)}
        onChange={(order) => change({ order })}
      />
      <Figure
        title={title}
        caption={`${title}: the more colour, the better. ${describeShown(shown, table)}${cut}`}
        draw={drawHeat}
        of={{ block, drawn, isRank }}
        onPlace={to === null ? undefined : open}
        table={allRuns(table, focus.labels, sorted, to)}
        fileName={`heat-${table.measure}-${focus.labels}`}
        axes={{ across: 'run', up: 'topic' }}
      />
    </>
  );
}
