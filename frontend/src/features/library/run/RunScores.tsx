import { OFFERED } from '@/shared/evaluation/measures';
import { useMemo } from 'react';
import type { Scored } from '@/features/library/api/runs';
import { labelsPath, topicPath } from '@/shared/routing/paths';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { byDepth, meanOf, worstFirst } from '@/features/library/run/depths';
import type { Depth, TopicScore } from '@/features/library/run/depths';
import { sentence } from '@/shared/requests/errors';
import { counted, formatCount, formatScore, formatShare } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { GroupFigure } from '@/shared/ui/figure/GroupFigure';
import { Measure } from '@/shared/ui/Defined';
import { Tag } from '@/shared/ui/Tag';
import { Scroller } from '@/shared/ui/tables/Scroller';
import table from '@/shared/styles/table.module.css';
import text from '@/shared/styles/text.module.css';

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
  return (
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
          {all.map(({ labels, scores, error }) => (
            <tr key={labels}>
              <th scope="row" className={table.words}>
                <Link to={labelsPath(labels)}>{labels}</Link>{' '}
                {isSimulated(labels) && <Tag tone="simulated">simulated</Tag>}
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
  );
}

type DepthProps = Readonly<{ run: string; measure: Depth; all: readonly Scored[] }>;

/** A measure at several depths under each label set. */
export function DepthFigure({ run, measure, all }: DepthProps) {
  const kinds = useMemo(() => all.map(({ labels }) => labels), [all]);
  const groups = useMemo(
    () =>
      byDepth(
        measure,
        all.map(({ scores }) => scores),
      ),
    [all, measure],
  );
  const isShare = measure === 'Judged';
  return (
    <GroupFigure
      title={
        isShare ? `Share of ${run} that is labelled, by depth` : `${measure} of ${run} by depth`
      }
      caption={
        isShare
          ? 'Up: share of the first k passages of a topic that carry a label, mean over topics. Across: k.'
          : `Up: ${measure}@k, mean over topics. Across: k.`
      }
      fileName={`${measure.toLowerCase()}-by-depth-${run}`}
      of="k"
      kinds={kinds}
      groups={groups}
      leastStep={0.01}
      format={isShare ? formatShare : formatScore}
    />
  );
}

type TopicsProps = Readonly<{ run: string; topicSet: string; scored: Scored; measure: string }>;
const MOST = 100;

/** The topics on which a run does worst, each a link to its page. */
export function WorstTopics({ run, topicSet, scored, measure }: TopicsProps) {
  const { labels, scores } = scored;
  const rows = useMemo(
    () => (scores === undefined ? [] : worstFirst(scores, measure)),
    [scores, measure],
  );
  if (rows.length === 0) return null;
  const columns: Columns<TopicScore> = [
    wordsColumn('topic', ({ queryId }) => (
      <Link to={topicPath(topicSet, queryId, { runs: [run], labels: [labels] })}>{queryId}</Link>
    )),
    wordsColumn('query', ({ query }) => <span dir="auto">{query}</span>),
    { head: measure, cell: ({ value }) => formatScore(value) },
  ];
  return (
    <>
      <h2>Topics, the worst first</h2>
      <p className={text.soft}>
        By {measure} under {labels}
        {rows.length > MOST && `; the first ${MOST} of ${formatCount(rows.length)}`}.
      </p>
      <CardTable
        label="Topics, the worst first"
        columns={columns}
        rows={rows.slice(0, MOST)}
        keyOf={({ queryId }) => queryId}
      />
    </>
  );
}
