import { Link } from '@/shared/routing/Link';
import type { Joined } from '@/api/types';
import '@/app/pages/pages.css';

type Props = Readonly<{ campaign: Joined['campaign'] }>;

/** For who follows an invitation to where they are already. */
export function MemberAlready({ campaign: { id, name } }: Props) {
  return (
    <section className="narrow">
      <title>{`${name} · Regrade`}</title>
      <h1>You are in {name} already</h1>
      <p>There is nothing more to join; you can go on judging.</p>
      <p className="actions">
        <Link to={`/judge/${id}`} className="primary">
          Judge
        </Link>
        <Link to="/">Your work</Link>
      </p>
    </section>
  );
}
