import { useState } from 'react';
import { ErrorText } from '@/shared/ui/requests/ErrorText';
import { useWithdraw } from '@/features/judging/api/membership';
import { RadioCards } from '@/shared/ui/fields/RadioCards';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import styles from '@/features/judging/record/WithdrawForm.module.css';

const FATES = [
  { value: 'keep', label: 'stays and counts' },
  { value: 'drop', label: 'is taken back and counts no more' },
] as const;

/** Leaving a campaign, with a choice of what becomes of the work. */
export function WithdrawForm({ campaignId }: Readonly<{ campaignId: number }>) {
  const [work, setWork] = useState<'keep' | 'drop'>('keep');
  const { mutate, error, isPending } = useWithdraw(campaignId);

  return (
    <details className={styles.withdraw}>
      <summary>Withdraw from this campaign</summary>
      <Form onSubmit={() => mutate(work)}>
        <RadioCards
          legend="You judge here no more. What you judged or decided so far"
          cards={FATES}
          value={work}
          onChange={setWork}
        />
        <Button type="submit" look="primary" disabled={isPending}>
          Withdraw
        </Button>
        <ErrorText error={error} />
      </Form>
    </details>
  );
}
