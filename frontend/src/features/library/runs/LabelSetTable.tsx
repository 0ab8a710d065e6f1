import type { LabelSet } from '@/api/types';
import { labelsPath } from '@/features/library/api/labels';
import { formatCount } from '@/shared/format';
import { describePolicy } from '@/shared/describePolicy';
import { formatDay } from '@/shared/time';
import { Link } from '@/shared/routing/Link';
import { Nothing } from '@/shared/ui/Nothing';
import { Scroller } from '@/shared/ui/Scroller';
import { Tag } from '@/shared/ui/Tag';
import buttons from '@/shared/styles/buttons.module.css';
import table from '@/shared/styles/table.module.css';

function Origin({ labels }: Readonly<{ labels: LabelSet }>) {
  if (labels.source !== 'derived') return <>{labels.source}</>;
  return (
    <>
      derived from {labels.campaign ?? 'a campaign'}
      {labels.policy !== null && <small>{describePolicy(labels.policy)}</small>}
    </>
  );
}

function LabelSetRow({ labels }: Readonly<{ labels: LabelSet }>) {
  return (
    <tr id={`labels-${labels.name}`}>
      <th scope="row" className={table.words}>
        <Link to={labelsPath(labels.name)}>{labels.name}</Link>{' '}
        {labels.is_simulated && <Tag tone="simulated">simulated</Tag>}
      </th>
      <td className={table.words}>
        <Origin labels={labels} />
      </td>
      <td className={table.words}>
        {labels.collection} / {labels.topic_set}
      </td>
      <td>{labels.scale.join(' ')}</td>
      <td>≥ {labels.min_relevance}</td>
      <td>{formatCount(labels.n_topics)}</td>
      <td>{formatCount(labels.n_pairs)}</td>
      <td className={table.nowrap}>{formatDay(labels.created_at)}</td>
    </tr>
  );
}

const COLUMNS = ['scale', 'relevant', 'topics', 'pairs', 'made'] as const;

export function LabelSetTable({ labels }: Readonly<{ labels: readonly LabelSet[] }>) {
  if (labels.length === 0) {
    return (
      <Nothing title="No label sets yet">
        <p>
          A label set says how relevant each judged passage is.{' '}
          <Link to="/library/import">Import</Link> qrels, or derive one from a campaign on its page
          of labels.
        </p>
      </Nothing>
    );
  }
  return (
    <section aria-labelledby="labels">
      <h2 id="labels">Label sets</h2>
      <p className={buttons.actions}>
        <Link to="/library/import">Import</Link>
        <Link to="/library/labels/compare">Compare two</Link>
        <Link to="/library/labels/combine">Combine several</Link>
      </p>
      <Scroller label="Label sets">
        <table className={table.noted}>
          <thead>
            <tr>
              <th scope="col" className={table.words}>
                label set
              </th>
              <th scope="col" className={table.words}>
                where it came from
              </th>
              <th scope="col" className={table.words}>
                collection / topics
              </th>
              {COLUMNS.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((one) => (
              <LabelSetRow key={one.name} labels={one} />
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  );
}
