import { Link } from '@/shared/routing/Link';
import ComputePage from '@/features/library/compute/ComputePage';
import { useSession } from '@/api/session';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/shared/ui/PageTrouble.module.css';

/** Computing takes the machine's time: it is for those who research, as the server has it, too. */
export default function ComputeRun() {
  const { data: session } = useSession();
  if (session === undefined) return null;
  if (session.may_research) return <ComputePage />;
  return (
    <section className={styles.trouble} role="alert">
      <title>Compute a run · Regrade</title>
      <h1>Runs are computed by researchers</h1>
      <p>
        This account does not have the right of a researcher; whoever runs this installation can
        give it.
      </p>
      <p className={buttons.actions}>
        <Link to="/">Your work</Link>
      </p>
    </section>
  );
}
