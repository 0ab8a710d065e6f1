import type { PairLabel } from '@/api/types';
import { CardTable } from '@/shared/ui/CardTable';
import type { Columns } from '@/shared/ui/CardTable';
import { Tag } from '@/shared/ui/Tag';
import text from '@/shared/styles/text.module.css';

const verdictOf = ({ relevance, min_relevance: least }: PairLabel): string => {
  if (relevance === null) return 'unjudged';
  return relevance >= least ? 'relevant' : 'not relevant';
};

const COLUMNS: Columns<PairLabel> = [
  {
    head: 'label set',
    isWords: true,
    cell: ({ label_set: name, is_from_here: isFromHere }) => (
      <>
        {name} {isFromHere && <Tag>of this campaign</Tag>}
      </>
    ),
  },
  { head: 'relevance', cell: ({ relevance }) => relevance ?? '–' },
  { head: 'relevant from', cell: ({ min_relevance: least }) => least },
  { head: 'so it is', isWords: true, cell: verdictOf },
];

/** What each label set with this topic says of the pair. */
export function LabelTable({ labels }: Readonly<{ labels: readonly PairLabel[] }>) {
  return (
    <section aria-labelledby="labels">
      <h2 id="labels">Label sets</h2>
      {labels.length === 0 ? (
        <p className={text.soft}>No label set has this topic yet.</p>
      ) : (
        <CardTable
          label="Label sets"
          columns={COLUMNS}
          rows={labels}
          keyOf={({ label_set: name }) => name}
          className={false}
        />
      )}
    </section>
  );
}
