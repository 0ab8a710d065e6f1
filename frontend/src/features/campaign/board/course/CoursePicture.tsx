import { useCallback, useMemo } from 'react';
import type { BoardDetails } from '@/api/types';
import { busiest, withoutGaps } from '@/features/campaign/board/course/course';
import type { Stretch } from '@/features/campaign/board/course/course';
import { drawCourse } from '@/features/campaign/board/course/drawCourse';
import { counted } from '@/shared/format/numbers';
import { formatClock, formatDay } from '@/shared/format/time';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';

const HOUR_MS = 3_600_000;
const HEIGHT = 140;

type Course = BoardDetails['course'];

const columnsOf = (by: Course['by'], when: (at: string) => string): Column<Stretch>[] => [
  words(
    by,
    ({ at }) => at,
    ({ at }) => when(at),
  ),
  counts('judged', ({ n_judged: n }) => n),
  counts('could not be judged', ({ n_not_judged: n }) => n),
  numbers(
    'hours of work',
    ({ active_ms: ms }) => ms / HOUR_MS,
    (hours) => (hours ?? 0).toFixed(1),
  ),
];

/** A bar for each hour or day; what could not be judged is on top, in another shade. */
export default function CoursePicture({ course }: Readonly<{ course: Course }>) {
  const { by } = course;
  const stretches = useMemo(() => withoutGaps(course), [course]);
  const when = useCallback(
    (at: string) => (by === 'hour' ? `${formatDay(at)}, ${formatClock(at)}` : formatDay(at)),
    [by],
  );
  const draw = useCallback(
    (width: number) => drawCourse({ stretches, when, width, height: HEIGHT }),
    [stretches, when],
  );
  const most = counted(busiest(stretches), 'judgment');
  return (
    <Figure
      title={`Judgments by ${by}`}
      caption={`${most} in the busiest ${by}. What could not be judged is on top, in another colour.`}
      draw={draw}
      table={{
        name: 'Judgments over time',
        columns: columnsOf(by, when),
        rows: stretches.toReversed(),
      }}
      fileName={`judgments-by-${by}`}
      height={HEIGHT}
    />
  );
}
