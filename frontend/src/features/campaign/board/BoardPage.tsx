import { Unread } from '@/shared/ui/requests/Unread';
import { useParams } from '@/shared/routing/Routes';
import { useBoard } from '@/features/campaign/api/board';
import { AgreementSection } from '@/features/campaign/agreement/summary/AgreementSection';
import { AssessorTable } from '@/features/campaign/board/AssessorTable';
import { CourseSection } from '@/features/campaign/board/course/CourseSection';
import { ForecastSection } from '@/features/campaign/board/ForecastSection';
import { GradeDistribution } from '@/features/campaign/board/GradeDistribution';
import { GroupLine } from '@/features/campaign/board/GroupLine';
import { ProgressForJudges } from '@/features/campaign/board/ProgressForJudges';
import { ProgressSummary } from '@/features/campaign/board/ProgressSummary';
import { TopicTable } from '@/features/campaign/board/TopicTable';
import { asApiError, isPassing, sentence } from '@/shared/requests/errors';
import { isOver } from '@/shared/judging/stateNames';
import type { Board, BoardDetails } from '@/api/types';
import { headlinesOf } from '@/features/campaign/board/boardFigures';
import { SignUpLink } from '@/features/campaign/board/SignUpLink';
import { counted } from '@/shared/format/numbers';
import { formatMoment } from '@/shared/format/time';
import { Link } from '@/shared/routing/Link';
import { usePairChoices } from '@/features/campaign/api/pairs';
import { flagged, needsOf } from '@/features/campaign/board/needs';
import { settlingPage, whyNothingIsDecided } from '@/features/campaign/kit/deciding';
import styles from '@/features/campaign/board/board.module.css';
import text from '@/shared/styles/text.module.css';

type NeedsYouProps = Readonly<{
  campaign: Board['campaign'];
  assessors: BoardDetails['assessors'];
}>;

/**
 * What waits for a decision, and whose work deserves a look. Pairs are counted when the
 * page is opened, so that nothing below moves as they come; who judges here sees none of it.
 */
function NeedsYou({ campaign, assessors }: NeedsYouProps) {
  const { id, state, judges_here: judgesHere } = campaign;
  const isAsked = !judgesHere && whyNothingIsDecided(state) === '';
  const { data, error } = usePairChoices(id, isAsked);
  const needs = isAsked && data !== undefined ? needsOf(id, data) : [];
  const people = judgesHere ? [] : flagged(id, assessors);
  if (needs.length + people.length === 0 && error === null) return null;
  return (
    <section aria-labelledby="needs" className={styles.needs}>
      <h2 id="needs">Needs you</h2>
      {error !== null && (
        <p role="alert">What waits for a decision cannot be counted now: {sentence(error)}</p>
      )}
      <ul>
        {[...needs, ...people].map(({ text, address }) => (
          <li key={address}>
            <Link to={address}>{text}</Link>
          </li>
        ))}
        {needs.length > 0 && (
          <li>
            <Link to={settlingPage(id)}>Settle them one by one</Link>
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
  const source = pool.runs.length === 0 ? 'a given list of pairs' : pool.runs.join(', ');
  return (
    <header className={styles.head}>
      <p className={text.soft}>
        {counted(campaign.judgments_per_pair, 'judgment')} wanted of each pair · pool {pool.name}
        {depth}, fed by {source}
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
          The server does not answer just now; these are the last numbers it gave.
        </p>
      )}
    </header>
  );
}

/** The four numbers that an organizer looks for first. */
function BoardFigures({ board }: Readonly<{ board: Board }>) {
  const headlines = headlinesOf(board);
  if (headlines.length === 0) return null;
  return (
    <dl className={styles.headlines}>
      {headlines.map(({ name, value, beside }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd>{beside}</dd>
        </div>
      ))}
    </dl>
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
  const hasEnded = isOver(board.campaign.state);
  return (
    <div>
      <BoardHead board={board} isStale={error !== null && isPassing(asApiError(error))} />
      <BoardFigures board={board} />
      <NeedsYou campaign={board.campaign} assessors={board.details.assessors} />
      <div className={styles.sides}>
        {board.progress === null ? (
          <ProgressForJudges assessors={board.assessors} />
        ) : (
          <ProgressSummary progress={board.progress} hasEnded={hasEnded} />
        )}
        {board.forecast !== null && (
          <ForecastSection campaign={board.campaign} forecast={board.forecast} />
        )}
        <GradeDistribution grades={board.grades} />
        <CourseSection course={board.details.course} nVotes={board.progress?.n_votes ?? 0} />
      </div>
      <AssessorTable
        assessors={board.assessors}
        details={board.details}
        paceLimit={board.campaign.options.pace_limit}
        isOver={hasEnded}
      />
      {!board.campaign.judges_here && <GroupLine group={board.most_frequent_group} />}
      {board.topics !== null && <TopicTable topics={board.topics} details={board.details} />}
      <AgreementSection campaign={board.campaign} agreement={board.agreement} />
    </div>
  );
}
