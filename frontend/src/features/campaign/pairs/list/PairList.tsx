import type { Grade, PairAnswer, PairChoices } from '@/api/types';
import { ErrorText } from '@/shared/ui/requests/ErrorText';
import { usePairPages } from '@/features/campaign/api/pairs';
import { GradeCell } from '@/features/campaign/pairs/answers/GradeCell';
import { PairTable } from '@/features/campaign/pairs/list/PairTable';
import { addressOf } from '@/features/campaign/pairs/search/search';
import type { Search } from '@/features/campaign/pairs/search/search';
import { cx } from '@/shared/styles/cx';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/pairs/list/pairs.module.css';

type LegendProps = Readonly<{ answers: readonly PairAnswer[]; scale: readonly Grade[] }>;

/** What the cells mean that have no grade, or one that is no vote. */
function Legend({ answers, scale }: LegendProps) {
  const hasBlanks = answers.some(({ grade }) => grade === null);
  const surplus = answers.find(({ is_surplus: isSurplus }) => isSurplus);
  if (!hasBlanks && surplus === undefined) return null;
  return (
    <p className={cx(styles.legend, text.note)}>
      {hasBlanks && (
        <>
          <GradeCell grade={null} scale={scale} /> not judged
        </>
      )}
      {surplus !== undefined && (
        <>
          <GradeCell grade={surplus.grade} scale={scale} isSurplus /> surplus: the pair had all the
          judgments it wanted, and the grade is no vote
        </>
      )}
    </p>
  );
}

type Props = Readonly<{
  campaignId: number;
  choices: PairChoices;
  search: Search;
  pages: ReturnType<typeof usePairPages>;
}>;

const EXPERTS = ['gold', 'qualification'];

/** The pairs that were read so far, and a button for more. */
export function PairList({ campaignId, choices, search, pages }: Props) {
  const rows = pages.data?.pages.flatMap((page) => page.pairs) ?? [];
  return (
    <div aria-busy={pages.isFetching}>
      <Legend answers={rows.flatMap((row) => row.answers)} scale={choices.grades} />
      {rows.length > 0 && (
        <PairTable
          rows={rows}
          scale={choices.grades}
          hasExpert={choices.kinds.some(({ kind }) => EXPERTS.includes(kind))}
          hasDecisions={choices.only.some(({ only, n }) => only === 'decided' && n > 0)}
          addressOf={({ id }) => `/campaigns/${campaignId}/pairs/${id}${addressOf(search)}`}
        />
      )}
      <ErrorText error={pages.error} />
      {pages.hasNextPage && (
        <p>
          <Button
            look="second"
            disabled={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            Show more
          </Button>
        </p>
      )}
    </div>
  );
}
