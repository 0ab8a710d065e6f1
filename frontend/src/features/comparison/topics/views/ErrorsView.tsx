import { useMemo } from 'react';
import { describeShown } from '@/features/comparison/topics/table/describeShown';
import { chosenErrors, errorsOf, failedIn } from '@/features/comparison/topics/table/errors';
import type { Errors, FailedTopic, RunErrors } from '@/features/comparison/topics/table/errors';
import { blockOf } from '@/features/comparison/topics/table/table';
import type { Topic, ViewProps } from '@/features/comparison/topics/table/table';
import { drawCells } from '@/features/comparison/topics/views/drawCells';
import { topicColumns } from '@/features/comparison/topics/views/topicColumns';
import { counted, formatCount } from '@/shared/format/numbers';
import { chosenOf } from '@/shared/routing/useAddress';
import { SelectField } from '@/shared/ui/fields/SelectField';
import type { Option } from '@/shared/ui/fields/SelectField';
import { Figure } from '@/shared/ui/figure/Figure';
import { TableView } from '@/shared/ui/figure/TableView';
import { counts, words } from '@/shared/ui/figure/figureTable';
import type { Column, FigureTable } from '@/shared/ui/figure/figureTable';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ errors: Errors; shown: readonly Topic[] }> &
  Pick<ViewProps, 'to' | 'params' | 'change'>;

type Row = FailedTopic & Readonly<{ topic: Topic }>;

const MOST_NAMED = 3;
/** Of more runs a list of all pairs would be too long. */
const MOST_PAIRED = 12;

const named = (runs: readonly string[], nRuns: number): string =>
  runs.length === nRuns && nRuns > 1
    ? 'all runs'
    : runs.length <= MOST_NAMED
      ? runs.join(', ')
      : `${runs.slice(0, MOST_NAMED).join(', ')} and ${runs.length - MOST_NAMED} more`;

function optionsOf(errors: Errors, which: string | null): Option[] {
  const option = (value: string, label: string): Option => {
    const n = chosenErrors(errors, value).length;
    return { value, label: `${label} (${formatCount(n)})` };
  };
  const single = errors.byRun.map(({ run }) => option(failedIn(run), `on which ${run} fails`));
  if (errors.nRuns < 2) return single;
  const usual = [
    option('shared', 'on which all runs fail'),
    option('alone', 'on which one run fails alone'),
    ...single,
  ];
  const pair = (one: string, other: string): Option =>
    option(failedIn(one, other), `on which ${one} and ${other} both fail`);
  const names = errors.byRun.map(({ run }) => run);
  if (names.length <= MOST_PAIRED)
    return [
      ...usual,
      ...names.flatMap((one, at) => names.slice(at + 1).map((other) => pair(one, other))),
    ];
  const [one, other, ...more] = (which ?? '').replace(/^in:/, '').split(',');
  const isPair = more.length === 0 && [one, other].every((run) => names.includes(run ?? ''));
  return isPair ? [...usual, pair(one ?? '', other ?? '')] : usual;
}

/** The topics on which runs fail, those asked for. */
function ErrorList({ errors, shown, to, params, change }: Props) {
  const options = optionsOf(errors, params.get('which'));
  const which = chosenOf(
    params,
    'which',
    options.map(({ value }) => value),
  );
  const topics = new Map(shown.map((topic) => [topic.place, topic]));
  const rows = chosenErrors(errors, which).flatMap((failed): Row[] => {
    const topic = topics.get(failed.place);
    return topic === undefined ? [] : [{ ...failed, topic }];
  });
  const columns: Column<Row>[] = [
    ...topicColumns<Row>(({ topic }) => topic, to),
    words('fails in', ({ runs }) => named(runs, errors.nRuns)),
    counts('unjudged in', ({ nUnjudged }) => nUnjudged),
  ];
  return (
    <>
      <SelectField
        label="Topics"
        options={options}
        value={which}
        onChange={(value) => change({ which: value })}
      />
      {rows.length === 0 ? (
        <p className={text.soft}>No such topic is shown.</p>
      ) : (
        <TableView table={{ name: 'Topics with errors', columns, rows }} />
      )}
    </>
  );
}

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

/** On how many topics every two runs fail, in the form of a drawing. */
function sharedCells({ byRun: runs, both }: Errors) {
  const names = runs.map(({ run }) => run);
  const most = Math.max(1, ...runs.map(({ fails }) => fails));
  const cells = both.flatMap((line, row) =>
    line.map((n, column) => {
      const [one = '', other = ''] = [names[row], names[column]];
      const found = row === column ? `${one} fails: ${n}` : `${one} and ${other} fail: ${n}`;
      return { row, column, share: n / most, text: `${n}`, found };
    }),
  );
  const ends = ['0', `${most}`] as const;
  return { rows: names, columns: names, cells, rowHeight: ROW_HEIGHT, ends };
}

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
  if (errors === null) return null;
  const runs = errors.byRun.map(({ run }) => run);
  const choose = (cell: number): void => {
    const [row, column] = [Math.floor(cell / runs.length), cell % runs.length];
    change({ which: failedIn(runs[row] ?? '', runs[column] ?? '') });
  };
  const title = `Topics on which two runs fail at rank 1, under ${focus.labels}`;
  return (
    <>
      <p>
        A run fails on a topic if the passage at rank 1 is not known to be relevant: it is not
        relevant, unjudged or missing. {describe(errors, shown.length, focus.labels)}
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
          draw={drawCells}
          of={sharedCells(errors)}
          onPlace={choose}
          table={byPair(errors)}
          fileName={`errors-at-rank-1-${focus.labels}`}
          axes={{ across: 'run', up: 'run' }}
          height={200}
        />
      )}
    </>
  );
}
