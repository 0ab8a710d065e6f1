import { lazy, Suspense } from 'react';
import type { BoardDetails } from '@/api/types';

const CoursePicture = lazy(() => import('@/features/campaign/board/CoursePicture'));

type Props = Readonly<{
  course: BoardDetails['course'];
  /** Judgments that there are, imported and simulated ones among them. */
  nVotes: number;
}>;

const nothingYet = (nVotes: number): string =>
  nVotes > 0
    ? 'None was made on these pages. Those that are here were imported or simulated.'
    : 'None yet. The first judgments show here within seconds.';

/** When judgments came. The picture's space is reserved while it loads. */
export function CourseSection({ course, nVotes }: Props) {
  return (
    <section aria-labelledby="course" className="course">
      <h2 id="course">Judgments over time</h2>
      {course.stretches.length === 0 ? (
        <p className="soft">{nothingYet(nVotes)}</p>
      ) : (
        <Suspense fallback={<div className="course-place" />}>
          <CoursePicture course={course} />
        </Suspense>
      )}
    </section>
  );
}
