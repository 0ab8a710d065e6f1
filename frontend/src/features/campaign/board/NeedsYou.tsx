import { Link } from '@/shared/routing/Link';
import type { Board, BoardDetails } from '@/api/types';
import { usePairChoices } from '@/features/campaign/api/pairs';
import { flagged, needsOf } from '@/features/campaign/board/needs';
import { settlingPage, whyNothingIsDecided } from '@/features/campaign/kit/deciding';
import { sentence } from '@/shared/errors';
import styles from '@/features/campaign/board/board.module.css';

type Props = Readonly<{
  campaign: Board['campaign'];
  assessors: BoardDetails['assessors'];
}>;

/**
 * What waits for a decision, and whose work deserves a look. Pairs are counted when the
 * page is opened, so that nothing below moves as they come; who judges here sees none of it.
 */
export function NeedsYou({ campaign, assessors }: Props) {
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
