import type { ShelfRow } from '@/api/types';
import { Named } from '@/features/library/shelf/Named';
import { formatCount } from '@/shared/format';
import { Link } from '@/shared/routing/Link';
import { formatDay } from '@/shared/time';
import type { Columns } from '@/shared/ui/CardTable';
import table from '@/shared/styles/table.module.css';

type Ground = ShelfRow & Readonly<{ parent: string | null; n_runs: number; n_labels: number }>;

/** What collections and topic sets are told by: the name, some of their own, and what is over them. */
export function groundColumns<Row extends Ground>(
  head: string,
  pathOf: (name: string) => string,
  own: readonly Columns<Row>[number][],
): Columns<Row> {
  return [
    {
      head,
      isWords: true,
      cell: (one) => (
        <Named row={one} to={pathOf(one.name)}>
          {one.parent !== null && (
            <small>
              variant of <Link to={pathOf(one.parent)}>{one.parent}</Link>
            </small>
          )}
        </Named>
      ),
    },
    ...own,
    { head: 'runs', cell: ({ n_runs: n }) => formatCount(n) },
    { head: 'label sets', cell: ({ n_labels: n }) => formatCount(n) },
    { head: 'made', className: table.nowrap, cell: ({ created_at: at }) => formatDay(at) },
  ];
}
