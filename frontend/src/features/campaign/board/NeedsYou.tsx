import { Link } from '@/shared/routing/Link';
import type { Board } from '@/api/types';
import { usePairChoices } from '@/features/campaign/api/pairs';
import { needsOf } from '@/features/campaign/board/needs';
import { settlingPage, whyNothingIsDecided } from '@/features/campaign/kit/deciding';
import styles from '@/features/campaign/board/board.module.css';

type Props = Readonly<{ campaign: Board['campaign'] }>;

/**
 * What waits for a decision, counted when the page was opened. It does not follow the board, so
 * that nothing below it moves; who judges here sees none of it.
 */
export function NeedsYou({ campaign }: Props) {
  const { id, state, judges_here: judgesHere } = campaign;
  const isAsked = !judgesHere && whyNothingIsDecided(state) === '';
  const { data } = usePairChoices(id, isAsked);
  const needs = isAsked && data !== undefined ? needsOf(id, data) : [];
  if (needs.length === 0) return null;
  return (
    <section aria-labelledby="needs" className={styles.needs}>
      <h2 id="needs">Needs you</h2>
      <ul>
        {needs.map(({ text, address }) => (
          <li key={address}>
            <Link to={address}>{text}</Link>
          </li>
        ))}
        <li>
          <Link to={settlingPage(id)}>Settle them one by one</Link>
        </li>
      </ul>
    </section>
  );
}
