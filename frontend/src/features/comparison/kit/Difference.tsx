import { directionOf } from '@/shared/evaluation/direction';
import { formatDifference } from '@/shared/format/numbers';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/comparison/kit/kit.module.css';

type Props = Readonly<{
  difference: number;
  stars: string;
  isRank: boolean;
  /** By which test; a star of equivalence says that two runs do not differ. */
  test: string;
}>;

/** A difference with its stars. Only a starred one takes colour, and the word beside it is for those who do not see it. */
export function Difference({ difference, stars, isRank, test }: Props) {
  const direction = directionOf(difference, isRank);
  const isShown = stars !== '' && test !== 'equivalence';
  return (
    <span className={styles.difference} {...(isShown && { 'data-direction': direction })}>
      {formatDifference(difference, isRank)}
      {stars}
      {direction !== 'equal' && <span className={text.visuallyHidden}> ({direction})</span>}
    </span>
  );
}
