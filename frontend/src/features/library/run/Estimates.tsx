import type { Scored } from '@/features/library/api/runs';
import { estimatesIn, marksIn, notGiven } from '@/features/library/run/depths';
import type { Estimate } from '@/features/library/run/depths';
import { formatRange, formatScore } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { labelsPath } from '@/shared/routing/paths';
import { Defined, Measure } from '@/shared/ui/Defined';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import text from '@/shared/styles/text.module.css';

const COLUMNS: Columns<Estimate> = [
  wordsColumn('label set', ({ labels }) => <Link to={labelsPath(labels)}>{labels}</Link>),
  wordsColumn('measure', ({ measure }) => <Measure name={measure} />),
  { head: 'estimate', cell: ({ mean }) => formatScore(mean) },
  { head: '95%, topics like these', cell: ({ likeThese }) => formatRange(likeThese) },
  { head: '95%, these topics', cell: ({ these }) => formatRange(these) },
];

/** Both intervals of each mean under labels that are samples, and what these do not give. */
export function Estimates({ all }: Readonly<{ all: readonly Scored[] }>) {
  const rows = estimatesIn(all);
  if (rows.length === 0) return null;
  return (
    <>
      <h3>
        <Defined at="sampling#scores-under-a-sample">Estimates from samples</Defined>
      </h3>
      {marksIn(all).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <CardTable
        label="Estimates from samples"
        columns={COLUMNS}
        rows={rows}
        keyOf={({ labels, measure }) => `${labels} ${measure}`}
      />
      {notGiven(all).map((sentence) => (
        <p key={sentence} className={text.soft}>
          {sentence}
        </p>
      ))}
    </>
  );
}
