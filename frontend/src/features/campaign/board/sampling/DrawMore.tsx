import { useState } from 'react';
import { useDrawMore } from '@/features/campaign/api/sampling';
import { counted, formatCount } from '@/shared/format/numbers';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { Button } from '@/shared/ui/forms/Button';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import styles from '@/features/campaign/board/sampling/sampling.module.css';

const USUAL = 50;

type Props = Readonly<{
  campaignId: number;
  /** Pairs that can still be drawn; at least one. */
  nLeft: number;
}>;

/** Lengthens the list of drawn pairs; those drawn keep their places. */
export function DrawMore({ campaignId, nLeft }: Props) {
  const [chosen, setChosen] = useState(USUAL);
  const { mutate, data, error, isPending } = useDrawMore(campaignId);
  const n = Math.min(chosen, nLeft);
  return (
    <div>
      <div className={styles.more}>
        <NumberField label="More pairs" value={n} min={1} max={nLeft} onChange={setChosen} />
        <Button look="second" disabled={isPending} onClick={() => mutate(n)}>
          Draw more pairs
        </Button>
      </div>
      <ErrorMessage error={error} />
      <p role="status">
        {data !== undefined &&
          `${counted(data.n_pairs, 'pair')} drawn, ${counted(data.n_judgments, 'judgment')} more; ${formatCount(data.n_in_all)} of ${formatCount(data.n_drawable)} are drawn now.`}
      </p>
    </div>
  );
}
