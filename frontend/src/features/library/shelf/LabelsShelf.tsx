import type { ShelfLabels } from '@/api/types';
import { reading } from '@/api/read';
import { Named, Over } from '@/features/library/shelf/columns';
import { Shelf } from '@/features/library/shelf/Shelf';
import { formatCount } from '@/shared/format/numbers';
import { labelsPath } from '@/shared/routing/paths';
import { formatDay } from '@/shared/format/time';
import { Link } from '@/shared/routing/Link';
import { addressOf } from '@/shared/routing/address';
import { unnamedColumn, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { Nothing } from '@/shared/ui/requests/Nothing';
import { Tag } from '@/shared/ui/Tag';
import buttons from '@/shared/styles/buttons.module.css';
import table from '@/shared/styles/table.module.css';

const ORDERS = [
  { value: '-created_at', label: 'newest first' },
  { value: 'name', label: 'by name' },
  { value: 'topic_set', label: 'by topic set' },
  { value: 'source', label: 'by where they came from' },
] as const;

const origin = ({ source, campaign }: ShelfLabels): string =>
  source === 'derived' ? `derived from ${campaign ?? 'a campaign'}` : source;

const COLUMNS: Columns<ShelfLabels> = [
  wordsColumn('label set', (labels) => (
    <Named row={labels} to={labelsPath(labels.name)}>
      {labels.is_simulated && <Tag tone="simulated">simulated</Tag>}
      <small>{origin(labels)}</small>
    </Named>
  )),
  wordsColumn('over', (labels) => <Over {...labels} />),
  { head: 'scale', className: table.nowrap, cell: ({ scale }) => scale.join(' ') },
  { head: 'relevant', className: table.nowrap, cell: ({ min_relevance: least }) => `≥ ${least}` },
  { head: 'topics', cell: ({ n_topics: n }) => formatCount(n) },
  { head: 'pairs', cell: ({ n_pairs: n }) => formatCount(n) },
  { head: 'made', className: table.nowrap, cell: ({ created_at: at }) => formatDay(at) },
  unnamedColumn('actions', ({ name }) => (
    <span className={buttons.actions}>
      <Link
        to={`/library/labels/compare?${addressOf({ first: name })}`}
        aria-label={`Compare ${name}`}
      >
        compare
      </Link>
      <a href={`/api/labels/qrels?${addressOf({ name })}`} aria-label={`Download ${name}`} download>
        download
      </a>
    </span>
  )),
];

/** All label sets, imported, derived or combined. */
export default function LabelsShelf() {
  return (
    <>
      <p className={buttons.actions}>
        <Link to="/library/labels/compare">Compare two</Link>
        <Link to="/library/labels/combine">Combine several</Link>
      </p>
      <Shelf
        label="Label sets"
        path="/library/labels"
        searched="Part of a name"
        topicSetOf={(labels) => labels.topic_set}
        orders={ORDERS}
        read={(asked) => reading('/api/labels', asked)}
        columns={COLUMNS}
      >
        <Nothing title="No label sets yet">
          <p>
            A label set says how relevant each judged passage is.{' '}
            <Link to="/library/import">Import</Link> qrels, or derive one on the Labels page of a
            campaign.
          </p>
        </Nothing>
      </Shelf>
    </>
  );
}
