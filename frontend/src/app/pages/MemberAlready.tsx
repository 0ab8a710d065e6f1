import { Link } from '@/shared/routing/Link';
import type { Joined } from '@/api/types';
import { workplaceOf } from '@/app/pages/workplaceOf';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/app/pages/narrow.module.css';

type Props = Readonly<Pick<Joined, 'campaign' | 'role'>>;

/** For who follows an invitation to where they are already. */
export function MemberAlready({ campaign: { id, name }, role }: Props) {
  const { to, verb } = workplaceOf(id, role);
  return (
    <section className={styles.narrow}>
      <title>{`${name} · Regrade`}</title>
      <h1>You are in {name} already</h1>
      <p>There is nothing more to join; you can go on with your work.</p>
      <p className={buttons.actions}>
        <Link to={to} className={buttons.primary}>
          {verb}
        </Link>
        <Link to="/">Your work</Link>
      </p>
    </section>
  );
}
