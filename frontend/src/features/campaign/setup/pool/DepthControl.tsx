import { NumberField } from '@/shared/ui/fields/NumberField';
import type { Change } from '@/features/campaign/setup/draft/useNewCampaign';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/setup/pool/DepthControl.module.css';

type Props = Readonly<{ depth: number; deepest: number; change: Change }>;

export function DepthControl({ depth, deepest, change }: Props) {
  const set = (value: number): void => change({ depth: value });
  return (
    <div className={styles.depth}>
      <NumberField label="Depth" value={depth} min={1} max={deepest} onChange={set} />
      <input
        type="range"
        aria-label="Depth, to be slid"
        min={1}
        max={deepest}
        value={depth}
        onChange={(event) => set(Number(event.target.value))}
      />
      <span className={text.note}>1 to {deepest}</span>
    </div>
  );
}
