import type { CSSProperties } from 'react';
import type { JudgmentVersion, WholePair } from '@/api/types';
import { HeatText } from '@/features/campaign/pairs/heat/HeatText';
import { heatOf, standingOf } from '@/features/campaign/pairs/heat/heat';
import {
  formatShareOf,
  legendSteps,
  shareOf,
  formatBy,
} from '@/features/campaign/pairs/heat/heatTexts';
import type { HeatStretch } from '@/features/campaign/pairs/heat/heat';
import { beginningOf } from '@/features/campaign/kit/beginningOf';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/pairs/heat/heat.module.css';
import parts from '@/shared/styles/parts.module.css';

const SHOWN = 120;

type HeatListProps = Readonly<{
  passage: string;
  stretches: readonly HeatStretch[];
  nGraded: number;
}>;

/** The same without colours: each highlighted stretch, and by whom. */
function HeatList({ passage, stretches, nGraded }: HeatListProps) {
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

/** What the shades mean; the line below says it without colour. */
function HeatLegend({ nGraded }: Readonly<{ nGraded: number }>) {
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

type Props = Readonly<{ pair: WholePair; judgments: readonly JudgmentVersion[] }>;

type HeatedProps = Readonly<{ passage: string; judgments: readonly JudgmentVersion[] }>;

function HeatedPassage({ passage, judgments }: HeatedProps) {
  const graded = standingOf(judgments).filter(({ grade }) => typeof grade === 'number');
  const stretches = heatOf(passage, graded);
  const isBare = stretches.every(({ by }) => by.length === 0);
  return (
    <>
      {!isBare && <HeatLegend nGraded={graded.length} />}
      <HeatText passage={passage} stretches={stretches} nGraded={graded.length} />
      {isBare ? (
        <p className={text.note}>Nobody highlighted words here.</p>
      ) : (
        <HeatList passage={passage} stretches={stretches} nGraded={graded.length} />
      )}
    </>
  );
}

/** The whole passage, and over it what the assessors who graded it highlighted. */
export function PassageSection({ pair, judgments }: Props) {
  const { row } = pair;
  const passage = pair.text ?? '';
  return (
    <section aria-labelledby="passage">
      <h2 id="passage">Passage</h2>
      {row.title !== '' && (
        <h3 className={styles.title} dir="auto">
          {row.title}
        </h3>
      )}
      {passage === '' ? (
        <p className={text.soft}>There is no text here, only a title or an id.</p>
      ) : (
        <HeatedPassage passage={passage} judgments={judgments} />
      )}
    </section>
  );
}
