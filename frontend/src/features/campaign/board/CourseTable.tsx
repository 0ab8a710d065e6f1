import type { Stretch } from '@/features/campaign/board/course';
import { formatCount } from '@/shared/format';
import { Scroller } from '@/shared/ui/Scroller';
import { useShortList } from '@/features/campaign/kit/useShortList';
import { cx } from '@/shared/cx';
import table from '@/shared/styles/table.module.css';
import kit from '@/features/campaign/kit/rows.module.css';

const SHOWN_AT_FIRST = 30;
const HOUR_MS = 3_600_000;

type Props = Readonly<{
  by: 'hour' | 'day';
  stretches: readonly Stretch[];
  when: (at: string) => string;
}>;

/** The latest first. */
export function CourseTable({ by, stretches, when }: Props) {
  const [visible, more] = useShortList(stretches.toReversed(), SHOWN_AT_FIRST, by);
  return (
    <>
      <Scroller label="Judgments over time">
        <table className={cx(table.grid, kit.rows)}>
          <thead>
            <tr>
              <th scope="col" className={table.words}>
                {by}
              </th>
              <th scope="col">judged</th>
              <th scope="col">could not be judged</th>
              <th scope="col">hours of work</th>
            </tr>
          </thead>
          <tbody>
            {visible.map((one) => (
              <tr key={one.at}>
                <th scope="row" className={table.words}>
                  {when(one.at)}
                </th>
                <td>{formatCount(one.n_judged)}</td>
                <td>{formatCount(one.n_not_judged)}</td>
                <td>{(one.active_ms / HOUR_MS).toFixed(1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      {more}
    </>
  );
}
