import type { SyntheticEvent } from 'react';
import { useWithdraw } from '@/features/judging/api/membership';
import { sentence } from '@/shared/errors';

type Props = Readonly<{ campaignId: number }>;

/** Leaving a campaign, with a choice of what becomes of the work. */
export function WithdrawForm({ campaignId }: Props) {
  const { mutate, error, isPending } = useWithdraw(campaignId);

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    const work = new FormData(event.currentTarget).get('work');
    mutate(work === 'drop' ? 'drop' : 'keep');
  }

  return (
    <details className="withdraw">
      <summary>Withdraw from this campaign</summary>
      <form onSubmit={submit}>
        <fieldset>
          <legend>You judge here no more. What you judged so far</legend>
          <label>
            <input type="radio" name="work" value="keep" defaultChecked /> stays and counts
          </label>
          <label>
            <input type="radio" name="work" value="drop" /> is taken back and counts no more
          </label>
        </fieldset>
        <button type="submit" className="primary" disabled={isPending}>
          Withdraw
        </button>
        {error !== null && <p role="alert">{sentence(error)}</p>}
      </form>
    </details>
  );
}
