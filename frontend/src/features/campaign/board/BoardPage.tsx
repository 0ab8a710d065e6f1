import { Unread } from '@/shared/ui/Unread';
import { useParams } from '@/shared/routing/Routes';
import { useBoard } from '@/features/campaign/api/board';
import { AgreementSection } from '@/features/campaign/agreement/summary/AgreementSection';
import { AssessorTable } from '@/features/campaign/board/AssessorTable';
import { BoardFigures } from '@/features/campaign/board/BoardFigures';
import { BoardHead } from '@/features/campaign/board/BoardHead';
import { CourseSection } from '@/features/campaign/board/course/CourseSection';
import { ForecastSection } from '@/features/campaign/board/ForecastSection';
import { GradeDistribution } from '@/features/campaign/board/GradeDistribution';
import { GroupLine } from '@/features/campaign/board/GroupLine';
import { NeedsYou } from '@/features/campaign/board/NeedsYou';
import { ProgressForJudges } from '@/features/campaign/board/ProgressForJudges';
import { ProgressSummary } from '@/features/campaign/board/ProgressSummary';
import { TopicTable } from '@/features/campaign/board/TopicTable';
import { asApiError, isPassing } from '@/shared/errors';
import { isOver } from '@/shared/stateNames';
import styles from '@/features/campaign/board/board.module.css';

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
