import { sayPairSum } from '@/features/campaign/kit/pairSum';
import { formatHours } from '@/features/campaign/setup/draft/cost';
import { GOLD_EVERY } from '@/features/campaign/setup/draft/request';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import type { Plan } from '@/features/campaign/api/setup';
import { counted, formatCount } from '@/shared/format/numbers';
import styles from '@/features/campaign/setup/review/WorkTable.module.css';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{
  plan: Plan;
  draft: Pick<Draft, 'people' | 'perPair' | 'repeatEvery' | 'goldEvery' | 'unit'>;
}>;
type Line = readonly [name: string, how: string, n: number, isExpected?: boolean];

/** What the judgments are for; none that is not asked for. */
function linesOf({ pairs, work }: Plan, draft: Props['draft']): Line[] {
  const { people, perPair, repeatEvery, goldEvery, unit } = draft;
  const times = (n: number, each: string): string => `${counted(n, 'pair')} × ${each}`;
  const everyone = counted(people, 'assessor');
  const where =
    unit === 'topics'
      ? 'each within its topic'
      : `one in ${formatCount(goldEvery ?? GOLD_EVERY)} judgments`;
  const lines: Line[] = [
    ['Regular', times(pairs.regular, counted(perPair, 'judgment')), work.regular],
    ['For everyone', times(pairs.for_all, everyone), work.for_all],
    ['Gold', `${counted(pairs.gold, 'pair')}, ${where}`, work.gold, true],
    ['Repeats', `one in ${formatCount(repeatEvery ?? 0)} judgments`, work.repeats, true],
    ['Qualification', times(pairs.qualification, everyone), work.qualification],
  ];
  return lines.filter(([, , n]) => n > 0);
}

/** The pairs by kind in one sum, and the judgments that they take. */
export function WorkTable({ plan, draft }: Props) {
  const { pairs, work } = plan;
  const sum = sayPairSum({
    regular: pairs.regular,
    forAll: pairs.for_all,
    gold: pairs.gold,
    qualification: pairs.qualification,
  });
  return (
    <table className={styles.work}>
      <caption>{sum}</caption>
      <thead className={text.visuallyHidden}>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col">Pairs</th>
          <th scope="col">Judgments</th>
        </tr>
      </thead>
      <tbody>
        {linesOf(plan, draft).map(([name, how, n, isExpected = false]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{how}</td>
            <td>
              {isExpected && 'about '}
              {formatCount(n)}
            </td>
          </tr>
        ))}
        <tr className={styles.total}>
          <th scope="row">Total</th>
          <td>
            about {formatHours(work.hours)}, {formatHours(work.hours_each)} per assessor
          </td>
          <td data-testid="n-judgments">{counted(work.total, 'judgment')}</td>
        </tr>
        {work.extra_most > 0 && (
          <tr>
            <th scope="row">Further</th>
            <td>where grades disagree</td>
            <td>up to {formatCount(work.extra_most)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
