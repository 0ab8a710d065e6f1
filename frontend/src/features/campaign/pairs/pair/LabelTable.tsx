import type { PairLabel } from '@/api/types';
import { Scroller } from '@/shared/ui/Scroller';
import { Tag } from '@/shared/ui/Tag';
import text from '@/shared/styles/text.module.css';
import table from '@/shared/styles/table.module.css';

const verdictOf = ({ relevance, min_relevance: least }: PairLabel): string => {
  if (relevance === null) return 'unjudged';
  return relevance >= least ? 'relevant' : 'not relevant';
};

function Row({ label }: Readonly<{ label: PairLabel }>) {
  return (
    <tr>
      <th scope="row" className={table.words}>
        {label.label_set} {label.is_from_here && <Tag>of this campaign</Tag>}
      </th>
      <td data-label="relevance">{label.relevance ?? '–'}</td>
      <td data-label="relevant from">{label.min_relevance}</td>
      <td className={table.words} data-label="so it is">
        {verdictOf(label)}
      </td>
    </tr>
  );
}

type Props = Readonly<{ labels: readonly PairLabel[] }>;

/** What each label set with this topic says of the pair. */
export function LabelTable({ labels }: Props) {
  return (
    <section aria-labelledby="labels">
      <h2 id="labels">Label sets</h2>
      {labels.length === 0 ? (
        <p className={text.soft}>No label set has this topic yet.</p>
      ) : (
        <Scroller label="Label sets">
          <table className={table.cards}>
            <thead>
              <tr>
                <th scope="col" className={table.words}>
                  label set
                </th>
                <th scope="col">relevance</th>
                <th scope="col">relevant from</th>
                <th scope="col" className={table.words}>
                  so it is
                </th>
              </tr>
            </thead>
            <tbody>
              {labels.map((label) => (
                <Row key={label.label_set} label={label} />
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </section>
  );
}
