import type { JudgmentVersion, WholePair } from '@/api/types';
import { HeatLegend } from '@/features/campaign/pairs/HeatLegend';
import { HeatList } from '@/features/campaign/pairs/HeatList';
import { HeatText } from '@/features/campaign/pairs/HeatText';
import { heatOf, standingOf } from '@/features/campaign/pairs/heat';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/pairs/heat.module.css';

type Props = Readonly<{ pair: WholePair; judgments: readonly JudgmentVersion[] }>;

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

type HeatedProps = Readonly<{ passage: string; judgments: readonly JudgmentVersion[] }>;

/** The whole passage, and over it what the assessors who graded it highlighted. */
export function PassageSection({ pair: { row, text: passage }, judgments }: Props) {
  return (
    <section aria-labelledby="passage">
      <h2 id="passage">Passage</h2>
      {row.title !== '' && (
        <h3 className={styles.title} dir="auto">
          {row.title}
        </h3>
      )}
      {passage === null || passage === '' ? (
        <p className={text.soft}>This passage has no text.</p>
      ) : (
        <HeatedPassage passage={passage} judgments={judgments} />
      )}
    </section>
  );
}
