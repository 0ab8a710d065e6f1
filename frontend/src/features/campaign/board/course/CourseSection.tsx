import { lazy, Suspense } from 'react';
import type { BoardDetails } from '@/api/types';
import { FoldedSection } from '@/features/campaign/kit/FoldedSection';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/board/course/course.module.css';

const CoursePicture = lazy(() => import('@/features/campaign/board/course/CoursePicture'));

type Props = Readonly<{
  course: BoardDetails['course'];
  /** Judgments that there are, imported and simulated ones among them. */
  nVotes: number;
}>;

const nothingYet = (nVotes: number): string =>
  nVotes > 0
    ? 'None were made in the browser; all were imported or simulated.'
    : 'None yet. The first judgment appears here within seconds.';

/** When judgments came. The picture's space is reserved while it loads. */
export function CourseSection({ course, nVotes }: Props) {
  return (
    <FoldedSection id="course" title="Judgments over time">
      {course.stretches.length === 0 ? (
        <p className={text.soft}>{nothingYet(nVotes)}</p>
      ) : (
        <Suspense fallback={<div className={styles.place} />}>
          <CoursePicture course={course} />
        </Suspense>
      )}
    </FoldedSection>
  );
}
