import { useRead } from '@/api/read';
import type { PilotAssessor } from '@/api/types';
import { counted, formatCount, formatDifference, formatShare } from '@/shared/format/numbers';
import { formatSeconds } from '@/shared/format/time';
import { Link } from '@/shared/routing/Link';
import { Bar } from '@/shared/ui/Bar';
import { TableView } from '@/shared/ui/figure/TableView';
import { counts, numbers, words } from '@/shared/ui/figure/figureTable';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import styles from '@/features/campaign/board/board.module.css';
import text from '@/shared/styles/text.module.css';

const REFRESH_MS = 15_000;
const GOOD = 'good';

const columnsOf = (nPairs: number) => [
  words<PilotAssessor>('assessor', ({ pseudonym }) => pseudonym),
  counts<PilotAssessor>(`judged of ${formatCount(nPairs)}`, ({ n_judged: n }) => n),
  counts<PilotAssessor>('not judged', ({ n_not_judged: n }) => n),
  numbers<PilotAssessor>('median time', ({ median_active_ms: ms }) => ms, formatSeconds),
  numbers<PilotAssessor>('same as the others', ({ agreement }) => agreement, formatShare),
  numbers<PilotAssessor>(
    'higher or lower',
    ({ mean_difference: difference }) => difference,
    (difference) => formatDifference(difference, true),
  ),
];

type Props = Readonly<{
  campaignId: number;
  /** While it is under way. */
  isFollowed: boolean;
}>;

/** How far the pilot is, whether its assessors agree, and where they do not. */
export function PilotReport({ campaignId, isFollowed }: Props) {
  const { data: report, error } = useRead(
    '/api/campaigns/{campaign_id}/pilot',
    { campaign_id: campaignId },
    { refetchInterval: isFollowed && REFRESH_MS },
  );
  if (report === undefined) return <ErrorMessage error={error} />;
  const { n_pairs: nPairs, n_answers: nAnswers, n_expected: nExpected, verdict } = report;
  const given = `${formatCount(nAnswers)} of ${counted(nExpected, 'answer')} to the pilot`;
  return (
    <>
      <p className={text.number}>{given}</p>
      <Bar value={nAnswers} max={nExpected} label={given} />
      <p className={verdict.level === GOOD ? undefined : text.warn}>
        <b>{verdict.sentence}</b>
      </p>
      <ul className={styles.disputed}>
        {verdict.disputed.map(({ id, query, grades }) => (
          <li key={id}>
            <Link to={`/campaigns/${campaignId}/pairs/${id}`}>{query}</Link>: {grades.join(', ')}
          </li>
        ))}
      </ul>
      <TableView
        table={{ name: 'How the pilot went', columns: columnsOf(nPairs), rows: report.assessors }}
      />
      <p className={text.soft}>
        α is Krippendorff’s, on ordered grades: good from .8 on, moderate from .667 on. “Higher or
        lower” is how far one’s grades lie from the others’ on average.
      </p>
    </>
  );
}
