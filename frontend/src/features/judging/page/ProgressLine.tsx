import { aheadOf, timeLeft } from '@/features/judging/visit/pace';
import type { Standing } from '@/features/judging/page/standing';
import { counted, formatCount } from '@/shared/format';
import styles from '@/features/judging/page/ProgressLine.module.css';

/** What the count holds besides grades. */
const notJudged = (n: number): string => (n === 0 ? '' : `, ${formatCount(n)} not`);

function doneWords({ nJudged, nNotJudged, share }: Standing): string {
  if (share === null) return `${formatCount(nJudged)} judged${notJudged(nNotJudged)}`;
  return `${formatCount(nJudged + nNotJudged)} of your ${formatCount(share)}`;
}

type Props = Readonly<{ standing: Standing; times: readonly number[] }>;

/** How far the assessor is in the topic and in their share, and how long the rest may take. */
export function ProgressLine({ standing, times }: Props) {
  const { nJudged, nNotJudged, share, place } = standing;
  const nDone = nJudged + nNotJudged;
  const ahead = aheadOf({ share }, nDone, place);
  const left = timeLeft(times, ahead);
  const detail = `${counted(nJudged, 'passage')} judged, ${formatCount(nNotJudged)} could not be judged`;
  return (
    <div className={styles.progress}>
      {place !== null && (
        <span className={styles.place}>
          Passage {place.position} of {place.of}
          <progress value={place.position - 1} max={place.of} aria-label="Progress in this topic" />
        </span>
      )}
      <span className={styles.share} title={detail} data-testid="share">
        {doneWords(standing)}
        {share !== null && (
          <progress value={nDone} max={share} aria-label="Progress in your share" />
        )}
      </span>
      {left !== null && (
        <span data-testid="time-left">
          {left}
          <span className={styles.of}> of {ahead?.of}</span>
        </span>
      )}
    </div>
  );
}
