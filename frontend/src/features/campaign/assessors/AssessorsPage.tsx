import { Unread } from '@/shared/ui/requests/Unread';
import { useAssessors } from '@/features/campaign/api/agreement';
import { AssessorList } from '@/features/campaign/assessors/AssessorList';
import { NO_FIGURE_BLOCKS } from '@/features/campaign/assessors/texts';
import { formatCount } from '@/shared/format/numbers';
import { useParams } from '@/shared/routing/Routes';
import text from '@/shared/styles/text.module.css';

/** How everybody judges: figures to look at, one person a row. */
export default function AssessorsPage() {
  const id = Number(useParams().id);
  const query = useAssessors(id);
  const { data } = query;
  if (data === undefined)
    return (
      <Unread
        of={query}
        waiting="Comparing the assessors"
        trouble="Assessors cannot be compared now"
      />
    );
  return (
    <section aria-labelledby="how-they-judge">
      <h2 id="how-they-judge">How they judge</h2>
      <p className={text.soft}>
        {NO_FIGURE_BLOCKS} Grades are compared with the median of the other people on the same pair;
        shift says how far above or below it somebody’s grades lie. Too fast is above{' '}
        {formatCount(data.pace_limit)} words a minute, a limit that is set under Settings.
      </p>
      {data.assessors.length === 0 ? (
        <p>Nobody has judged yet. The first judgments show here.</p>
      ) : (
        <AssessorList campaignId={id} rows={data.assessors} />
      )}
    </section>
  );
}
