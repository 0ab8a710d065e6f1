import { useState } from 'react';
import type { RunMean, RunOrders } from '@/api/compared';
import { drawLines, showsAllIntervals } from '@/features/comparison/order/drawLines';
import type { Line } from '@/features/comparison/order/drawLines';
import { countTurned, markedOf, ranksOf } from '@/features/comparison/order/ranks';
import { counted, formatScore } from '@/shared/format/numbers';
import { Defined } from '@/shared/ui/Defined';
import { Segmented } from '@/shared/ui/fields/Segmented';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { FigureTable } from '@/shared/ui/figure/figureTable';
import text from '@/shared/styles/text.module.css';

const unique = (values: readonly string[]): string[] => [...new Set(values)];

type Slopes = Readonly<{ lines: readonly Line[]; places: readonly string[] }>;

/** A line for each run: its mean by a measure under each label set. */
export function slopesOf(means: readonly RunMean[], measure: string): Slopes {
  const chosen = means.filter((one) => one.measure === measure);
  const places = unique(chosen.map(({ labels }) => labels));
  const lines = unique(chosen.map(({ run }) => run)).map((name) => {
    const found = places.map((place) =>
      chosen.find(({ run, labels }) => run === name && labels === place),
    );
    return {
      name,
      values: found.map((one) => one?.mean ?? null),
      intervals: found.map((one) => one?.interval ?? null),
    };
  });
  return { lines, places };
}

/** A row for each run; for each label set its mean and the ends of the interval. */
export function slopeTable({ lines, places }: Slopes, isRank: boolean): FigureTable<Line> {
  const show = (value: number | null): string => formatScore(value, isRank);
  return {
    name: 'Means by run and label set',
    columns: [
      words('run', ({ name }) => name),
      ...places.flatMap((labels, at) => [
        numbers<Line>(labels, ({ values }) => values[at] ?? null, show),
        numbers<Line>(`${labels} low`, ({ intervals }) => intervals?.[at]?.[0] ?? null, show),
        numbers<Line>(`${labels} high`, ({ intervals }) => intervals?.[at]?.[1] ?? null, show),
      ]),
    ],
    rows: lines,
  };
}

/** What is seen, in one sentence. */
export function describeSlopes({ lines, places }: Slopes, isRank: boolean): string {
  const [first = '', last = ''] = [places[0], places.at(-1)];
  if (places.length > 1) {
    const { turned, pairs } = countTurned(lines);
    const share =
      turned === 0
        ? 'No pair of runs changes'
        : `${turned} of ${counted(pairs, 'pair')} of runs ${turned === 1 ? 'changes' : 'change'}`;
    return `${share} order from ${first} to ${last}.`;
  }
  const sign = isRank ? -1 : 1;
  const best = lines.toSorted((a, b) => sign * ((b.values[0] ?? 0) - (a.values[0] ?? 0)))[0];
  if (best === undefined) return '';
  return `${best.name} is first under ${first}, with ${formatScore(best.values[0] ?? null, isRank)}.`;
}

type Props = Readonly<{
  orders: RunOrders;
  measure: string;
  isRank: boolean;
  run: string;
  nTopics: number;
}>;

/** So many lines of means fall into one bundle; places keep them apart. */
const MOST_MEANS = 8;

const DRAWN = [
  { value: 'means', label: 'means' },
  { value: 'ranks', label: 'ranks' },
] as const;

type Drawn = (typeof DRAWN)[number]['value'];

/** What is drawn of the slopes, and how to read it. */
function pictureOf(slopes: Slopes, drawn: Drawn, { measure, isRank, run, nTopics }: Props) {
  const marked = markedOf(slopes.lines);
  const muted =
    marked === undefined
      ? ''
      : ' In colour: the runs that change order with most others. Grey: all others.';
  const shared = { ...slopes, focus: run, marked };
  if (drawn === 'ranks') {
    const title = `Rank by ${measure} of each run under each label set`;
    const caption = `${title}, means over ${nTopics} topics. 1 is the best; equal means share a rank.${muted}`;
    const ranks = { lines: ranksOf(slopes.lines, isRank), format: String, isWhole: true };
    return { title, caption, of: { ...shared, ...ranks, isRank: true } };
  }
  const title = `Mean ${measure} of each run under each label set`;
  const way = isRank ? 'Lower is better, so the axis is turned: up is better.' : 'Up is better.';
  const whose = showsAllIntervals(slopes.lines) ? 'Bars' : `Bars, for ${run} alone`;
  const caption = `${title}, ${nTopics} topics. ${way} ${whose}: 95% interval of the mean over topics (Student’s t), within the measure’s limits.${muted}`;
  return { title, caption, of: { ...shared, isRank } };
}

/** The mean of each run under each label set, with its interval, or its rank. */
export function SlopeFigure(props: Props) {
  const { orders, measure, isRank } = props;
  const slopes = slopesOf(orders.means, measure);
  const usual = slopes.lines.length > MOST_MEANS ? 'ranks' : 'means';
  const [chosen, choose] = useState<Drawn | null>(null);
  const drawn = chosen ?? usual;
  const { title, caption, of } = pictureOf(slopes, drawn, props);
  return (
    <>
      <p>{describeSlopes(slopes, isRank)}</p>
      <Segmented label="Values" options={DRAWN} value={drawn} onChange={choose} />
      <Figure
        {...{ title, caption, of }}
        draw={drawLines}
        axes={{ across: 'label set', up: `${drawn === 'ranks' ? 'rank by' : 'mean'} ${measure}` }}
        table={slopeTable(slopes, isRank)}
        fileName={`${drawn === 'ranks' ? 'ranks' : 'runs'}-by-labels-${measure}`}
        height={320}
      />
      <p className={text.note}>
        The difference between two runs can be real even if their intervals overlap: see the{' '}
        <Defined at="significance#interval-of-a-mean">interval of a mean</Defined>.
      </p>
    </>
  );
}
