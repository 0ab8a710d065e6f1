import { useAddress } from '@/shared/routing/useAddress';
import { NumberField } from '@/shared/ui/fields/NumberField';
import styles from '@/features/campaign/board/sampling/sampling.module.css';

const [LEAST, MOST] = [0.001, 1000];

/** The margin within which a difference counts as none, kept in the address; null asks for none. */
export function useMargin(id: number) {
  const [params, change] = useAddress(`/campaigns/${id}`);
  const chosen = Number(params.get('within') ?? '');
  const within = chosen >= LEAST && chosen <= MOST ? chosen : null;
  const set = (margin: number | null): void =>
    change({ within: margin === null ? '' : String(margin) });
  return [within, set] as const;
}

type Props = Readonly<{ within: number | null; onChange: (within: number | null) => void }>;

export function MarginField({ within, onChange }: Props) {
  return (
    <div className={styles.margin}>
      <NumberField
        label="Shown to lie within ±"
        hint="A difference this small does not matter to you. Choose it before you look: the promise does not hold for a margin that is fitted to what was seen."
        none="no margin"
        kind="any"
        value={within}
        min={LEAST}
        max={MOST}
        onChange={onChange}
        onEmpty={() => onChange(null)}
      />
    </div>
  );
}
