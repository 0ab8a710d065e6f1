import type { ExtraCost } from '@/api/types';
import { counted, formatCount } from '@/shared/format';
import forms from '@/features/campaign/kit/forms.module.css';

const hours = (n: number | null): string => (n === null ? '' : ` (${n.toFixed(1)} h of work)`);

/** What further judgments come to, at once and in all. */
export function CostText({ cost }: Readonly<{ cost: ExtraCost }>) {
  return (
    <div className={forms.stack}>
      <p>
        {cost.n_finished === 0
          ? 'No pair is finished, so nothing is known yet of how often grades disagree.'
          : `Grades disagree on ${formatCount(cost.n_disputed)} of ${counted(cost.n_finished, 'finished pair')}.`}
      </p>
      <p>
        <b>
          At once {counted(cost.n_now, 'further judgment')}
          {hours(cost.hours_now)}; in all {formatCount(cost.n_least)} to {formatCount(cost.n_most)}
          {hours(cost.hours_most)}.
        </b>
      </p>
    </div>
  );
}
