import { chosenErrors, failedIn } from '@/features/comparison/topics/table/errors';
import type { Errors, FailedTopic } from '@/features/comparison/topics/table/errors';
import type { Topic, ViewProps } from '@/features/comparison/topics/table/table';
import { topicColumns } from '@/features/comparison/topics/views/topicColumns';
import { formatCount } from '@/shared/format/numbers';
import { chosenOf } from '@/shared/routing/useAddress';
import { SelectField } from '@/shared/ui/fields/SelectField';
import type { Option } from '@/shared/ui/fields/SelectField';
import { counts, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';
import { TableView } from '@/shared/ui/figure/TableView';
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
export function ErrorList({ errors, shown, to, params, change }: Props) {
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
