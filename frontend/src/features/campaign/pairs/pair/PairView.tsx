import type {
  CampaignOverview,
  Grade,
  JudgmentVersion,
  PairAnswer,
  PairLabel,
  PairRow,
  WholePair,
} from '@/api/types';
import { GradeBars } from '@/features/campaign/kit/GradeBars';
import { GivenGrade } from '@/features/campaign/pairs/answers/GivenGrade';
import { GradeCell } from '@/features/campaign/pairs/answers/GradeCell';
import { countGrades } from '@/features/campaign/pairs/answers/countGrades';
import {
  formatRuns,
  formatSaid,
  formatSpread,
  formatWhen,
  sayOrigin,
} from '@/features/campaign/pairs/answers/texts';
import { DecisionSection } from '@/features/campaign/pairs/decision/DecisionSection';
import { PassageSection } from '@/features/campaign/pairs/heat/PassageSection';
import { VersionHistory } from '@/features/campaign/pairs/pair/VersionHistory';
import { addressOf } from '@/features/campaign/pairs/search/search';
import { counted, formatCount } from '@/shared/format/numbers';
import { formatSeconds } from '@/shared/format/time';
import { confidenceName } from '@/shared/judging/grades';
import { Link } from '@/shared/routing/Link';
import { cx } from '@/shared/styles/cx';
import { Tag } from '@/shared/ui/Tag';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import styles from '@/features/campaign/pairs/pair/pair.module.css';
import facts from '@/shared/styles/facts.module.css';
import table from '@/shared/styles/table.module.css';
import text from '@/shared/styles/text.module.css';

type PairFactsProps = Readonly<{ campaignId: number; pair: WholePair; scale: readonly Grade[] }>;

function ExpertFact({
  pair: { row, expert_says: says },
  scale,
}: Omit<PairFactsProps, 'campaignId'>) {
  const { expert_grade: grade } = row;
  if (grade === null) return null;
  return (
    <div>
      <dt>Known grade</dt>
      <dd>
        <GivenGrade grade={grade} scale={scale} />{' '}
        <span aria-hidden>{formatSaid({ grade, reason_not_judged: null }, scale)}</span>
        {says !== '' && <p dir="auto">{says}</p>}
      </dd>
    </div>
  );
}

/** Where the pair is from, and how far its grades lie apart. */
function PairFacts({ campaignId, pair, scale }: PairFactsProps) {
  const { row, n_runs: nRuns, best_rank: bestRank } = pair;
  const ofQuery = `/campaigns/${campaignId}/pairs${addressOf({ query_id: row.query_id })}`;
  return (
    <dl className={cx(facts.facts, styles.facts)}>
      <ExpertFact pair={pair} scale={scale} />
      <div>
        <dt>Spread</dt>
        <dd>{formatSpread(row)}</dd>
      </div>
      <div>
        <dt>Kind</dt>
        <dd>
          {row.kind}
          {row.stratum !== '' && `, of stratum ${row.stratum}`}
          {sayOrigin(row) !== '' && `, ${sayOrigin(row)}`}
        </dd>
      </div>
      <div>
        <dt>Retrieved</dt>
        <dd>{formatRuns(nRuns, bestRank)}</dd>
      </div>
      <div>
        <dt>Query</dt>
        <dd>
          <span className={text.soft}>{row.query_id}</span>{' '}
          <Link to={ofQuery}>All pairs of this query</Link>
        </dd>
      </div>
      <div>
        <dt>Passage</dt>
        <dd>{row.doc_id}</dd>
      </div>
    </dl>
  );
}

/** Columns that would say nothing of these answers are left out. */
function columnsOf(answers: readonly PairAnswer[], scale: readonly Grade[]) {
  const all: Columns<PairAnswer> = [
    wordsColumn('assessor', ({ pseudonym, assessor_kind: kind }) => (
      <>
        {pseudonym} {kind !== 'human' && <Tag tone="simulated">{kind}</Tag>}
      </>
    )),
    wordsColumn(
      'answer',
      (answer) => (
        <span>
          <GradeCell grade={answer.grade} scale={scale} isSurplus={answer.is_surplus} />{' '}
          {formatSaid(answer, scale)} {answer.is_surplus && <Tag>surplus</Tag>}
        </span>
      ),
      styles.said,
    ),
    wordsColumn(
      'confidence',
      ({ confidence }) =>
        confidence === null ? '–' : `${confidence} ${confidenceName(confidence)}`,
      table.nowrap,
    ),
    { head: 'highlights', cell: ({ n_highlights: n }) => formatCount(n) },
    { head: 'active time', cell: ({ active_ms: ms }) => formatSeconds(ms) },
    {
      head: 'answered',
      className: table.nowrap,
      cell: ({ answered_at: at }) => <time dateTime={at}>{formatWhen(at)}</time>,
    },
    wordsColumn('note', ({ note }) => note !== '' && <span dir="auto">{note}</span>, styles.note),
  ];
  const isEmpty: Readonly<Record<string, (answer: PairAnswer) => boolean>> = {
    confidence: ({ confidence }) => confidence === null,
    highlights: ({ n_highlights: n }) => n === 0,
    note: ({ note }) => note === '',
  };
  const [name, ...others] = all;
  const isShown = ({ head }: (typeof all)[0]): boolean => !answers.every(isEmpty[head] ?? isNever);
  return [name, ...others.filter(isShown)] as const;
}

const isNever = (): boolean => false;

/** Each assessor's first look at the pair, in the order in which they answered. */
function AnswerTable({
  answers,
  scale,
}: Readonly<{ answers: readonly PairAnswer[]; scale: readonly Grade[] }>) {
  return (
    <section aria-labelledby="answers">
      <h2 id="answers">Answers</h2>
      {answers.length === 0 ? (
        <p className={text.soft}>None yet. The first answer to this pair shows here.</p>
      ) : (
        <CardTable
          label="Answers"
          columns={columnsOf(answers, scale)}
          rows={answers}
          keyOf={({ pseudonym }) => pseudonym}
          className={styles.answers}
        />
      )}
    </section>
  );
}

const verdictOf = ({ relevance, min_relevance: least }: PairLabel): string => {
  if (relevance === null) return 'unjudged';
  return relevance >= least ? 'relevant' : 'not relevant';
};

const COLUMNS: Columns<PairLabel> = [
  wordsColumn('label set', ({ label_set: name, is_from_here: isFromHere }) => (
    <>
      {name} {isFromHere && <Tag>of this campaign</Tag>}
    </>
  )),
  { head: 'relevance', cell: ({ relevance }) => relevance ?? '–' },
  { head: 'relevant from', cell: ({ min_relevance: least }) => least },
  wordsColumn('so it is', verdictOf),
];

/** What each label set with this topic says of the pair. */
function LabelTable({ labels }: Readonly<{ labels: readonly PairLabel[] }>) {
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

type GradesOfPairProps = Readonly<{ row: PairRow; scale: readonly Grade[] }>;

/** How often each grade was given to the pair; surplus grades are counted apart, as they are no votes. */
function GradesOfPair({ row: { answers }, scale }: GradesOfPairProps) {
  const nSurplus = answers.filter((one) => one.is_surplus).length;
  const grades = countGrades(answers, scale);
  const total = grades.reduce((sum, { n }) => sum + n, 0);
  return (
    <section aria-labelledby="grades">
      <h2 id="grades">Grades</h2>
      {total > 0 ? (
        <GradeBars grades={grades} total={total} />
      ) : (
        <p className={text.soft}>Nobody graded this pair yet.</p>
      )}
      {nSurplus > 0 && (
        <p className={text.note}>
          Without {counted(nSurplus, 'surplus grade')}: the pair had all the judgments it wanted.
        </p>
      )}
    </section>
  );
}

/** The query, and what the person behind it wanted. */
function TopicSection({ pair: { row, description, narrative } }: Readonly<{ pair: WholePair }>) {
  const need = [description, narrative].filter((part) => part !== '' && part !== row.query);
  return (
    <section aria-labelledby="query" className={styles.topic}>
      <h2 id="query" dir="auto">
        <span className={text.soft}>{row.query_id}</span> {row.query}{' '}
        {row.kind !== 'regular' && <Tag>{row.kind}</Tag>} {row.is_tied && <Tag>tied</Tag>}
      </h2>
      {need.map((part) => (
        <p key={part} className={text.soft} dir="auto">
          {part}
        </p>
      ))}
    </section>
  );
}

type Props = Readonly<{
  campaign: CampaignOverview;
  pair: WholePair;
  judgments: readonly JudgmentVersion[];
}>;

export function PairView({ campaign, pair, judgments }: Props) {
  const { id, state, scale } = campaign;
  return (
    <>
      <TopicSection pair={pair} />
      <div className={styles.sides}>
        <PassageSection pair={pair} judgments={judgments} />
        <div>
          <DecisionSection
            key={pair.row.id} // a note is of one pair
            campaignId={id}
            state={state}
            pair={pair}
            scale={scale}
          />
          <GradesOfPair row={pair.row} scale={scale} />
          <PairFacts campaignId={id} pair={pair} scale={scale} />
        </div>
      </div>
      <AnswerTable answers={pair.row.answers} scale={scale} />
      <VersionHistory versions={judgments} scale={scale} />
      <LabelTable labels={pair.labels} />
    </>
  );
}
