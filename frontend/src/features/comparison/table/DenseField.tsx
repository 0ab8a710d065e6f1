import { useAddress } from '@/shared/routing/useAddress';
import { CheckField } from '@/shared/ui/fields/CheckField';

/** Whether tables show all that they have in every cell; the address says it. */
export function useDense() {
  const [params, change] = useAddress('/compare');
  return [params.get('dense') === '1', (on: boolean) => change({ dense: on ? '1' : '' })] as const;
}

/** Intervals, p, places and shares in every cell, or scores and differences alone. */
export function DenseField() {
  const [isDense, setDense] = useDense();
  return <CheckField role="switch" label="Dense" checked={isDense} onChange={setDense} />;
}
