import { lazy, Suspense } from 'react';
import type { BoardDetails } from '@/api/types';
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
    <section aria-labelledby="course">
      <h2 id="course">Judgments over time</h2>
      {course.stretches.length === 0 ? (
        <p className={text.soft}>{nothingYet(nVotes)}</p>
      ) : (
        <Suspense fallback={<div className={styles.place} />}>
          <CoursePicture course={course} />
        </Suspense>
      )}
    </section>
  );
}
