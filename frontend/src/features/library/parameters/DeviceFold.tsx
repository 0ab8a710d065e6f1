import { DEVICES } from '@/features/library/parameters/bm25';
import { Fold } from '@/features/library/parameters/Fold';
import type { FormProps } from '@/features/library/parameters/formProps';
import { SelectField } from '@/shared/ui/fields/SelectField';
import styles from '@/features/library/parameters/parameters.module.css';

/** Where BM25 is computed. */
export function DeviceFold({ entered, troubles, change }: FormProps) {
  const isGpu = entered.device === 'cuda';
  return (
    <Fold
      title={`where it is computed${isGpu ? ' (on a GPU)' : ''}`}
      startsOpen={isGpu}
      isWrong={troubles.device !== undefined}
    >
      <div className={styles.fields}>
        <SelectField
          label="Device"
          hint="The scores are the same on both. A GPU needs a worker that has one; without it the run fails and can be tried again on the processor."
          trouble={troubles.device}
          options={DEVICES}
          value={entered.device}
          onChange={(device) => change({ device }, 'device')}
        />
      </div>
    </Fold>
  );
}
