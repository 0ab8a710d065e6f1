import type { CSSProperties } from 'react';
import type { BoardGrade } from '@/api/types';
import { formatCount, formatShare } from '@/shared/format';
import { gradeTitle } from '@/shared/gradeTitle';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/board/GradeDistribution.module.css';

type Props = Readonly<{
  /** Null for who judges in the campaign, until it has ended. */
  grades: readonly BoardGrade[] | null;
}>;

/** How often each grade was given in the campaign. */
export function GradeDistribution({ grades }: Props) {
  return (
    <section aria-labelledby="grades">
      <h2 id="grades">Grades given</h2>
      {grades === null ? (
        <p className={text.soft}>
          You judge here yourself: which grades were given shows when the campaign has ended.
        </p>
      ) : (
        <Distribution grades={grades} />
      )}
    </section>
  );
}

/** One bar a grade, with its number. */
export function Distribution({ grades }: Readonly<{ grades: readonly BoardGrade[] }>) {
  const total = grades.reduce((sum, { n }) => sum + n, 0);
  const most = Math.max(...grades.map(({ n }) => n), 1);
  if (total === 0) {
    return <p className={text.soft}>None yet. The first judgment shows here within seconds.</p>;
  }
  return (
    <table className={styles.distribution}>
      <tbody>
        {grades.map(({ value, name, colour, n }) => (
          <tr key={value} style={{ '--grade': colour } as CSSProperties}>
            <th scope="row">{gradeTitle(value, name)}</th>
            <td className={styles.stretch} aria-hidden>
              <i style={{ width: `${(n / most) * 100}%` }} />
            </td>
            <td className={text.number}>{formatCount(n)}</td>
            <td className={text.softNumber}>{formatShare(n / total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
