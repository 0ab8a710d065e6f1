import type { Rankers } from '@/api/types';
import { Fold } from '@/features/library/parameters/Fold';
import type { FormProps } from '@/features/library/parameters/formProps';
import { sentenceOf } from '@/features/library/parameters/sentences';
import { formatCount } from '@/shared/format';
import { TextField } from '@/shared/ui/fields/TextField';
import styles from '@/features/library/parameters/parameters.module.css';

type Props = FormProps & Readonly<{ rankers: Rankers }>;

/** How much of a re-ranking a worker takes at once. */
export function ChunkFold({ rankers, entered, troubles, change }: Props) {
  const { pairs_per_chunk: usual, pairs_per_chunk_help: help } = rankers;
  const isSaid = entered.pairsPerChunk.trim() !== '';
  return (
    <Fold
      title={`how the work is divided${isSaid ? ' (1 change)' : ''}`}
      startsOpen={isSaid}
      isWrong={troubles.pairs_per_chunk !== undefined}
    >
      <div className={styles.fields}>
        <TextField
          label="Pairs in a chunk"
          hint={`${sentenceOf(help)} Left empty, Regrade takes ${formatCount(usual)}.`}
          trouble={troubles.pairs_per_chunk}
          width="number"
          value={entered.pairsPerChunk}
          placeholder={`${usual}`}
          inputMode="numeric"
          onChange={(pairsPerChunk) => change({ pairsPerChunk }, 'pairs_per_chunk')}
        />
      </div>
    </Fold>
  );
}
