import type { CSSProperties } from 'react';
import type { CampaignLabels, LabelsPreview } from '@/api/types';
import { formatCount, formatShare } from '@/shared/format';
import { gradeTitle } from '@/shared/gradeTitle';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/labels/Distribution.module.css';

type Props = Readonly<{
  counts: LabelsPreview['counts'];
  /** Null where labels are 0 and 1 and no grades of the campaign. */
  scale: CampaignLabels['scale'] | null;
}>;

const PLAIN: Readonly<Record<number, string>> = { 0: 'not relevant', 1: 'relevant' };

/** How many pairs have which label: a bar and a number each. */
export function Distribution({ counts, scale }: Props) {
  const most = Math.max(...counts.by_value.map(({ n }) => n), 1);
  const grades = new Map(scale?.map((grade) => [grade.value, grade]));
  return (
    <table className={styles.counts}>
      <tbody>
        {counts.by_value.map(({ value, n }) => {
          const { name = PLAIN[value] ?? '', colour = 'var(--accent)' } = grades.get(value) ?? {};
          return (
            <tr key={value} style={{ '--grade': colour } as CSSProperties}>
              <th scope="row">{gradeTitle(value, name)}</th>
              <td className={styles.stretch} aria-hidden>
                <i style={{ width: `${(n / most) * 100}%` }} />
              </td>
              <td className={text.number}>{formatCount(n)}</td>
              <td className={text.softNumber}>
                {counts.n_pairs === 0 ? '–' : formatShare(n / counts.n_pairs)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
