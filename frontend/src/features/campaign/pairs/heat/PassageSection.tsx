import type { JudgmentVersion, WholePair } from '@/api/types';
import { HeatLegend } from '@/features/campaign/pairs/heat/HeatLegend';
import { HeatList } from '@/features/campaign/pairs/heat/HeatList';
import { HeatText } from '@/features/campaign/pairs/heat/HeatText';
import { heatOf, standingOf } from '@/features/campaign/pairs/heat/heat';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/pairs/heat/heat.module.css';

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
