import type { Board } from '@/api/types';
import { judgmentShare } from '@/features/campaign/kit/formatProgress';
import { formatCount } from '@/shared/format/numbers';
import { cx } from '@/shared/styles/cx';
import { Bar } from '@/shared/ui/Bar';
import { Fact } from '@/shared/ui/Fact';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/campaign/board/board.module.css';

type Props = Readonly<{
  progress: NonNullable<Board['progress']>;
  /** Topics for which more pairs are chosen. */
  nChoosing?: number;
}>;

/** The share as a bar, and what the figures above leave out. */
export function ProgressSummary({ progress, nChoosing = 0 }: Props) {
  const { pilot, for_all: forAll } = progress.pairs;
  return (
    <section aria-labelledby="progress">
      <h2 id="progress">Progress</h2>
      <Bar
        value={progress.n_votes}
        max={progress.n_wanted}
        label={judgmentShare({ ...progress, n_topics_choosing: nChoosing })}
      />
      <dl className={cx(parts.facts, styles.facts)}>
        <Fact name="pairs that somebody could not judge">
          {formatCount(progress.n_pairs_not_judged)}
        </Fact>
        <Fact name="judgments beyond what was wanted">{formatCount(progress.n_surplus)}</Fact>
        {pilot + forAll > 0 && (
          <Fact name="judgments of pairs everyone judges">
            {formatCount(progress.n_overlap_votes)}
          </Fact>
        )}
      </dl>
    </section>
  );
}
