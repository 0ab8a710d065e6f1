import type { Look, Turned } from '@/api/types';
import { leadOf } from '@/features/campaign/whatif/state/focus';
import type { Focus } from '@/features/campaign/whatif/state/focus';
import {
  leaderOf,
  sayKept,
  sayLead,
  sayReference,
  sayStays,
  sayTest,
  sayTurned,
  sayVerdictTurned,
} from '@/features/campaign/whatif/answers/sayVerdict';
import { countAhead } from '@/features/campaign/whatif/state/draws';
import type { Draws } from '@/features/campaign/whatif/state/draws';
import { N_DRAWS } from '@/features/campaign/whatif/state/questions';
import { counted } from '@/shared/format/numbers';
import styles from '@/features/campaign/whatif/answers/answers.module.css';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{
  look: Look;
  focus: Focus;
  /** Of this very look; null until they are there. */
  draws: Draws | null;
  /** Whether no more draws come. */
  isDrawn: boolean;
  /** Of this very look and these two runs. */
  turned: Turned | undefined;
  /** Whether the fewest labels are still looked for. */
  isCounting: boolean;
  /** Why they are not; empty where they are. */
  notCounted: string;
  isUpdating: boolean;
}>;

/** How often the run ahead stays so; nothing before the first draws. */
function stays({ look, focus, draws, isDrawn }: Props): string {
  const lead = leadOf(look, focus);
  const ahead = lead && leaderOf(focus, lead.difference, look.lower_is_better);
  if (draws === null || ahead === null) return '';
  const n = countAhead(draws, ahead.first, ahead.second);
  return n === null ? '' : sayStays(n, draws.nDraws, isDrawn ? draws.nDraws : N_DRAWS);
}

/** What follows from the labels of this state, in words. */
export function VerdictCard(props: Props) {
  const { look, focus, turned, isCounting, notCounted, isUpdating } = props;
  const lead = leadOf(look, focus);
  if (lead === null) return null;
  return (
    <section className={styles.verdict} aria-label="Verdict" aria-busy={isUpdating}>
      <p className={styles.sentence}>
        <b>{sayLead(focus, lead, look)}</b> {sayTest(lead, look)} {stays(props)}
      </p>
      {turned !== undefined && (
        <p>
          {sayTurned(turned)} {sayVerdictTurned(turned.verdict)}
        </p>
      )}
      {isCounting && <p className={text.note}>Counting labels…</p>}
      {notCounted !== '' && <p className={text.note}>{notCounted}</p>}
      {look.against !== null && (
        <p className={text.soft}>
          {sayReference(focus, lead, look)} {sayKept(look)}
        </p>
      )}
      <p className={text.note}>
        {counted(look.n_votes, 'vote')}, {counted(look.counts.n_pairs, 'label')},{' '}
        {counted(look.counts.n_relevant, 'pair')} relevant.
      </p>
    </section>
  );
}
