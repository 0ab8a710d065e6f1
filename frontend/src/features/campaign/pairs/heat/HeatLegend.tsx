import type { CSSProperties } from 'react';
import { formatShareOf, legendSteps, shareOf } from '@/features/campaign/pairs/heat/heatTexts';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/pairs/heat/heat.module.css';

type Props = Readonly<{ nGraded: number }>;

/** What the shades mean; the line below says it without colour. */
export function HeatLegend({ nGraded }: Props) {
  return (
    <div className={styles.legend}>
      <span className={text.soft}>Highlighted by</span>
      {legendSteps(nGraded).map((n) => (
        <span
          key={n}
          className={n === nGraded ? styles.allStep : styles.step}
          style={{ '--share': shareOf(n, nGraded) } as CSSProperties}
        >
          {formatShareOf(n, nGraded)}
        </span>
      ))}
      <span className={text.soft}>of those who graded it. A solid line: all of them agree.</span>
    </div>
  );
}
