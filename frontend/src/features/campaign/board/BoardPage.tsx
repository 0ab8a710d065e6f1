import type { Board, BoardGrade } from '@/api/types';
import { AgreementSection } from '@/features/campaign/agreement/summary/AgreementSection';
import { useBoard } from '@/features/campaign/api/board';
import { usePairChoices } from '@/features/campaign/api/pairs';
import { AssessorTable } from '@/features/campaign/board/AssessorTable';
import { ProgressSummary } from '@/features/campaign/board/ProgressSummary';
import { SignUpLink } from '@/features/campaign/board/SignUpLink';
import { TopicTable } from '@/features/campaign/board/TopicTable';
import { headlinesOf } from '@/features/campaign/board/boardFigures';
import { CourseSection } from '@/features/campaign/board/course/CourseSection';
import {
  describeEnd,
  describeForecast,
  workLeft,
} from '@/features/campaign/board/describeForecast';
import { flagged, lackNeeds, needsOf } from '@/features/campaign/board/needs';
import { GradeBars } from '@/features/campaign/kit/GradeBars';
import { settlingPage, whyNothingIsDecided } from '@/features/campaign/kit/deciding';
import { progressOf } from '@/features/campaign/kit/formatProgress';
import { PilotReport } from '@/features/campaign/board/PilotReport';
import { SamplingSection } from '@/features/campaign/board/sampling/SamplingSection';
import { counted, formatShare } from '@/shared/format/numbers';
import { formatMoment } from '@/shared/format/time';
import { isOver } from '@/shared/judging/stateNames';
import { asApiError, isPassing, sentence } from '@/shared/requests/errors';
import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import { cx } from '@/shared/styles/cx';
import { Defined } from '@/shared/ui/Defined';
import { Unread } from '@/shared/ui/requests/Unread';
import styles from '@/features/campaign/board/board.module.css';
import text from '@/shared/styles/text.module.css';

type GradeDistributionProps = Readonly<{
  /** Null for who judges in the campaign, until it has ended. */
  grades: readonly BoardGrade[] | null;
  /** Some pairs are judged by everyone, whose judgments Progress counts apart. */
  includesShared: boolean;
}>;

const hasShared = ({ progress }: Board): boolean =>
  progress !== null && progress.pairs.pilot + progress.pairs.for_all > 0;

/** How often each grade was given in the campaign. */
export function GradeDistribution({ grades, includesShared }: GradeDistributionProps) {
  const total = grades?.reduce((sum, { n }) => sum + n, 0) ?? 0;
  return (
    <section aria-labelledby="grades">
      <h2 id="grades">Grades given</h2>
      {grades !== null && total > 0 ? (
        <>
          <GradeBars grades={grades} total={total} />
          {includesShared && (
            <p className={text.soft}>Grades of pairs that everyone judges are among them.</p>
          )}
        </>
      ) : (
        <p className={text.soft}>
          {grades === null
            ? 'You judge in this campaign, so the grades given stay hidden until it ends.'
            : 'None yet. The first judgment appears here within seconds.'}
        </p>
      )}
    </section>
  );
}

/** For organizers who also judge: counts all passages alike, so that none stands out. */
export function ProgressForJudges({ assessors }: Readonly<{ assessors: Board['assessors'] }>) {
  const n = assessors.reduce((sum, one) => sum + one.n_judged + one.n_not_judged, 0);
  return (
    <section aria-labelledby="progress">
      <h2 id="progress">Progress</h2>
      <p className={text.number}>{counted(n, 'answer')} so far, of all together</p>
      <p className={text.soft}>
        You judge in this campaign. How many judgments are in, by topic and of those wanted, and
        when it may be done show when the campaign has ended, or to organizers who do not judge
        here: they would reveal which pairs are gold or repeats.
      </p>
    </section>
  );
}

const LIST = new Intl.ListFormat('en');

/** The assessors who most often judge the same pairs: votes of few people are less independent. Always shown. */
export function GroupLine({ group }: Readonly<{ group: Board['most_frequent_group'] }>) {
  if (group === null) {
    return (
      <p className={cx(text.soft, styles.group)}>
        Assessors who most often judge the same pairs: nobody yet.
      </p>
    );
  }
  const { pseudonyms, n_pairs: nPairs, share } = group;
  return (
    <p className={cx(text.soft, styles.group)}>
      Assessors who most often judge the same pairs: {LIST.format(pseudonyms)}, on{' '}
      {counted(nPairs, 'pair')} ({formatShare(share)} of the pairs with as many judgments).
    </p>
  );
}

type Props = Readonly<{
  campaign: Board['campaign'];
  forecast: NonNullable<Board['forecast']>;
}>;

/** Forecast, or how it ended. */
export function ForecastSection({ campaign, forecast }: Props) {
  const progress = progressOf(campaign);
  if (progress === null) return null;
  const hasEnded = isOver(campaign.state);
  const { headline, basis } = hasEnded
    ? describeEnd(progress)
    : describeForecast(forecast, progress);
  return (
    <section aria-labelledby="forecast">
      <h2 id="forecast">{hasEnded ? 'Outcome' : 'Forecast'}</h2>
      <p className={styles.headline}>{headline}</p>
      {basis !== '' && <p className={text.softNumber}>{basis}</p>}
      {!hasEnded && <p className={text.softNumber}>{workLeft(forecast)}</p>}
    </section>
  );
}

/**
 * What waits for a decision, what nobody at work may give, and whose work needs a look. Pairs are
 * counted when the page is opened, so that nothing below moves as they come; who judges here sees
 * none of it.
 */
function NeedsYou({ board }: Readonly<{ board: Board }>) {
  const { campaign, forecast, details } = board;
  const { id, state, judges_here: judgesHere } = campaign;
  const isAsked = !judgesHere && whyNothingIsDecided(state) === '';
  const { data, error } = usePairChoices(id, isAsked);
  const needs = isAsked && data !== undefined ? needsOf(id, data) : [];
  const lacks = lackNeeds(id, state, forecast?.lack);
  const people = judgesHere ? [] : flagged(id, details.assessors);
  if (needs.length + lacks.length + people.length === 0 && error === null) return null;
  return (
    <section aria-labelledby="needs" className={styles.needs}>
      <h2 id="needs">Needs you</h2>
      {error !== null && (
        <p role="alert">Pairs that wait for a decision cannot be counted now: {sentence(error)}</p>
      )}
      <ul role="list">
        {[...lacks, ...needs, ...people].map(({ text, address }) => (
          <li key={text}>
            <Link to={address}>{text}</Link>
          </li>
        ))}
        {needs.length > 0 && (
          <li>
            <Link to={settlingPage(id)}>Adjudicate them one by one</Link>
          </li>
        )}
      </ul>
    </section>
  );
}

/** What the campaign rests on, and how old the numbers are. */
function BoardHead({ board, isStale }: Readonly<{ board: Board; isStale: boolean }>) {
  const { campaign } = board;
  const { pool } = campaign;
  const depth = pool.depth === null ? '' : `, depth ${pool.depth}`;
  const source = pool.runs.length === 0 ? 'a list of pairs' : pool.runs.join(', ');
  return (
    <header className={styles.head}>
      <p className={text.soft}>
        {counted(campaign.judgments_per_pair, 'judgment')} per pair · pool {pool.name}
        {depth}, from {source}
      </p>
      <p className={text.softNumber}>
        {board.progress === null &&
          !isOver(campaign.state) &&
          `${counted(board.n_active, 'person', 'people')} at work now · `}
        all as of {formatMoment(board.counted_at)}
      </p>
      {campaign.takes_sign_ups && <SignUpLink campaignId={campaign.id} />}
      {isStale && (
        <p role="status" className={text.warn}>
          The server is not responding; these are its last numbers.
        </p>
      )}
    </header>
  );
}

/** The numbers that an organizer looks for first. */
function BoardFigures({ board }: Readonly<{ board: Board }>) {
  const headlines = headlinesOf(board);
  if (headlines.length === 0) return null;
  return (
    <dl className={styles.headlines}>
      {headlines.map(({ name, value, beside, definition }) => (
        <div key={name}>
          <dt>
            <Defined at={definition}>{name}</Defined>
          </dt>
          <dd>{value}</dd>
          <dd>{beside}</dd>
        </div>
      ))}
    </dl>
  );
}

type BoardProps = Readonly<{ board: Board }>;

/** The pilot is a step of its own: its report leads, and nothing is counted of the pairs to come. */
function PilotBoard({ board }: BoardProps) {
  return (
    <>
      <PilotReport campaignId={board.campaign.id} isFollowed />
      <NeedsYou board={board} />
      <div className={styles.sides}>
        <GradeDistribution grades={board.grades} includesShared={hasShared(board)} />
        <CourseSection course={board.details.course} nVotes={board.progress?.n_votes ?? 0} />
      </div>
    </>
  );
}

function MainBoard({ board }: BoardProps) {
  const { campaign, progress, forecast, details, topics } = board;
  return (
    <>
      <BoardFigures board={board} />
      <NeedsYou board={board} />
      {campaign.pool.strategy === 'design' && !campaign.judges_here && (
        <SamplingSection campaign={campaign} />
      )}
      <div className={styles.sides}>
        {progress === null ? (
          <ProgressForJudges assessors={board.assessors} />
        ) : (
          <ProgressSummary progress={progress} nChoosing={campaign.n_topics_choosing} />
        )}
        {forecast !== null && <ForecastSection campaign={campaign} forecast={forecast} />}
        <GradeDistribution grades={board.grades} includesShared={hasShared(board)} />
        <CourseSection course={details.course} nVotes={progress?.n_votes ?? 0} />
      </div>
      <AssessorTable
        assessors={board.assessors}
        details={details}
        paceLimit={campaign.options.pace_limit}
        isOver={isOver(campaign.state)}
      />
      {!campaign.judges_here && <GroupLine group={board.most_frequent_group} />}
      {topics !== null && (
        <TopicTable topics={topics} details={details} isChoosing={campaign.n_topics_choosing > 0} />
      )}
      <AgreementSection campaign={campaign} agreement={board.agreement} />
    </>
  );
}

/** The organizer's board. It refreshes itself while it is looked at. */
export default function BoardPage() {
  const id = Number(useParams().id);
  const query = useBoard(id);
  const { data: board, error } = query;
  if (board === undefined)
    return (
      <Unread of={query} waiting="Opening the board" trouble="This board cannot be shown now" />
    );
  const { state, judges_here: judgesHere } = board.campaign;
  const isPilot = state === 'pilot' && !judgesHere;
  return (
    <div>
      <BoardHead board={board} isStale={error !== null && isPassing(asApiError(error))} />
      {isPilot ? <PilotBoard board={board} /> : <MainBoard board={board} />}
    </div>
  );
}
