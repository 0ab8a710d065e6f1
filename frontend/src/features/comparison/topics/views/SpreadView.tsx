import { useCallback, useMemo } from 'react';
import { describeShown } from '@/features/comparison/topics/table/describeShown';
import { drawSpread } from '@/features/comparison/topics/views/drawSpread';
import type { RunSpread } from '@/features/comparison/topics/views/drawSpread';
import { blockOf } from '@/features/comparison/topics/table/table';
import type { ViewProps } from '@/features/comparison/topics/table/table';
import { allRuns } from '@/features/comparison/topics/views/topicColumns';
import { formatScore } from '@/shared/format/numbers';
import { useNavigate } from '@/shared/routing/location';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';
import { spreadOf } from '@/shared/ui/figure/spread';
import { TableView } from '@/shared/ui/figure/TableView';
import parts from '@/shared/styles/parts.module.css';

const NUMBERS = ['least', 'lower', 'median', 'mean', 'upper', 'most'] as const;
const HEADS: Readonly<Record<string, string>> = {
  least: 'lowest',
  lower: 'lower quartile',
  upper: 'upper quartile',
  most: 'highest',
};

const columnsOf = (isRank: boolean): Column<RunSpread>[] => [
  words('run', ({ run }) => run),
  ...NUMBERS.map((name) =>
    numbers<RunSpread>(
      HEADS[name] ?? name,
      ({ spread }) => spread[name],
      (value) => formatScore(value, isRank),
    ),
  ),
];

/** How the values of each run spread over topics. */
export function SpreadView({ table, shown, focus, to }: ViewProps) {
  const navigate = useNavigate();
  const isRank = table.lower_is_better;
  const runs = useMemo(
    () =>
      (blockOf(table, focus.labels)?.runs ?? []).flatMap(({ run, values }) => {
        const points = shown.map(({ query_id: queryId, query, place }) => ({
          queryId,
          query,
          value: values[place] ?? 0,
        }));
        const spread = spreadOf(points.map(({ value }) => value));
        return spread === null ? [] : [{ run, spread, points }];
      }),
    [table, shown, focus.labels],
  );
  const draw = useCallback(
    (width: number) =>
      drawSpread({ runs, isRank, width, onTopic: (id) => to !== null && navigate(to(id)) }),
    [runs, isRank, navigate, to],
  );
  const title = `${table.measure} of each run over topics, under ${focus.labels}`;
  const turned = isRank ? ' Lower is better, so the axis is turned: right is better.' : '';
  return (
    <>
      <Figure
        title={title}
        caption={
          `${title}. The box holds the middle half of the topics, the line in it is the median, ` +
          `the diamond the mean; whiskers reach the lowest and highest topic. ` +
          `Each dot is a topic.${turned} ${describeShown(shown, table)}`
        }
        draw={draw}
        table={allRuns(table, focus.labels, shown, to)}
        fileName={`spread-${table.measure}-${focus.labels}`}
      />
      <details className={parts.fold}>
        <summary>The numbers of each box</summary>
        <TableView table={{ name: 'Spread by run', columns: columnsOf(isRank), rows: runs }} />
      </details>
    </>
  );
}
