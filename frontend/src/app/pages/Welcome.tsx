import { Link } from '@/shared/routing/Link';
import { cx } from '@/shared/cx';
import { Fact } from '@/shared/ui/Fact';
import buttons from '@/shared/styles/buttons.module.css';
import facts from '@/shared/styles/facts.module.css';
import styles from '@/app/pages/Welcome.module.css';

/** The page that anyone may see. */
export function Welcome() {
  return (
    <article className={styles.welcome}>
      <h1>What do our rankings really score, once people have looked?</h1>
      <p className={styles.lead}>
        Regrade is a workbench for the test collections of information retrieval. A judgment saved
        here can change the order of systems on the comparison page.
      </p>
      <dl className={cx(facts.facts, styles.roles)}>
        <Fact name="Assessors">
          judge passages in the browser: one key judges, saves and shows the next.
        </Fact>
        <Fact name="Organizers">
          watch a campaign fill, see where assessors agree, and derive labels by a stated rule.
        </Fact>
        <Fact name="Researchers">
          score runs again under old and new labels, and see which differences hold.
        </Fact>
      </dl>
      <p className={buttons.actions}>
        <Link to="/login" className={buttons.primary}>
          Sign in
        </Link>
      </p>
    </article>
  );
}
