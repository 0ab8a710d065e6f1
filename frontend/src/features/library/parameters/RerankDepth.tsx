import type { Ranker } from '@/api/types';
import type { FormProps } from '@/features/library/parameters/formProps';
import { rerankDepthOf } from '@/features/library/parameters/model';
import { counted } from '@/shared/format';
import { TextField } from '@/shared/ui/fields/TextField';
import styles from '@/features/library/parameters/parameters.module.css';

type Props = FormProps & Readonly<{ ranker: Ranker }>;

/** Every two passages are compared both ways. */
function pairsOf(depth: string): string {
  const n = Number(depth);
  if (!Number.isInteger(n) || n < 2) return '';
  return ` That makes ${counted(n * (n - 1), 'pair')} a topic.`;
}

/** How far down a run is re-ranked. */
export function RerankDepth({ ranker, entered, troubles, change }: Props) {
  const depth = rerankDepthOf(entered, ranker);
  const pairs = ranker.compares_pairs ? pairsOf(depth) : '';
  return (
    <div className={styles.fields}>
      <TextField
        label="Depth"
        hint={`How many passages of each topic, from the top; those below are left out.${pairs}`}
        trouble={troubles.depth}
        width="number"
        type="number"
        inputMode="numeric"
        step={1}
        min={1}
        value={depth}
        onChange={(rerankDepth) => change({ rerankDepth }, 'depth')}
      />
    </div>
  );
}
