import type { BoardDetails } from '@/api/types';
import { busiest, withoutGaps } from '@/features/campaign/board/course';
import type { Stretch } from '@/features/campaign/board/course';
import { CourseTable } from '@/features/campaign/board/CourseTable';
import { counted, formatCount } from '@/shared/format';
import { formatClock, formatDay } from '@/shared/time';
import { cx } from '@/shared/cx';
import text from '@/shared/styles/text.module.css';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/campaign/board/course.module.css';

const HEIGHT = 100;

const nOf = ({ n_judged: nJudged, n_not_judged: nBlank }: Stretch): number => nJudged + nBlank;

type Props = Readonly<{ course: BoardDetails['course'] }>;

/** A bar for each hour or day; what could not be judged is on top, in another shade. */
export default function CoursePicture({ course }: Props) {
  const stretches = withoutGaps(course);
  const most = busiest(stretches);
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (first === undefined || last === undefined) return null;
  const when = (at: string): string =>
    course.by === 'hour' ? `${formatDay(at)}, ${formatClock(at)}` : formatDay(at);
  const name = `Judgments by ${course.by} from ${when(first.at)} to ${when(last.at)}, ${formatCount(most)} at most.`;
  return (
    <figure className={styles.figure}>
      <p className={text.softNumber}>
        {counted(most, 'judgment')} in the busiest {course.by}
      </p>
      <svg
        className={styles.place}
        role="img"
        aria-label={name}
        viewBox={`0 0 ${stretches.length} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {stretches.map((one, index) => {
          const [judged, all] = [one.n_judged, nOf(one)].map((n) => (n / most) * HEIGHT) as [
            number,
            number,
          ];
          return (
            <g key={one.at}>
              <rect
                className={styles.judged}
                x={index + 0.1}
                y={HEIGHT - judged}
                width={0.8}
                height={judged}
              />
              <rect
                className={styles.blank}
                x={index + 0.1}
                y={HEIGHT - all}
                width={0.8}
                height={all - judged}
              />
            </g>
          );
        })}
      </svg>
      <p className={cx(text.softNumber, styles.ends)}>
        <span>{when(first.at)}</span>
        <span>{when(last.at)}</span>
      </p>
      <details className={parts.fold}>
        <summary>The same as a table</summary>
        <CourseTable by={course.by} stretches={stretches} when={when} />
      </details>
    </figure>
  );
}
