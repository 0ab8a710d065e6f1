import { useState } from 'react';
import type { Grade } from '@/api/types';
import { ScaleText } from '@/shared/ui/guideline/GuidelineText';
import styles from '@/features/judging/page/GradeMeanings.module.css';

/** So many passages are judged with the meanings in sight, unless somebody folds them. */
const N_FIRST = 10;

type Props = Readonly<{ scale: readonly Grade[]; nJudged: number }>;

/** What each grade means: in sight for the first passages, then folded. */
export function GradeMeanings({ scale, nJudged }: Props) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? nJudged < N_FIRST;
  const described = scale.filter(({ description }) => description !== '');
  if (described.length === 0) return null;
  return (
    <details className={styles.meanings} open={isOpen}>
      <summary
        onClick={(event) => {
          event.preventDefault(); // the state opens and folds it
          setChosen(!isOpen);
        }}
      >
        What the grades mean
      </summary>
      <ScaleText scale={described} />
    </details>
  );
}
