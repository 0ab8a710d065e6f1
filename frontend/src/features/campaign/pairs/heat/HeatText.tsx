import type { CSSProperties } from 'react';
import type { HeatStretch } from '@/features/campaign/pairs/heat/heat';
import { formatBy, shareOf } from '@/features/campaign/pairs/heat/heatTexts';
import styles from '@/features/campaign/pairs/heat/heat.module.css';

type Props = Readonly<{
  passage: string;
  stretches: readonly HeatStretch[];
  /** How many assessors graded the pair. */
  nGraded: number;
}>;

/** The text, each stretch the stronger the more of its assessors highlighted it. */
export function HeatText({ passage, stretches, nGraded }: Props) {
  return (
    <div className={styles.text} dir="auto" data-testid="heat">
      {stretches.map(({ from, to, by }) => {
        const words = passage.slice(from, to);
        if (by.length === 0) return <span key={from}>{words}</span>;
        return (
          <mark
            key={from}
            className={by.length === nGraded ? styles.all : undefined}
            style={{ '--share': shareOf(by.length, nGraded) } as CSSProperties}
            title={formatBy(by, nGraded)}
          >
            {words}
          </mark>
        );
      })}
    </div>
  );
}
