import type { Board, SamplingProgress } from '@/api/types';
import { isEndShown, sayWhyItEnds } from '@/features/campaign/board/sampling/saySampling';
import { Link } from '@/shared/routing/Link';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ campaign: Board['campaign']; progress: SamplingProgress }>;

/** The pair without a label that keeps those drawn after it from counting, and where to settle it. */
export function EndOfSample({ campaign: { id, state }, progress }: Props) {
  const { ends_at: end } = progress;
  if (end === null || !isEndShown(progress, state)) return null;
  return (
    <p className={end.is_set_aside ? text.warn : text.soft}>
      The sample ends before pair {end.place}:{' '}
      <Link to={`/campaigns/${id}/pairs/${end.pair}`}>
        passage {end.doc_id} for “{end.query}”
      </Link>
      . {sayWhyItEnds(end, state)}
    </p>
  );
}
