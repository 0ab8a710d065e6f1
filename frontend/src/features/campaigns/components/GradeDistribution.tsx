import type { CSSProperties } from 'react';
import type { BoardGrade } from '@/api/types';
import { formatCount, formatShare } from '@/shared/format';
import { gradeTitle } from '@/shared/gradeTitle';

type Props = Readonly<{ grades: readonly BoardGrade[] }>;

/** How often each grade was given: one bar a grade, with its number. */
export function GradeDistribution({ grades }: Props) {
  const total = grades.reduce((sum, { n }) => sum + n, 0);
  const most = Math.max(...grades.map(({ n }) => n), 1);
  return (
    <section aria-labelledby="grades">
      <h2 id="grades">Grades given</h2>
      {total === 0 ? (
        <p className="soft">None yet. The first judgment shows here within seconds.</p>
      ) : (
        <table className="distribution">
          <tbody>
            {grades.map(({ value, name, colour, n }) => (
              <tr key={value} style={{ '--grade': colour } as CSSProperties}>
                <th scope="row">{gradeTitle(value, name)}</th>
                <td className="stretch" aria-hidden>
                  <i style={{ width: `${(n / most) * 100}%` }} />
                </td>
                <td className="number">{formatCount(n)}</td>
                <td className="number soft">{formatShare(n / total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
