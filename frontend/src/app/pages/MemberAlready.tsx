import { Link } from '@/shared/routing/Link';
import type { Joined } from '@/api/types';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/app/pages/narrow.module.css';

type Props = Readonly<{ campaign: Joined['campaign'] }>;

/** For who follows an invitation to where they are already. */
export function MemberAlready({ campaign: { id, name } }: Props) {
  return (
    <section className={styles.narrow}>
      <title>{`${name} · Regrade`}</title>
      <h1>You are in {name} already</h1>
      <p>There is nothing more to join; you can go on judging.</p>
      <p className={buttons.actions}>
        <Link to={`/judge/${id}`} className={buttons.primary}>
          Judge
        </Link>
        <Link to="/">Your work</Link>
      </p>
    </section>
  );
}
