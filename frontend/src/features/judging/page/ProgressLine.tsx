import { aheadOf, timeLeft } from '@/features/judging/visit/pace';
import type { WorkDone } from '@/features/judging/page/workDone';
import { counted, formatCount } from '@/shared/format/numbers';
import styles from '@/features/judging/page/ProgressLine.module.css';

/** What the count holds besides grades. */
const notJudged = (n: number): string => (n === 0 ? '' : `, ${formatCount(n)} not`);

function formatDone({ nJudged, nNotJudged, share }: WorkDone): string {
  if (share === null) return `${formatCount(nJudged)} judged${notJudged(nNotJudged)}`;
  return `${formatCount(nJudged + nNotJudged)} of your ${formatCount(share)}`;
}

type Props = Readonly<{ workDone: WorkDone; times: readonly number[] }>;

/** How far the assessor is in the topic and in their share, and how long the rest may take. */
export function ProgressLine({ workDone, times }: Props) {
  const { nJudged, nNotJudged, share, place } = workDone;
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
        {formatDone(workDone)}
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
