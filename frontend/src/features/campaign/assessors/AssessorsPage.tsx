import { useState } from 'react';
import type { AssessorLine } from '@/api/types';
import { useAssessors } from '@/features/campaign/api/agreement';
import {
  FLAGS,
  formatBeside,
  formatShift,
  NO_FIGURE_BLOCKS,
  tooFastShare,
} from '@/features/campaign/assessors/texts';
import { useShortList } from '@/shared/ui/tables/useShortList';
import { definitionOf } from '@/shared/definitions/definitions';
import { formatCount, formatScore, formatShare } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import { Tag } from '@/shared/ui/Tag';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Unread } from '@/shared/ui/requests/Unread';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import kit from '@/features/campaign/kit/rows.module.css';
import text from '@/shared/styles/text.module.css';

const ORDERS = [
  { value: 'others', label: 'Agreement with the others, lowest first' },
  { value: 'gold', label: 'Agreement with gold, lowest first' },
  { value: 'own', label: 'Agreement with themselves, lowest first' },
  { value: 'pace', label: 'Too fast, most first' },
  { value: 'run', label: 'Longest run of one grade, longest first' },
  { value: 'votes', label: 'Votes, most first' },
  { value: 'name', label: 'Name' },
] as const;

type Order = (typeof ORDERS)[number]['value'];

/** What was not compared comes last. */
const LAST = 2;

const RANKED: Readonly<Record<Exclude<Order, 'name'>, (row: AssessorLine) => number>> = {
  others: ({ others }) => others.percent_agreement ?? LAST,
  gold: ({ gold }) => gold.percent_agreement ?? LAST,
  own: ({ own }) => own.percent_agreement ?? LAST,
  pace: (row) => -(tooFastShare(row) ?? -LAST),
  run: ({ longest_run: run }) => -(run?.n ?? 0),
  votes: ({ n_votes: n }) => -n,
};

/** Those who come to the same stay in the order of their names. */
export function sorted(rows: readonly AssessorLine[], order: Order): AssessorLine[] {
  const byName = rows.toSorted((a, b) => a.assessor.localeCompare(b.assessor));
  if (order === 'name') return byName;
  const rank = RANKED[order];
  return byName.toSorted((a, b) => rank(a) - rank(b));
}

const SHOWN_AT_FIRST = 40;

const columnsOf = (campaignId: number): Columns<AssessorLine> => [
  wordsColumn('assessor', ({ assessor, kind, flags }) => (
    <>
      <Link to={`/campaigns/${campaignId}/assessors/${encodeURIComponent(assessor)}`}>
        {assessor}
      </Link>{' '}
      {kind !== 'human' && <Tag tone="simulated">{kind}</Tag>}{' '}
      {flags.map((flag) => (
        <Tag key={flag} tone="flagged">
          {FLAGS[flag]}
        </Tag>
      ))}
    </>
  )),
  { head: 'votes', cell: ({ n_votes: n }) => formatCount(n) },
  { head: 'same as the others', cell: ({ others }) => formatBeside(others) },
  { head: 'shift', cell: ({ others }) => formatShift(others.mean_difference) },
  {
    head: 'κ, quadratic',
    at: definitionOf('coefficients', 'cohen_kappa_quadratic'),
    cell: ({ others }) => formatScore(others.cohen_kappa_quadratic),
  },
  { head: 'same as gold', cell: ({ gold }) => formatBeside(gold) },
  { head: 'same as decisions', cell: ({ decisions }) => formatBeside(decisions) },
  { head: 'same when asked again', cell: ({ own }) => formatBeside(own) },
  { head: 'too fast', cell: (row) => formatShare(tooFastShare(row)) },
  {
    head: 'longest run',
    cell: ({ longest_run: run }) =>
      run === null ? '–' : `${formatCount(run.n)} times grade ${run.grade}`,
  },
];

type Props = Readonly<{ campaignId: number; rows: readonly AssessorLine[] }>;

/** One row a person, each with its figures; sorted by what is looked for. */
function AssessorList({ campaignId, rows }: Props) {
  const [order, setOrder] = useState<Order>('others');
  const [visible, more] = useShortList(sorted(rows, order), SHOWN_AT_FIRST, 'assessor');
  return (
    <>
      <SelectField label="Order" options={ORDERS} value={order} onChange={setOrder} />
      <CardTable
        label="Assessors"
        columns={columnsOf(campaignId)}
        rows={visible}
        keyOf={({ assessor }) => assessor}
        className={kit.rows}
      />
      {more}
    </>
  );
}

/** How everybody judges: figures to look at, one person a row. */
export default function AssessorsPage() {
  const id = Number(useParams().id);
  const query = useAssessors(id);
  const { data } = query;
  if (data === undefined)
    return (
      <Unread
        of={query}
        waiting="Comparing the assessors"
        trouble="Assessors cannot be compared now"
      />
    );
  return (
    <section aria-labelledby="how-they-judge">
      <h2 id="how-they-judge">How they judge</h2>
      <p className={text.soft}>
        {NO_FIGURE_BLOCKS} Grades are compared with the median of the other people on the same pair;
        shift says how far above or below it somebody’s grades lie. Too fast is above{' '}
        {formatCount(data.pace_limit)} words a minute, a limit that is set under Settings.
      </p>
      {data.assessors.length === 0 ? (
        <p>Nobody has judged yet. The first judgments show here.</p>
      ) : (
        <AssessorList campaignId={id} rows={data.assessors} />
      )}
    </section>
  );
}
