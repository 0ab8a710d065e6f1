import type { Look } from '@/api/types';
import { AssessorChips } from '@/features/campaign/whatif/controls/AssessorChips';
import { Decisions, MoreRules } from '@/features/campaign/whatif/controls/MoreRules';
import {
  PoolDepth,
  Rule,
  Threshold,
  Ties,
  Unjudged,
} from '@/features/campaign/whatif/controls/RuleControls';
import type { ControlProps } from '@/features/campaign/whatif/controls/RuleControls';
import { RunControls } from '@/features/campaign/whatif/controls/RunControls';
import type { Focus } from '@/features/campaign/whatif/state/focus';
import type { Answer } from '@/features/campaign/whatif/state/questions';
import { printState } from '@/features/campaign/whatif/state/state';
import { isPhone } from '@/shared/browser/isPhone';
import { formatCount } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { Fold } from '@/shared/ui/Fold';
import { Button } from '@/shared/ui/forms/Button';
import { CopyButton } from '@/shared/ui/forms/CopyButton';
import styles from '@/features/campaign/whatif/controls/controls.module.css';

type Props = ControlProps &
  Readonly<{
    path: string;
    focus: Focus | null;
    /** The answer, and how long it took; undefined before the first one. */
    seen: (Answer<Look> & Readonly<{ ms: number }>) | undefined;
    isUpdating: boolean;
    onRestart: () => void;
  }>;

/** How long the answer took, the address of the state, and the way back. */
function Foot({ path, state, focus, seen, isUpdating, onRestart }: Props) {
  const to = `${path}?${printState({ ...state, ...focus })}`;
  return (
    <div className={styles.foot}>
      <p role="status">
        {isUpdating
          ? 'Updating…'
          : seen !== undefined && `Answered in ${formatCount(Math.round(seen.ms))} ms`}
      </p>
      <p>
        <Link to={to}>Link to this state</Link>{' '}
        <CopyButton text={`${window.location.origin}${to}`} label="the link to this state" />
      </p>
      <p>
        <Button look="flush" onClick={onRestart}>
          Back to the start
        </Button>
      </p>
    </div>
  );
}

/** How votes become labels, and what is looked at under them. On a phone folded: the answer comes first. */
export function Controls(props: Props) {
  const { state, offered, seen, onChange } = props;
  const { choice } = state;
  return (
    <section className={styles.controls} aria-label="How votes become labels">
      <Fold summary={<h2>How votes become labels</h2>} startsOpen={!isPhone()}>
        <div className={styles.stack}>
          <Threshold {...props} />
          <Rule {...props} />
          <Ties {...props} nTies={seen?.found.n_ties ?? null} />
          <Unjudged {...props} />
          <PoolDepth {...props} />
          <Decisions
            choice={choice}
            labels={offered.labels}
            onChoose={(part) => onChange({ choice: { ...choice, ...part } })}
          />
          <AssessorChips {...props} />
          <MoreRules {...props} />
        </div>
      </Fold>
      <Fold summary={<h2>Runs and measure</h2>} startsOpen={!isPhone()}>
        <div className={styles.stack}>
          <RunControls {...props} />
        </div>
      </Fold>
      <Foot {...props} />
    </section>
  );
}
