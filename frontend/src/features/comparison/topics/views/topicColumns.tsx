import type { TopicTable } from '@/api/compared';
import { blockOf } from '@/features/comparison/topics/table/table';
import type { Topic, ViewProps } from '@/features/comparison/topics/table/table';
import { formatScore } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column, FigureTable } from '@/shared/ui/figure/figureTable';

type To = ViewProps['to'];

/** A topic by its id, which leads to its page, and its query. */
export const topicColumns = <Row,>(of: (row: Row) => Topic, to: To): Column<Row>[] => [
  words(
    'topic',
    (row) => of(row).query_id,
    (row) => {
      const { query_id: id } = of(row);
      return to === null ? id : <Link to={to(id)}>{id}</Link>;
    },
  ),
  words('query', (row) => of(row).query),
];

/** A column of a measure's values. */
export const scores = (
  name: string,
  valueOf: (topic: Topic) => number,
  isRank: boolean,
): Column<Topic> => numbers(name, valueOf, (value) => formatScore(value, isRank));

/** Every run on the topics shown, under one label set. */
export function allRuns(
  table: TopicTable,
  labels: string,
  rows: readonly Topic[],
  to: To,
): FigureTable<Topic> {
  const runs = blockOf(table, labels)?.runs ?? [];
  return {
    name: 'Values by topic and run',
    columns: [
      ...topicColumns<Topic>((topic) => topic, to),
      ...runs.map(({ run, values }) =>
        scores(run, ({ place }) => values[place] ?? 0, table.lower_is_better),
      ),
    ],
    rows,
  };
}
