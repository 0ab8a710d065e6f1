import type { CSSProperties } from 'react';
import type { Grade } from '@/api/types';
import { cx } from '@/shared/styles/cx';
import styles from '@/features/campaign/pairs/answers/GradeCell.module.css';

type Props = Readonly<{
  /** Null where the pair was not judged. */
  grade: number | null;
  scale: readonly Grade[];
  isSurplus?: boolean;
  /** Shown when the mouse rests on it; a screen reader reads it beside. */
  title?: string;
}>;

/** A grade as a cell of its colour; dashed where there is none. Only to be seen. */
export function GradeCell({ grade, scale, isSurplus = false, title }: Props) {
  const colour = scale.find(({ value }) => value === grade)?.colour;
  return (
    <span
      aria-hidden
      title={title}
      className={cx(styles.cell, grade === null && styles.blank, isSurplus && styles.surplus)}
      style={colour === undefined ? undefined : ({ '--grade': colour } as CSSProperties)}
    >
      {grade ?? '–'}
      {isSurplus && '+'}
    </span>
  );
}
