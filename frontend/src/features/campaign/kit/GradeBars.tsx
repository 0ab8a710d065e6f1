import type { CSSProperties } from 'react';
import { formatCount, formatShare } from '@/shared/format/numbers';
import { gradeTitle } from '@/shared/judging/grades';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/kit/GradeBars.module.css';

type Props = Readonly<{
  grades: readonly Readonly<{ value: number; name: string; colour: string; n: number }>[];
  /** What the shares are of. */
  total: number;
  /** Beside other things, in less room. */
  isNarrow?: boolean;
}>;

/** How often there is each grade: a bar, a number and a share each. */
export function GradeBars({ grades, total, isNarrow = false }: Props) {
  const most = Math.max(...grades.map(({ n }) => n), 1);
  return (
    <table className={styles.bars} data-narrow={isNarrow}>
      <tbody>
        {grades.map(({ value, name, colour, n }) => (
          <tr key={value} style={{ '--grade': colour } as CSSProperties}>
            <th scope="row">{gradeTitle(value, name)}</th>
            <td className={styles.stretch} aria-hidden>
              <i style={{ width: `${(n / most) * 100}%` }} />
            </td>
            <td className={text.number}>{formatCount(n)}</td>
            <td className={text.softNumber}>{total === 0 ? '–' : formatShare(n / total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
