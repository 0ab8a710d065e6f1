import type { CampaignOverview, PolicyChange, ServingPolicy, ExtraCost } from '@/api/types';
import { post } from '@/api/calls';
import { useRead } from '@/api/read';
import { useChange } from '@/features/campaign/api/change';
import { sentence } from '@/shared/requests/errors';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import { counted, formatCount } from '@/shared/format/numbers';
import forms from '@/features/campaign/kit/forms.module.css';

const hours = (n: number | null): string => (n === null ? '' : ` (${n.toFixed(1)} h of work)`);

/** What further judgments come to, at once and in all. */
function CostText({ cost }: Readonly<{ cost: ExtraCost }>) {
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

type Props = Readonly<{
  campaign: CampaignOverview;
  policy: ServingPolicy;
  changes: PolicyChange;
  onDone: () => void;
  onClose: () => void;
}>;

/** Shows what further judgments cost; the organizer agrees to that number. */
export function PolicyDialog({ campaign: { id }, policy, changes, onDone, onClose }: Props) {
  const extra = changes.extra_judgments ?? 0;
  const asksMore = extra > policy.extra_judgments;
  const cost = useRead(
    '/api/campaigns/{campaign_id}/policy/cost',
    { campaign_id: id, extra_judgments: extra },
    { enabled: asksMore },
  );
  const { mutate, error, isPending } = useChange(
    id,
    (body: PolicyChange) => post('/api/campaigns/{campaign_id}/policy', { campaign_id: id }, body),
    onDone,
  );
  const accepted = cost.data === undefined ? {} : { accepts_cost: cost.data.n_most };
  return (
    <ConfirmDialog
      title={`Apply version ${policy.version + 1}?`}
      verb="Apply"
      isPending={isPending}
      isReady={!asksMore || cost.data !== undefined}
      error={error}
      onConfirm={() => mutate({ ...changes, ...accepted })}
      onClose={onClose}
    >
      <p>It holds for what is served from now on. What is judged so far keeps its version.</p>
      {cost.error !== null && <p role="alert">{sentence(cost.error)}</p>}
      {cost.data !== undefined && <CostText cost={cost.data} />}
    </ConfirmDialog>
  );
}
