import type { HeatStretch } from '@/features/campaign/pairs/heat/heat';
import { formatBy } from '@/features/campaign/pairs/heat/heatTexts';
import { beginningOf } from '@/features/campaign/pairs/answers/texts';
import text from '@/shared/styles/text.module.css';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/campaign/pairs/heat/heat.module.css';

const SHOWN = 120;

type Props = Readonly<{
  passage: string;
  stretches: readonly HeatStretch[];
  nGraded: number;
}>;

/** The same without colours: each highlighted stretch, and by whom. */
export function HeatList({ passage, stretches, nGraded }: Props) {
  return (
    <details className={parts.fold}>
      <summary>Highlights as a list</summary>
      <ol className={styles.list} aria-label="Highlights">
        {stretches
          .filter(({ by }) => by.length > 0)
          .map(({ from, to, by }) => (
            <li key={from}>
              <bdi>“{beginningOf(passage.slice(from, to).trim(), SHOWN)}”</bdi>
              <span className={text.soft}> {formatBy(by, nGraded)}</span>
            </li>
          ))}
      </ol>
    </details>
  );
}
