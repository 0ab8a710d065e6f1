import { OFFERED } from '@/shared/evaluation/measures';
import { useMemo } from 'react';
import type { Scored } from '@/features/library/api/runs';
import { labelsPath, runPath, topicPath } from '@/shared/routing/paths';
import { chosenOf, useAddress } from '@/shared/routing/useAddress';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { byDepth, givenBy, meanOf, worstFirst } from '@/features/library/run/depths';
import type { Depth, TopicScore } from '@/features/library/run/depths';
import { sentence } from '@/shared/requests/errors';
import { counted, formatCount, formatScore, formatShare } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { GroupFigure } from '@/shared/ui/figure/GroupFigure';
import { Measure } from '@/shared/ui/Defined';
import { SampleTag } from '@/shared/ui/SampleTag';
import { Tag } from '@/shared/ui/Tag';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Scroller } from '@/shared/ui/tables/Scroller';
import { useShortList } from '@/shared/ui/tables/useShortList';
import table from '@/shared/styles/table.module.css';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/labels/LabelPage.module.css';

/** So many topics or label sets are listed at first. */
const FIRST = 10;
const FIRST_LABELS = 5;
/** More colours than these look alike. */
const MOST_DRAWN = 6;

type MeansProps = Readonly<{
  all: readonly Scored[];
  /** Whether simulated assessors gave any vote of a label set. */
  isSimulated: (labels: string) => boolean;
}>;

/** Topics without a ranking count as the worst. */
function Missing({ scores }: Pick<Scored, 'scores'>) {
  const n = scores?.rows[0]?.n_missing ?? 0;
  return n === 0 ? null : <small>{counted(n, 'topic')} without a ranking, scored worst</small>;
}

/** Means under each label set, each on its own topics. */
export function MeansTable({ all, isSimulated }: MeansProps) {
  const [visible, more] = useShortList(all, FIRST_LABELS, 'label set');
  return (
    <>
      <Scroller label="Scores under each label set">
        <table className={table.grid}>
          <thead>
            <tr>
              <th scope="col" className={table.words}>
                label set
              </th>
              <th scope="col">topics</th>
              {OFFERED.run.map((measure) => (
                <th key={measure} scope="col">
                  <Measure name={measure} />
                </th>
              ))}
              <th scope="col">
                <Measure name="Judged@10" />
              </th>
            </tr>
          </thead>
          <tbody>
            {visible.map(({ labels, scores, error }) => (
              <tr key={labels}>
                <th scope="row" className={table.words}>
                  <Link to={labelsPath(labels)}>{labels}</Link>{' '}
                  {isSimulated(labels) && <Tag tone="simulated">simulated</Tag>}{' '}
                  <SampleTag sample={scores?.rows[0]?.sample ?? null} />
                  {error !== null && <small>{sentence(error)}</small>}
                  <Missing scores={scores} />
                </th>
                <td>{scores === undefined ? '–' : formatCount(scores.topics.n)}</td>
                {OFFERED.run.map((measure) => (
                  <td key={measure}>{formatScore(meanOf(scores, measure))}</td>
                ))}
                <td>{formatShare(meanOf(scores, 'Judged@10'))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      {more}
    </>
  );
}

type DepthProps = Readonly<{ run: string; measure: Depth; all: readonly Scored[] }>;

/** A measure at several depths under each label set. */
export function DepthFigure({ run, measure, all }: DepthProps) {
  // A sample does not give all measures.
  const shown = useMemo(
    () => all.filter(({ scores }) => meanOf(scores, `${measure}@10`) !== null).slice(0, MOST_DRAWN),
    [all, measure],
  );
  const kinds = useMemo(() => shown.map(({ labels }) => labels), [shown]);
  const groups = useMemo(
    () =>
      byDepth(
        measure,
        shown.map(({ scores }) => scores),
      ),
    [shown, measure],
  );
  if (shown.length === 0) return <p className={text.soft}>No label set here gives it.</p>;
  const isShare = measure === 'Judged';
  return (
    <GroupFigure
      title={
        isShare ? `Share of ${run} that is labelled, by depth` : `${measure} of ${run} by depth`
      }
      caption={
        isShare
          ? 'Share of the first k passages of a topic that carry a label, mean over topics.'
          : 'Mean over topics.'
      }
      fileName={`${measure.toLowerCase()}-by-depth-${run}`}
      axes={{ up: isShare ? 'share labelled' : `${measure}@k`, across: 'depth k' }}
      kinds={kinds}
      groups={groups}
      leastStep={0.01}
      format={isShare ? formatShare : formatScore}
    />
  );
}

type TopicsProps = Readonly<{ run: string; topicSet: string; all: readonly Scored[] }>;

const USUAL = 'nDCG@10';
const USUAL_FIRST = [USUAL, ...OFFERED.run.filter((name) => name !== USUAL)];

/** The topics on which a run does worst, by a measure under a label set, each a link to its page. */
export function WorstTopics({ run, topicSet, all }: TopicsProps) {
  const [params, change] = useAddress(runPath(run));
  const scored = all.filter(({ scores }) => scores !== undefined);
  const sets = scored.map(({ labels }) => labels);
  const labels = chosenOf(params, 'labels', sets);
  const scores = scored.find((one) => one.labels === labels)?.scores;
  const measures = scores === undefined ? USUAL_FIRST : givenBy(scores, USUAL_FIRST);
  const measure = chosenOf(params, 'measure', measures);
  const rows = scores === undefined ? [] : worstFirst(scores, measure);
  const [visible, more] = useShortList(rows, FIRST, 'topic');
  if (scores === undefined) return null;
  const columns: Columns<TopicScore> = [
    wordsColumn('topic', ({ queryId }) => (
      <Link to={topicPath(topicSet, queryId, { runs: [run], labels: [labels], measure })}>
        {queryId}
      </Link>
    )),
    wordsColumn('query', ({ query }) => <span dir="auto">{query}</span>),
    { head: measure, cell: ({ value }) => formatScore(value) },
  ];
  return (
    <>
      <h2>Topics, the worst first</h2>
      <div className={styles.part}>
        <SelectField
          label="By"
          options={measures}
          value={measure}
          onChange={(name) => change({ measure: name })}
        />
        <SelectField
          label="Under"
          options={sets}
          value={labels}
          onChange={(name) => change({ labels: name })}
        />
      </div>
      {scores.rows[0]?.sample != null && (
        <p className={text.soft}>
          Estimates of single topics are rough, and may lie below 0 or above the measure’s limit.
        </p>
      )}
      <CardTable
        label="Topics, the worst first"
        columns={columns}
        rows={visible}
        keyOf={({ queryId }) => queryId}
      />
      {more}
    </>
  );
}
