import { useSession } from '@/api/session';
import { Link } from '@/shared/routing/Link';
import text from '@/shared/styles/text.module.css';

/** The way to another version of a collection or of topics, for researchers. */
export function VariantLink() {
  const { data: session } = useSession();
  if (session?.may_research !== true) return null;
  return (
    <p>
      <Link to="/library/variants/new">Make a variant</Link>{' '}
      <small className={text.soft}>with typos, another word order, rotation and more</small>
    </p>
  );
}
