import { useCallback, useMemo } from 'react';
import { describeShown } from '@/features/comparison/topics/table/describeShown';
import { drawCells } from '@/features/comparison/topics/views/drawCells';
import { ErrorList } from '@/features/comparison/topics/views/ErrorList';
import { errorsOf, failedIn } from '@/features/comparison/topics/table/errors';
import type { Errors, RunErrors } from '@/features/comparison/topics/table/errors';
import { blockOf } from '@/features/comparison/topics/table/table';
import type { ViewProps } from '@/features/comparison/topics/table/table';
import { counted, formatCount } from '@/shared/format/numbers';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, words } from '@/shared/ui/figure/figureTable';
import type { FigureTable } from '@/shared/ui/figure/figureTable';
import { TableView } from '@/shared/ui/figure/TableView';

const ROW_HEIGHT = 28;

const byRun = (errors: Errors): FigureTable<RunErrors> => ({
  name: 'Errors by run',
  columns: [
    words('run', ({ run }) => run),
    counts('fails', ({ fails }) => fails),
    counts('not relevant', ({ notRelevant }) => notRelevant),
    counts('unjudged', ({ unjudged }) => unjudged),
    counts('nothing retrieved', ({ nothing }) => nothing),
    counts('alone', ({ alone }) => alone),
  ],
  rows: errors.byRun,
});

const byPair = ({ byRun: runs, both }: Errors): FigureTable<number> => ({
  name: 'Errors that two runs share',
  columns: [
    words('run', (row) => runs[row]?.run ?? ''),
    ...runs.map(({ run }, column) => counts<number>(run, (row) => both[row]?.[column] ?? 0)),
  ],
  rows: runs.map((_, row) => row),
});

function describe({ nRuns, failed }: Errors, n: number, labels: string): string {
  const shared = failed.filter(({ runs }) => runs.length === nRuns).length;
  const alone = failed.filter(({ runs }) => runs.length === 1).length;
  const of = `Of ${counted(n, 'topic')} shown, under ${labels}`;
  if (nRuns < 2) return `${of}, the run fails on ${formatCount(failed.length)}.`;
  return (
    `${of}, no run fails on ${formatCount(n - failed.length)}, ` +
    `all runs fail on ${formatCount(shared)}, and one run fails alone on ${formatCount(alone)}.`
  );
}

/** What runs get wrong at rank 1, and what they get wrong together. */
export function ErrorsView({ table, shown, focus, to, params, change }: ViewProps) {
  const errors = useMemo(() => {
    const block = blockOf(table, focus.labels);
    const places = shown.map(({ place }) => place);
    return block === undefined ? null : errorsOf(block, places);
  }, [table, shown, focus.labels]);
  const draw = useCallback(
    (width: number) => {
      const runs = errors?.byRun.map(({ run }) => run) ?? [];
      const most = Math.max(1, ...(errors?.byRun.map(({ fails }) => fails) ?? []));
      const cells = (errors?.both ?? []).flatMap((line, row) =>
        line.map((n, column) => {
          const [one = '', other = ''] = [runs[row], runs[column]];
          const found = row === column ? `${one} fails: ${n}` : `${one} and ${other} fail: ${n}`;
          return { row, column, share: n / most, text: `${n}`, found };
        }),
      );
      return drawCells({
        rows: runs,
        columns: runs,
        cells,
        rowHeight: ROW_HEIGHT,
        ends: ['0', `${most}`],
        width,
        onCell: (cell) => {
          const [row, column] = [Math.floor(cell / runs.length), cell % runs.length];
          change({ which: failedIn(runs[row] ?? '', runs[column] ?? '') });
        },
      });
    },
    [errors, change],
  );
  if (errors === null) return null;
  const title = `Topics on which two runs fail at rank 1, under ${focus.labels}`;
  return (
    <>
      <p>
        A run fails on a topic where no passage that is known to be relevant stands at rank 1: it is
        not relevant, nobody judged it, or the run retrieved nothing.{' '}
        {describe(errors, shown.length, focus.labels)}
      </p>
      <TableView table={byRun(errors)} />
      <ErrorList errors={errors} shown={shown} to={to} params={params} change={change} />
      {errors.nRuns > 1 && (
        <Figure
          title={title}
          caption={
            `${title}; on the diagonal, all on which one fails. ` +
            `A cell lists its topics above. ${describeShown(shown, table)}`
          }
          draw={draw}
          table={byPair(errors)}
          fileName={`errors-at-rank-1-${focus.labels}`}
          height={200}
        />
      )}
    </>
  );
}
