import { Link } from '@/shared/routing/Link';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/shared/ui/requests/PageTrouble.module.css';

export default function NotFound() {
  return (
    <section className={styles.trouble}>
      <title>Not found · Regrade</title>
      <h1>There is no page at this address</h1>
      <p>It may have been mistyped, or the link is older than the page.</p>
      <p className={buttons.actions}>
        <Link to="/">Your work</Link>
      </p>
    </section>
  );
}
