import type { Board } from '@/api/types';
import { counted } from '@/shared/format/numbers';
import text from '@/shared/styles/text.module.css';

/** For organizers who also judge: counts all passages alike, so that none stands out. */
export function ProgressForJudges({ assessors }: Readonly<{ assessors: Board['assessors'] }>) {
  const n = assessors.reduce((sum, one) => sum + one.n_judged + one.n_not_judged, 0);
  return (
    <section aria-labelledby="progress">
      <h2 id="progress">Progress</h2>
      <p className={text.number}>{counted(n, 'answer')} so far, of all together</p>
      <p className={text.soft}>
        You judge here yourself. How many judgments are in, by topic and of those wanted, and when
        it may be done show when the campaign has ended, or to organizers who do not judge here:
        they would reveal which pairs are gold or repeats.
      </p>
    </section>
  );
}
