import type { BoardRow, BoardSought, Leaderboard, TopicSetShown } from '@/api/types';
import { useLabels } from '@/api/labels';
import { useRead, useSteadyRead } from '@/api/read';
import { OFFERED } from '@/shared/evaluation/measures';
import {
  besideIn,
  boardMeasures,
  hiddenKinds,
  kindsOf,
  orderedBy,
  readLeaderboard,
  withKind,
} from '@/features/library/leaderboards/leaderboard';
import { LeaderboardFigure } from '@/features/library/leaderboards/LeaderboardFigure';
import { LeaderboardTable } from '@/features/library/leaderboards/LeaderboardTable';
import { Head } from '@/features/library/frame/Head';
import { counted, formatScore } from '@/shared/format/numbers';
import { leaderboardPath, labelsPath, runPath, topicSetPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import { useAddress } from '@/shared/routing/useAddress';
import type { ChangeAddress } from '@/shared/routing/useAddress';
import { RUN_KINDS } from '@/shared/evaluation/runKinds';
import { Defined, MeasureLinks } from '@/shared/ui/Defined';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { MultiField } from '@/shared/ui/fields/MultiField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Nothing } from '@/shared/ui/requests/Nothing';
import { AddressNotes } from '@/shared/ui/requests/AddressNotes';
import { Loaded } from '@/shared/ui/requests/Loaded';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/leaderboards/leaderboard.module.css';

type ChoicesProps = Readonly<{
  sought: BoardSought;
  labelSets: readonly string[];
  params: URLSearchParams;
  change: ChangeAddress;
}>;

/** The measure and the labels; any measure that an address names stands among those offered. */
function Choices({ sought, labelSets, params, change }: ChoicesProps) {
  const { labels, other_labels: other = '' } = sought;
  const { measure } = sought;
  const [, ...beside] = boardMeasures(params, measure);
  const others = labelSets.filter((name) => name !== labels);
  return (
    <div className={styles.choices}>
      <SelectField
        label="Labels"
        options={labelSets}
        value={labels}
        onChange={(name) => change({ labels: name, ...(name === other && { other: '' }) })}
      />
      <SelectField
        label="Measure"
        options={[...new Set([...OFFERED.leaderboard, measure])]}
        value={measure}
        onChange={(name) => change(orderedBy(params, name, measure))}
      />
      <MultiField
        label="Other measures"
        options={[...new Set([...OFFERED.leaderboard, ...beside])].filter((one) => one !== measure)}
        value={beside}
        onChange={(names) => change({ beside: besideIn(names) })}
      />
      {others.length > 0 && (
        <SelectField
          label="Compare with labels"
          options={[{ value: '', label: 'none' }, ...others]}
          value={other}
          onChange={(name) => change({ other: name })}
        />
      )}
    </div>
  );
}

type KindsProps = Readonly<{
  rows: readonly BoardRow[];
  hidden: ReadonlySet<string>;
  change: ChangeAddress;
}>;

function Kinds({ rows, hidden, change }: KindsProps) {
  return (
    <fieldset className={styles.kinds}>
      <legend>
        Show <Defined at="significance#leaderboards">kinds</Defined>
      </legend>
      {kindsOf(rows).map((kind) => (
        <CheckField
          key={kind}
          label={`${RUN_KINDS[kind]}, ${rows.filter((row) => row.kind === kind).length}`}
          checked={!hidden.has(kind)}
          onChange={(isShown) => change({ without: withKind(hidden, kind, isShown) })}
        />
      ))}
    </fieldset>
  );
}

/** What must be known beside the numbers. */
function Notes({ board }: Readonly<{ board: Leaderboard }>) {
  const { other_labels: other, tau } = board;
  if (other === null) return null;
  return (
    <p>
      Kendall’s τ<sub>b</sub> between the orders under{' '}
      <Link to={labelsPath(board.labels)}>{board.labels}</Link> and{' '}
      <Link to={labelsPath(other)}>{other}</Link>: {formatScore(tau)}, of all runs, on the{' '}
      {counted(board.n_topics, 'topic')} of both.
    </p>
  );
}

/** That means are estimates, under which labels. */
function Estimates({ board }: Readonly<{ board: Leaderboard }>) {
  const { labels, sample, other_labels: other, other_sample: otherSample } = board;
  if (sample === null && otherSample === null) return null;
  return (
    <p>
      {sample !== null && `Means under ${labels} are ${sample.text}. `}
      {otherSample !== null && `Means under ${other ?? ''} are ${otherSample.text}. `}
      <Defined at="sampling#scores-under-a-sample">More on estimates</Defined>
    </p>
  );
}

/** Runs over the topics that have no place, each with the reason. */
function LeftOut({ runs }: Readonly<{ runs: Leaderboard['left_out'] }>) {
  if (runs.length === 0) return null;
  return (
    <details className={parts.fold}>
      <summary>{counted(runs.length, 'run')} without a place</summary>
      <ul>
        {runs.map(({ run, reason }) => (
          <li key={run}>
            <Link to={runPath(run)}>{run}</Link>: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}

type FilledProps = Readonly<{
  board: Leaderboard;
  sought: BoardSought;
  params: URLSearchParams;
  change: ChangeAddress;
}>;

function Filled({ board, sought, params, change }: FilledProps) {
  const hidden = hiddenKinds(params);
  const rows = board.rows.filter(({ kind }) => !hidden.has(kind));
  const hasLetters = board.rows.some(({ letters }) => letters !== '');
  return (
    <>
      <Kinds rows={board.rows} hidden={hidden} change={change} />
      <Notes board={board} />
      {rows.length === 0 ? (
        <p>All kinds are hidden: tick one.</p>
      ) : (
        <>
          <LeaderboardFigure board={board} rows={rows} />
          <h2>The board in numbers</h2>
          <Estimates board={board} />
          <p className={text.soft}>
            Runs with equal means share a place.{' '}
            {hasLetters &&
              `Runs that share a letter were not found to differ by ${board.measure} (Tukey’s test, all runs at once, at .05). `}
            <MeasureLinks names={[board.measure, ...board.beside.map(({ name }) => name)]} />.
            Places are of all runs, whichever kinds are shown.
          </p>
          <LeaderboardTable board={board} rows={rows} sought={sought} />
        </>
      )}
    </>
  );
}

const NO_RUNS = (
  <Nothing title="No runs on this board yet">
    <p>
      A board has the complete runs over these topics that the labels can score.{' '}
      <Link to="/library/import">Import one</Link>, or{' '}
      <Link to="/library/compute">compute one here</Link>.
    </p>
  </Nothing>
);

const NO_LABELS = (
  <Nothing title="No labels of these topics yet">
    <p>
      Runs are ordered by their scores under labels. <Link to="/library/import">Import labels</Link>
      , or collect judgments in <Link to="/campaigns">a campaign</Link>.
    </p>
  </Nothing>
);

function Board({ shown }: Readonly<{ shown: TopicSetShown }>) {
  const [params, change] = useAddress(leaderboardPath(shown.name));
  const { data: sets, error } = useLabels();
  const { sought, found } = readLeaderboard(params, shown, sets);
  const query = useSteadyRead('/api/leaderboard', sought, {
    retry: false,
    enabled: sets !== undefined || error !== null, // which measure is usual under the labels, they say
  });
  const { isPlaceholderData: isOld } = query;
  return (
    <>
      <Choices sought={sought} labelSets={shown.label_sets} params={params} change={change} />
      <AddressNotes notes={found} />
      <Loaded query={query} waiting="Ordering the runs">
        {(board) => (
          // Until the board that is asked for has come, the one before stays, to be read alone.
          <div aria-busy={isOld} inert={isOld}>
            {board.rows.length === 0 ? NO_RUNS : <Filled {...{ board, sought, params, change }} />}
            <LeftOut runs={board.left_out} />
          </div>
        )}
      </Loaded>
    </>
  );
}

/** The runs of a topic set in the order of a measure, by kind, and how other labels order them. */
export default function LeaderboardPage() {
  const { name = '' } = useParams();
  return (
    <Loaded
      query={useRead('/api/topic-sets/one', { name }, { retry: false })}
      trouble="This leaderboard cannot be shown"
      waiting="Opening the leaderboard"
    >
      {(data) => (
        <>
          <Head title={`Leaderboard of ${name}`} shelf="topics">
            <p className={text.soft}>
              The runs over the topic set <Link to={topicSetPath(name)}>{name}</Link>.
            </p>
          </Head>
          {data.label_sets.length === 0 ? NO_LABELS : <Board key={name} shown={data} />}
        </>
      )}
    </Loaded>
  );
}
